poise features profile.h5

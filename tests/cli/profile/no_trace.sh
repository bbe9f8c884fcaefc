poise profile -o profile.h5

poise train dataset.h5

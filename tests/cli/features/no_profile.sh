poise features -o dataset.h5

poise features -o dataset.h5 nowhere.h5

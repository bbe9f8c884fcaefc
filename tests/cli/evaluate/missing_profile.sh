poise evaluate --profile nowhere.h5 folder

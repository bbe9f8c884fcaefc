poise profile --status nowhere
poise profile --status nowhere.h5

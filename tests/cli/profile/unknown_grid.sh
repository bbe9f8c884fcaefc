poise profile --grid dense -o profile.h5 folder

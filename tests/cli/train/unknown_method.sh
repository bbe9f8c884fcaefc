poise train -m svm dataset.h5 -o poise.model

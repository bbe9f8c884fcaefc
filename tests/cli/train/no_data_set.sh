poise train -o poise.model

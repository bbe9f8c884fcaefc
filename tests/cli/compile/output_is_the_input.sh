cp "$POISE_ROOT/models/thesis.model" model.bin
poise compile model.bin -o model.bin

poise predict "$POISE_ROOT/models/thesis.model" nowhere.h5

poise compile "$POISE_ROOT/models/thesis.model"

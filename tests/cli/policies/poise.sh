poise policies "poise:$POISE_ROOT/models/thesis.model"

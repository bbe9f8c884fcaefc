poise compile "$POISE_ROOT/models/thesis.model" -o weights.txt

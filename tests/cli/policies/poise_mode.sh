# Alone the policy poise is mode=shared, with a model mode=thesis: told apart by their storage.
storage() { poise policies "$1" | grep '^storage'; }
same() { [ "$(storage "$1")" = "$(storage "$2")" ] && echo same || echo different; }
model=$POISE_ROOT/models/thesis.model
same poise poise:mode=shared
same poise poise:mode=thesis
same "poise:$model" "poise:$model:mode=thesis"
same "poise:$model" "poise:$model:mode=shared"

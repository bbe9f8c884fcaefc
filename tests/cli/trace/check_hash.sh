# The content hash is that of `trace info`.
small=$POISE_ROOT/fuzz/corpus/trace/small.wtr
poise trace check --hash "$small" | sed "s|$POISE_ROOT|ROOT|"
[ "$(poise trace check --hash "$small" | cut -d' ' -f1)" = "$(poise trace info --json "$small" | jq -r .hash)" ]

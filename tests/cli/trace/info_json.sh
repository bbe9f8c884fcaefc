# One object for each trace, as programs read it.
poise trace info --json "$POISE_ROOT/fuzz/corpus/trace/small.wtr" "$POISE_ROOT/fuzz/corpus/trace/random.wtr" >info.json || exit 1
jq -r '[.kernel, .warps, .basic_blocks] | @tsv' info.json

# One object for each trace, as programs read it.
poise trace info --json "$POISE_ROOT/fuzz/corpus/trace/small.wtr" "$POISE_ROOT/fuzz/corpus/trace/random.wtr" >info.json || exit 1
jq -r '[.kernel, .warps, .basic_blocks] | @tsv' info.json
jq -e '.global_load_lines | .lines_of_several_blocks_share >= 0 and .accesses_to_them_share <= 1' info.json >checked || cat checked

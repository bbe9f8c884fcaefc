# One repeat of a tiny trace: table, JSON file, and its rates are what its own figures say.
poise bench --set sms=1 --repeat 1 --json result.json "$POISE_ROOT/fuzz/corpus/trace/small.wtr" | sed 's/[0-9][0-9.]*/N/g; s/  */ /g' | grep -v '^$'
jq -r '.format, .format_version, (.config_hash | length), .policy, (.host | keys[]), (.kernels | length)' result.json
jq -r '.kernels[0] | keys[]' result.json
jq -r '[.memory, .geometric_mean, .scaling[0] | keys[]] | join(" ")' result.json
jq -e '.kernels[0] | def near($x): . / $x - 1 | fabs < 1e-6;
    (.elapsed_s | length) == 1 and .median_elapsed_s == .elapsed_s[0] and .elapsed_spread == 0 and
    (.warp_insts_per_s | near($k.warp_insts / $k.median_elapsed_s))' --argjson k "$(jq .kernels[0] result.json)" result.json
poise sim --set sms=1 --json "$POISE_ROOT/fuzz/corpus/trace/small.wtr" 2>/dev/null |
    jq -e --argjson k "$(jq .kernels[0] result.json)" '.cycles == $k.cycles and .warp_insts == $k.warp_insts'
jq -r '.scaling[] | "\(.simulations_at_a_time) \(.threads_of_one_simulation) \(.simulations)"' result.json
ls

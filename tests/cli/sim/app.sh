# Two programs side by side: who has which SMs, and that what each has done is what it does.
trace=$POISE_ROOT/fuzz/corpus/trace/small.wtr
poise sim --set sms=8 --json "$trace" 2>/dev/null | jq '{warp_insts, l1_writes}' >alone
poise sim --set sms=8 --app "$trace" --app "$trace@2" --app "$trace@6-7" --alone >text 2>/dev/null
grep -E 'program|sms =' text
poise sim --set sms=8 --app "$trace" --app "$trace@2" --app "$trace@6-7" --alone --json >json 2>/dev/null
for app in 0 1 2; do jq "{warp_insts: .apps[$app].warp_insts, l1_writes: .apps[$app].l1_writes}" json | cmp - alone; done
jq -c '[.apps[] | [.first_sm, .sms, .launches]]' json
# The same numbers as text, with any number of threads.
for key in cycles ipc slowdown; do
    for app in 0 1 2; do
        awk -v key="app$app.$key" '$1 == key { printf "%.3f\n", $3 }' text >a
        printf '%.3f\n' "$(jq ".apps[$app].$key" json)" | cmp - a
    done
done
poise sim --set sms=8 -t 4 --app "$trace" --app "$trace@2" --app "$trace@6-7" --alone 2>/dev/null | cmp - text
# The metrics are what they are defined as.
jq '[.apps[].slowdown] as $s | ([$s[] | 1 / .] | add) as $ws | (($s | length) / ($s | add)) as $hs |
    [.weighted_speedup - $ws, .harmonic_speedup - $hs, .maximum_slowdown - ($s | max),
     .unfairness - ($s | max) / ($s | min)] | map(fabs < 1e-9) | all' json
# Fewer cycles than the machine has run; all but the last of them began again.
jq '([.apps[].cycles] | max) == .machine.cycles and ([.apps[].restarts] | min) == 0' json
# One program on all SMs is a simulation as without --app.
poise sim --set sms=8 "$trace" 2>/dev/null | grep '^cycles\|^l2_\|^dram_' >one
poise sim --set sms=8 --app "$trace" 2>/dev/null | sed -n 's/^app0\.\(cycles\|l2_\|dram_\)/\1/p' | cmp - one

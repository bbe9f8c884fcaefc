# CPU cores beside several GPU programs, and what policies of the machine tell of a mix.
cpu=$POISE_ROOT/datasets/cpu trace=$POISE_ROOT/fuzz/corpus/trace/small.wtr
run() {
    poise sim --set sms=6,channels=2,l2_banks=4 --tlb shared_tlb --app "$trace@2" --app "$trace" --cpu "$cpu/gzip.cpu,$cpu/perl.cpu" "$@"
}
run --until gpu --alone >text 2>/dev/null || exit 1
grep -E '^(app|cpu)[0-9]\.program|sms =|has_ended' text
run --until gpu --alone -t 3 2>/dev/null | cmp - text && echo "threads: same"
grep -c '^machine\.tlb\.\(l1\|l2\)_hit_rate = 0\.[0-9]*' text
run --until gpu --alone --json >json 2>/dev/null
# The same numbers in both forms; the metrics are over all programs.
jq -r '"weighted_speedup \(.weighted_speedup)\ncpu_weighted_speedup \(.cpu_weighted_speedup)\ngpu_speedup \(.gpu_speedup)\nmachine.tlb.l2_hit_rate \(.machine.tlb.l2_hit_rate)"' json |
    while read -r key value; do
        awk -v key="$key" -v value="$value" '$1 == key { print key, ($3 - value < 1e-4 && value - $3 < 1e-4) }' text
    done
jq '[.weighted_speedup - .gpu_speedup - .cpu_weighted_speedup, .maximum_slowdown - ([.apps[].slowdown, .cpus[].slowdown] | max),
     .harmonic_speedup - 4 / ([.apps[].slowdown, .cpus[].slowdown] | add)] | map(fabs < 1e-9) | all' json
# All have ended once without --until gpu, unless a limit comes first.
poise sim --set sms=6,channels=2,l2_banks=4,max_cycles=9000 --app "$trace@2" --app "$trace" --cpu "$cpu/perl.cpu" 2>&1 >limited | grep -c 'stopped after'
grep 'cpu0.has_ended\|app1.cut_short' limited

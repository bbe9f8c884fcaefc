# Idealised memory: a machine option and its short form. L2 and DRAM see nothing of fixed memory.
trace=$POISE_ROOT/fuzz/corpus/trace/small.wtr
poise sim --memory fixed:300 --show-config | grep '^memory' | sed 's/ *#.*//'
# The mean counts from the entry into the L1 pipe, some cycles more.
poise sim --set sms=1 --memory fixed:300 "$trace" 2>/dev/null |
    awk '$1 == "mean_miss_latency" { print $1, ($3 >= 300 && $3 < 330) } $1 ~ /^(l2|dram)_reads$/ { print $1, $3 }'
for kind in infinite ideal-dram perfect; do
    poise sim --set sms=1 --memory $kind "$trace" 2>/dev/null | awk -v kind=$kind '$1 == "cycles" { print kind, ($3 > 0) }'
done
poise sim --set sms=1,memory=real "$trace" 2>/dev/null >real
poise sim --set sms=1 "$trace" 2>/dev/null | cmp - real
# Sentences, in turn: no such kind, no number, a number where none belongs, too large, too long.
for kind in perfct fixed:x infinite:3 fixed:99999 "$(printf '%070d' 0)"; do
    poise sim --memory "$kind" "$trace" || echo "exit $?"
done

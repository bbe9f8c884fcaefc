# The skeleton of a policy outside the tree: listed, described, used; by file and by name.
cc -std=c11 -Wall -Wextra -Werror -I"$POISE_ROOT" -fPIC -shared -o arithmetic_first.so \
    "$POISE_ROOT/examples/policy_skeleton/arithmetic_first.c" || exit 1
poise policies arithmetic_first.so
poise policies arithmetic_first.so/arithmetic_first:3
trace=$POISE_ROOT/fuzz/corpus/trace/small.wtr
cycles() { poise sim --set sms=1 -s "$1" "$trace" 2>/dev/null | awk '$1 == "gpu_tot_sim_cycle" { print $3 }'; }
# A patience of 0 lets every load go: greedy-then-oldest, to the cycle.
[ "$(cycles ./arithmetic_first.so:0)" = "$(cycles gto)" ] || echo "patience 0 is not gto"
poise sim --set sms=1 -s arithmetic_first.so/arithmetic_first:patience=8 "$trace" 2>/dev/null | grep '^sched'
mkdir small && cp "$trace" small && poise evaluate --set sms=1 -s gto,./arithmetic_first.so:8 small 2>/dev/null | grep -c "arithmetic_first.so:8"

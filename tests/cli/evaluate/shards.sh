# Three processes run a third each, in any order and at the same time; what they put together has the same bytes. What is there
# and what is not, --status tells; --collect runs nothing.
. "$POISE_ROOT/tests/cli/evaluate/sharing.bash"
evaluate -o shared.h5 --shard 3/3 >/dev/null 2>&1 || exit 1
evaluate -o shared.h5 --collect 2>&1 | grep -v left
echo "collect: ${PIPESTATUS[0]}"
poise evaluate --status shared.h5
echo "status: $?"
evaluate -o shared.h5 --shard 1/3 >/dev/null 2>&1 &
evaluate -o shared.h5 --shard 2/3 >/dev/null 2>&1 || exit 1
wait $! || exit 1
evaluate -o shared.h5 --shard 1/3 >/dev/null 2>&1 # pcal_swl had to wait for its diagonal
evaluate -o shared.h5 --shard 2/3 >/dev/null 2>&1
evaluate -o shared.h5 --shard 3/3 >/dev/null 2>&1
poise evaluate --status shared.h5
echo "status: $?"
evaluate -o shared.h5 --collect 2>/dev/null | cmp - undisturbed.txt && cmp shared.h5 undisturbed.h5 && echo same
poise evaluate --status shared.h5
echo "status: $?"
poise evaluate --status other.h5
echo "status: $?"
poise evaluate --status
echo "status: $?"
evaluate -o shared.h5 --collect --shard 1/2
echo "usage: $?"
evaluate --collect
echo "usage: $?"
evaluate -o shared.h5 --slurm 2 --shard 1/2
echo "usage: $?"
ls

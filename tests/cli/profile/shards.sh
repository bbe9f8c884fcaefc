# Three processes measure a third each, in any order and at the same time; what they put together has the same bytes.
. "$POISE_ROOT/tests/cli/profile/sweep.bash"
sweep -o sweep --shard 3/3 2>/dev/null || exit 1
sweep -o sweep --collect
echo "collect: $?"
poise profile --status sweep
echo "status: $?"
sweep -o sweep --shard 1/3 2>/dev/null &
sweep -o sweep --shard 2/3 2>/dev/null || exit 1
wait $! || exit 1
poise profile --status sweep
echo "status: $?"
sweep -o sweep --collect || exit 1
poise profile --status sweep
echo "status: $?"
cmp undisturbed.h5 sweep/profile.h5 && echo same

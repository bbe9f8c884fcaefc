# A lane's buffer holds about a thousand words: a longer execution is merged piece by piece and is complete.
. "$POISE_ROOT/tests/cli/capture/build.bash"
build one_launch
poise capture -o traces -- ./one_launch "$tests/small.cl" long_loop 64 -DVALUE=1 || exit 1
# One branch into the loop and one at the end of each turn.
expect traces/0000-long_loop.wtr branch $((2 * (100000 + 1)))

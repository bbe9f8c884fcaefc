# Ctrl-C ends a sweep at once, says how to go on, and the same command does.
. "$POISE_ROOT/tests/cli/profile/sweep.bash"
. "$POISE_ROOT/tests/cli/processor_time.bash"
# Long simulations: the whole sweep takes many seconds.
poise capture -o long -- "$POISE_BUILD/datasets/gesummv" --size 12288 --cols 48 >/dev/null 2>&1 || exit 99
poise profile --progress never -o sweep traces/mvt long 2>message &
process=$!
until grep -q begun sweep/parts/all.journal 2>/dev/null; do
    kill -0 $process || exit 99
    sleep 0.01
done
sleep 0.2
interrupt $process
code=$?
cat message
exit $code

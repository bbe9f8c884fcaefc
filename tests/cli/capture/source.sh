# `poise trace print --source` finds the source that the capture left beside the traces, and says when it is gone or changed.
. "$POISE_ROOT/tests/cli/capture/build.bash"
build one_launch
poise capture -o traces -- ./one_launch "$tests/small.cl" fill 64 -DVALUE=5 2>/dev/null || exit 1
poise trace print --source -n 1 traces
echo "/* changed */" >>traces/source-*.cl
poise trace print --source -n 1 traces
rm traces/source-*.cl
poise trace print --source -n 1 traces

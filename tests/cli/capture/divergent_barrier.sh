# Work-items of one group at different barriers: the launch ends with both lines, not with wrong results.
. "$POISE_ROOT/tests/cli/capture/build.bash"
build one_launch
poise capture -o traces -- ./one_launch "$tests/barriers.cl" divergent 64

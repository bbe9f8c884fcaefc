# --max-warp-insts: the launch that reaches the number is whole, later ones run without a trace.
. "$POISE_ROOT/tests/cli/capture/build.bash"
build recover
poise capture --max-warp-insts 129 -o traces -- ./recover "$tests/faults.cl" chain || exit 1
ls traces | grep -v source

# An integer division by zero traps on the processor that runs the capture; it must not end the program.
. "$POISE_ROOT/tests/cli/capture/build.bash"
build one_launch
poise capture -o traces -- ./one_launch "$tests/small.cl" divides 64 -DVALUE=1

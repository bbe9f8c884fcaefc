# A kernel without buffers, in a program that never makes one.
. "$POISE_ROOT/tests/cli/capture/build.bash"
build no_buffer
poise capture -o traces -- ./no_buffer 2>/dev/null
expect traces/0000-greet.wtr warps 1

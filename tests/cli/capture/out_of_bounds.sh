# A kernel that writes far outside of all buffers: an OpenCL error for the program, a sentence, no trace.
. "$POISE_ROOT/tests/cli/capture/build.bash"
build one_launch
poise capture -o traces -- ./one_launch "$tests/small.cl" far_away 64 -DVALUE=1
code=$?
ls
exit $code

# An option that OpenCL does not have: CL_INVALID_BUILD_OPTIONS.
. "$POISE_ROOT/tests/cli/capture/build.bash"
build one_launch
poise capture -o traces -- ./one_launch "$tests/small.cl" fill 64 '-DVALUE=1 -o /tmp/elsewhere'

# A buffer that is larger than the device's memory: the closing message says so.
. "$POISE_ROOT/tests/cli/capture/build.bash"
build one_launch
echo '__kernel void k(__global int *a) { a[0] = 1; }' >k.cl
poise capture -o traces -- ./one_launch k.cl k 17179869184

# A kernel that does not compile.
. "$POISE_ROOT/tests/cli/capture/build.bash"
build one_launch
poise capture -o traces -- ./one_launch "$tests/small.cl" fill 64 -DVALUE=undeclared

# Conversions with all roundings, with and without saturation, against quadruple precision.
# test: slow
. "$POISE_ROOT/tests/cli/capture/builtins/build.bash"
build convert -lquadmath
run ./convert "$sources" uchar int long ulong float double

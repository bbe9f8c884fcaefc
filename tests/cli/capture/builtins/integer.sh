# Every integer function for all types and vector widths against 128-bit arithmetic.
# test: slow
. "$POISE_ROOT/tests/cli/capture/builtins/build.bash"
build integer
run ./integer "$sources"

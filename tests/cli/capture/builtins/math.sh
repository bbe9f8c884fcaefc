# Every math function against quadruple precision within the errors that OpenCL 1.2 section 7.4 allows, and its vector forms.
# test: slow
. "$POISE_ROOT/tests/cli/capture/builtins/build.bash"
build math -lquadmath
run ./math "$sources"

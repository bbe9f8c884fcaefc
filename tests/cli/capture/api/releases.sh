# Objects released too often are errors of the program, not crashes.
. "$POISE_ROOT/tests/cli/capture/api.bash"
run_api releases

# What the platform does not have is refused with the code that the specification names.
. "$POISE_ROOT/tests/cli/capture/api.bash"
run_api refused

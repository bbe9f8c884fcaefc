# Source text as programs pass it.
. "$POISE_ROOT/tests/cli/capture/api.bash"
run_api sources

# Calls from several host threads at once.
. "$POISE_ROOT/tests/cli/capture/api.bash"
run_api threads

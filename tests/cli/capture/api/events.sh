# User events, wait lists, callbacks, markers, barriers and the order of commands.
. "$POISE_ROOT/tests/cli/capture/api.bash"
run_api events

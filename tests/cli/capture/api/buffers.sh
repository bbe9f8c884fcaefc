# Buffers and sub-buffers: flags, transfers of every kind, maps; every parameter also wrong.
. "$POISE_ROOT/tests/cli/capture/api.bash"
run_api buffers

# Kernels: arguments, ranges and queries; every parameter also wrong.
. "$POISE_ROOT/tests/cli/capture/api.bash"
run_api kernels

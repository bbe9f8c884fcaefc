# Platform, device, context and queue: queries of every kind, counts, wrong parameters.
. "$POISE_ROOT/tests/cli/capture/api.bash"
run_api platform

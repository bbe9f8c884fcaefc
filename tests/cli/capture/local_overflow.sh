# An access behind one __local variable is not one to the next, and one before a buffer is none to nothing.
. "$POISE_ROOT/tests/cli/capture/build.bash"
build recover
poise capture -o one -- ./recover "$tests/faults.cl" local_overflow >/dev/null && exit 1
poise capture -o two -- ./recover "$tests/faults.cl" before >/dev/null && exit 1
poise capture -o three -- ./recover "$tests/faults.cl" wild >/dev/null

# An access right behind a buffer: its launch fails with line and work-item, the others do not; their traces stay.
. "$POISE_ROOT/tests/cli/capture/build.bash"
build recover
poise capture -o traces -- ./recover "$tests/faults.cl" off_by_one
code=$?
ls traces | grep -v source
exit $code

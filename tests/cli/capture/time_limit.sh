# A kernel that does not end fails when its time is up; the next launch works.
. "$POISE_ROOT/tests/cli/capture/build.bash"
build recover
poise capture --time-limit 3 -o traces -- ./recover "$tests/faults.cl" endless
code=$?
ls traces | grep -v source
exit $code

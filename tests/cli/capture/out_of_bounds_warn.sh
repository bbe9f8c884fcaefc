# Accesses out of bounds that only warn: the launch is traced.
. "$POISE_ROOT/tests/cli/capture/build.bash"
build recover
poise capture --out-of-bounds warn -o traces -- ./recover "$tests/faults.cl" off_by_one || exit 1
ls traces | grep -v source

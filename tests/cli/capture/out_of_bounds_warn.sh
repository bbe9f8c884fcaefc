# Accesses out of bounds that only warn: the launch is traced.
. "$POISE_ROOT/tests/cli/capture/build.bash"
build recover
poise capture --out-of-bounds warn -o traces -- ./recover "$tests/faults.cl" off_by_one || exit 1
ls traces | grep -v source

# Also before the first buffer, where no other memory of the device is.
poise capture --out-of-bounds warn -o before -- ./recover "$tests/faults.cl" before || exit 1
poise trace check before/*.wtr

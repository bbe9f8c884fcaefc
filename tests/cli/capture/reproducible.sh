# Two captures are equal to the byte: private and constant memory, address-space randomisation and folders included.
. "$POISE_ROOT/tests/cli/capture/build.bash"
build features
mkdir elsewhere
poise capture -o one -- ./features "$tests/features.cl" >/dev/null 2>&1 || exit 1
cp features elsewhere/
TMPDIR=$PWD/elsewhere poise capture -o two -- "$PWD/elsewhere/features" "$tests/features.cl" >/dev/null 2>&1 || exit 1
diff -r one two

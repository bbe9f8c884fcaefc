# What a program computes does not depend on whether its launches are traced, though other code runs.
# test: slow
. "$POISE_ROOT/tests/cli/capture/build.bash"
build recover
build features
platform=$POISE_BUILD/libpoise_opencl.so
for kernel in queries private_zeros barriers structured two_variables arithmetic chain prints looks tickets adds; do
    poise capture -o $kernel -- ./recover "$tests/untraced.cl" $kernel >traced 2>message || cat message
    OCL_ICD_VENDORS=$platform ./recover "$tests/untraced.cl" $kernel >untraced || echo "$kernel fails without a trace"
    diff traced untraced
    grep sum untraced
done
OCL_ICD_VENDORS=$platform ./features "$tests/features.cl" >untraced || echo "features fail without a trace"

poise-kernel-compiler build "$tests/untraced.cl" program.so "" || exit 1
strings program.so | grep -E '^poise_(group|context)_' | sort -u

# Work-items at different barriers.
build one_launch
poise capture -k none -o divergent -- ./one_launch "$tests/barriers.cl" divergent 64

# Divisions that would trap on the processor that runs the capture give some value (OpenCL 1.2, section 6.3.a), and the others theirs:
# the kernel prints which do not.
. "$POISE_ROOT/tests/cli/capture/build.bash"
build one_launch
launch=(./one_launch "$tests/small.cl" divides 64 -DVALUE=1)
poise capture -o traces -- "${launch[@]}" >printed 2>message || { cat message; exit 1; }
cat printed
OCL_ICD_VENDORS=$POISE_BUILD/libpoise_opencl.so "${launch[@]}" && echo "without a trace, too"

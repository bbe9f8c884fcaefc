# The table of workloads: what does not depend on the simulator is known, the rest is there.
[ -e "$POISE_BUILD/libpoise_opencl.so" ] || exit 77
POISE_BUILD=$POISE_BUILD "$POISE_ROOT/datasets/measure.sh" histogram_8 nbody
"$POISE_ROOT/datasets/measure.sh" histogram_9

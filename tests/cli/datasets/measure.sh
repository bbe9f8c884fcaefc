# The table of workloads: what does not depend on the simulator is known, the rest is there.
# test: slow
POISE_BUILD=$POISE_BUILD "$POISE_ROOT/datasets/measure.sh" histogram_8 nbody
"$POISE_ROOT/datasets/measure.sh" histogram_9

# Sourced by tests of reports: coarse.h5, the profile of the three launches of a real program on a coarse grid.
poise capture -o traces/atax -- "$POISE_BUILD/datasets/atax" --size 3072 --cols 4 >/dev/null 2>&1 || exit 99
poise profile -c demo-8sm --set sms=2 --grid coarse --progress never -o coarse.h5 traces/atax 2>/dev/null || exit 99

# A folder keeps its parts: with more traces only those are measured. The same trace twice is measured once.
. "$POISE_ROOT/tests/cli/profile/sweep.bash"
cp -r traces/mvt again
small() { poise profile --progress never -c demo-8sm --set sms=2 --grid coarse -o "$@"; }
small sweep traces/mvt
small sweep traces/mvt traces/atax again
small file.h5 traces/mvt traces/atax again
cmp sweep/profile.h5 file.h5 && echo same
ls

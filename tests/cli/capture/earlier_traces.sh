# Launches of two programs never mix in one folder.
mkdir traces
cp "$POISE_ROOT/fuzz/corpus/trace/small.wtr" traces/0000-small.wtr
poise capture -o traces -- "$POISE_BUILD/datasets/atax" --size 256 --cols 4
code=$?
ls traces
exit $code

mkdir traces
cp "$POISE_ROOT/fuzz/corpus/trace/small.wtr" traces
poise trace import "$POISE_ROOT/fuzz/corpus/traceg/small.traceg" -o traces

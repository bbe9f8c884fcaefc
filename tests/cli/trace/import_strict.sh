poise trace import --strict "$POISE_ROOT/fuzz/corpus/traceg/small.traceg" -o traces

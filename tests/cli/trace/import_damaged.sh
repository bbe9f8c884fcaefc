poise trace import "$POISE_ROOT/fuzz/corpus/traceg/cut.traceg.xz" -o traces
code=$?
ls traces
exit "$code"

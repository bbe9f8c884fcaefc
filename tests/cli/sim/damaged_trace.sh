poise sim "$POISE_ROOT/fuzz/corpus/trace/truncated.wtr"

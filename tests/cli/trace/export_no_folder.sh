poise trace export "$POISE_ROOT/fuzz/corpus/trace/small.wtr"

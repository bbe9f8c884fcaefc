poise trace info "$POISE_ROOT/fuzz/corpus/trace/small.wtr"

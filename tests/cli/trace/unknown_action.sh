poise trace inf "$POISE_ROOT/fuzz/corpus/trace/small.wtr"

poise sim -s gtoo "$POISE_ROOT/fuzz/corpus/trace/small.wtr"

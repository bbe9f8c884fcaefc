poise trace print -n 2 "$POISE_ROOT/fuzz/corpus/trace/small.wtr"

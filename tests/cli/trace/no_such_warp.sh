poise trace print -w 99 "$POISE_ROOT/fuzz/corpus/trace/small.wtr"

poise sim --set warps=0 "$POISE_ROOT/fuzz/corpus/trace/small.wtr"

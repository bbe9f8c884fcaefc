poise sim --set warp=3 "$POISE_ROOT/fuzz/corpus/trace/small.wtr"

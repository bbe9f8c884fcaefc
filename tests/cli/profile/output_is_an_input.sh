cp "$POISE_ROOT/fuzz/corpus/trace/small.wtr" .
poise profile small.wtr -o small.wtr

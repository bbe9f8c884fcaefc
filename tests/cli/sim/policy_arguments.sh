poise sim -s swl:4:4 "$POISE_ROOT/fuzz/corpus/trace/small.wtr"

poise sim -s poise:nowhere.model "$POISE_ROOT/fuzz/corpus/trace/small.wtr"

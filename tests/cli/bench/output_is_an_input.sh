cp "$POISE_ROOT/fuzz/corpus/trace/small.wtr" trace.wtr
poise bench --json trace.wtr trace.wtr

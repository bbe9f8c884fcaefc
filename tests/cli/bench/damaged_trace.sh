poise bench "$POISE_ROOT/fuzz/corpus/trace/truncated.wtr"

# Every trace before the damaged one is reported; the sentence says where the damage is.
poise trace check "$POISE_ROOT/fuzz/corpus/trace/small.wtr" "$POISE_ROOT/fuzz/corpus/trace/truncated.wtr"

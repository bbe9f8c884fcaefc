# Every file has its turn, and every damage its sentence that says where.
corpus=$POISE_ROOT/fuzz/corpus/trace
poise trace check "$corpus/truncated.wtr" "$corpus/small.wtr" "$POISE_ROOT/README.md" "$corpus/random.wtr"

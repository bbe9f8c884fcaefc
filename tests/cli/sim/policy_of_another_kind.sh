# A warp scheduler is no cache policy.
poise sim --l1 gto "$POISE_ROOT/fuzz/corpus/trace/small.wtr"

mkdir profile.h5
poise profile -o profile.h5 "$POISE_ROOT/fuzz/corpus/trace/small.wtr"

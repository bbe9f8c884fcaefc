# Refused before the first simulation, so no progress is shown.
poise profile --progress always -o missing/profile.h5 "$POISE_ROOT/fuzz/corpus/trace/small.wtr"

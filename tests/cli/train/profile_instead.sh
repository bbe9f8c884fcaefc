# The file of the step before is told from a data set.
poise profile --set sms=1 -o profile.h5 "$POISE_ROOT/fuzz/corpus/trace/small.wtr" 2>/dev/null || exit 4
poise train profile.h5 -o poise.model

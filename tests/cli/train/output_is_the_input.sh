poise profile --set sms=1 -o profile.h5 "$POISE_ROOT/fuzz/corpus/trace/small.wtr" 2>/dev/null || exit 4
poise features --no-filter profile.h5 -o dataset.h5 2>/dev/null || exit 4
poise train --ridge 1 dataset.h5 -o dataset.h5

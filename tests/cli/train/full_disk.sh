# A file size limit stands for a full disk (the signal ignored, writes fail); nothing is left behind.
poise profile --set sms=1 -o profile.h5 "$POISE_ROOT/fuzz/corpus/trace/small.wtr" 2>/dev/null || exit 4
poise features --no-filter profile.h5 -o dataset.h5 2>/dev/null || exit 4
trap '' XFSZ
said=$(ulimit -f 0 && poise train --ridge 1 dataset.h5 -o poise.model 2>&1 >/dev/null)
code=$?
echo "$said" | tail -n 1
ls
exit $code

# A file size limit stands for a full disk (the signal ignored, writes fail); nothing is left behind.
trap '' XFSZ
ulimit -f 1
poise profile --set sms=1 -o profile.h5 "$POISE_ROOT/fuzz/corpus/trace/small.wtr" 2>&1 | cat
code=${PIPESTATUS[0]}
ls
exit $code

# A file size limit stands for a full disk (the signal ignored, writes fail); nothing is left behind.
mkdir traces
cp "$POISE_ROOT/fuzz/corpus/trace/small.wtr" traces
trap '' XFSZ
ulimit -f 1
poise evaluate --set sms=1 -s gto,lrr --json result.json traces 2>&1 >/dev/null | tail -n 1
code=${PIPESTATUS[0]}
ls
exit $code

# A file size limit stands for a full disk (the signal ignored, writes fail); nothing is left behind.
trap '' XFSZ
ulimit -f 1
poise bench --set sms=1 --repeat 100 --json result.json "$POISE_ROOT/fuzz/corpus/trace/small.wtr" 2>&1 >/dev/null | tail -n 1
code=${PIPESTATUS[0]}
ls
exit "$code"

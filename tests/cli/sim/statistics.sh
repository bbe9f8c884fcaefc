poise sim --set sms=1 "$POISE_ROOT/fuzz/corpus/trace/small.wtr"

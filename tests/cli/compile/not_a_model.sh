poise compile "$POISE_ROOT/fuzz/corpus/trace/small.wtr" -o weights.h
code=$?
ls
exit $code

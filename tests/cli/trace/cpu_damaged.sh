cp "$POISE_ROOT"/fuzz/corpus/cpu/{small,truncated}.cpu .
poise trace cpu truncated.cpu
echo $?
printf x >>small.cpu
poise trace cpu small.cpu
echo $?
poise trace cpu "$POISE_ROOT/fuzz/corpus/trace/small.wtr" 2>&1 | sed 's#/[^ ]*/##'
poise trace cpu missing.cpu

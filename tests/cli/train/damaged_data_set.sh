# Something that is no data set leaves no model.
poise train "$POISE_ROOT/fuzz/corpus/trace/small.wtr" -o poise.model
code=$?
ls
exit $code

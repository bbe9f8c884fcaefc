# What is missing or too much on the command line is named.
try() {
    poise "$@"
    echo "exit code $?"
}
profile=$POISE_ROOT/datasets/profiles/training.h5
try features -o data.h5
try features "$profile"
try features --from csv -o data.h5 one.csv two.csv
try profile -c demo-8sm "$POISE_ROOT/fuzz/corpus/trace/small.wtr"
ls

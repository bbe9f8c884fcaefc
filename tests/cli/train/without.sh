# --without leaves programs out of a model of loads: only there, only with -o, only some that there are, and two must be left.
try() {
    poise train "$@"
    echo "exit code $?"
}
poise features -o thesis.h5 "$POISE_ROOT/datasets/profiles/training.h5" 2>/dev/null
loads=$POISE_ROOT/datasets/profiles/loads.h5
try --without atax -o x.model thesis.h5
try --loads logistic --without nobody -o x.model "$loads"
try --loads logistic --cv program --without atax "$loads"
ls
try --loads logistic $(poise report "$loads" --format csv | awk -F, 'NR > 1 && !seen[$2]++ && n++ < 14 { print "--without", $2 }') -o x.model "$loads"

# Capture, profile and evaluate two small programs; table, CSV and JSON are the same for any number of threads.
set -e
for program in atax mvt; do
    poise capture -o "traces/$program" -- "$POISE_BUILD/datasets/$program" --size 1024 --cols 8
done
poise profile -c demo-8sm --set sms=2 --grid coarse --split evaluation -o profile.h5 traces/atax traces/mvt
evaluate() {
    poise evaluate -c demo-8sm --set sms=2 -s "gto,swl,static_best,poise:$POISE_ROOT/models/thesis.model" \
        --profile profile.h5 -j "$1" --csv "$1.csv" --json "$1.json" traces/atax traces/mvt >"$1.txt"
}
evaluate 1
evaluate 2
cmp 1.txt 2.txt
cmp 1.csv 2.csv
cmp 1.json 2.json
cat 1.txt
wc -l <1.csv

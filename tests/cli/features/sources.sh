# --add-sources: a data set of loads that was made without the sources gets the lines of its loads, and nothing else changes; a trace
# that is missing and other options are refused.
# test: slow
set -e
poise capture -o traces/spmv -- "$POISE_BUILD/datasets/spmv" --input uniform --size 3072 --degree 8 >/dev/null 2>&1
poise capture -o traces/moments -- "$POISE_BUILD/datasets/moments" --cols 8 --size 1024 >/dev/null 2>&1
mkdir sources && mv traces/spmv/source-*.cl sources
poise profile --progress never -c demo-8sm --set sms=2 --grid coarse --loads adaptive -o profile.h5 traces/spmv 2>/dev/null
poise features --loads -o bare.h5 profile.h5 2>/dev/null
poise features --loads --add-sources bare.h5 -o none.h5 traces/spmv
cmp bare.h5 none.h5 && echo "nothing without the source"
mv sources/* traces/spmv
poise features --loads --add-sources bare.h5 -o lines.h5 traces/moments traces/spmv
for file in bare.h5 lines.h5; do
    echo "$(poise report $file --format md | grep -c 'sum += value') lines of $file" || true
done
h5diff bare.h5 lines.h5 | grep -B 1 'differences\? found' || echo "all else is as it was"
poise features --loads --add-sources lines.h5 -o again.h5 traces/spmv 2>/dev/null
cmp lines.h5 again.h5 && echo "the same again"
refused() {
    if "$@"; then exit 9; else echo "exit code $?"; fi
}
refused poise features --add-sources bare.h5 -o x.h5 traces/spmv
refused poise features --loads --add-sources bare.h5 -o x.h5 traces/moments
refused poise features --loads --add-sources bare.h5 --csv x.csv -o x.h5 traces/spmv
refused poise features --loads --add-sources profile.h5 -o x.h5 traces/spmv
[ ! -e x.h5 ]

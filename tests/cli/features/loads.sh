# --loads: a data set of single loads. The same profile gives the same bytes; a profile without loads, one that is damaged and
# options of the other data set are refused.
# test: slow
set -e
p=$POISE_ROOT/datasets/profiles/training.h5
poise capture -o traces/spmv -- "$POISE_BUILD/datasets/spmv" --input uniform --size 3072 --degree 8 >/dev/null 2>&1
poise profile --progress never -c demo-8sm --set sms=2 --grid coarse --loads adaptive -o profile.h5 traces/* 2>/dev/null
poise features --loads -o loads.h5 --csv loads.csv profile.h5 2>log
sed -E 's/[0-9]+/#/g' log
poise features --loads -o again.h5 --csv again.csv profile.h5 2>/dev/null
cmp loads.h5 again.h5 && cmp loads.csv again.csv && echo "the same again"
head -1 loads.csv | cut -d, -f1-14
# Every row of the load with the best schedule's flag, and margins that follow from the cycles.
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { if ($at["context"] % 2) best[$at["pc"]]++
      m = log($at["cycles_around"] / $at["cycles_allocating"]) - $at["margin"]; if (m * m > 1e-20) print "margin of line " NR }
    END { for (pc in best) if (best[pc] != 1) print "load " pc " has " best[pc] " best rows" }' loads.csv
h5dump -a /format loads.h5 | grep -o 'poise loads'
refused() {
    if "$@"; then exit 9; else echo "exit code $?"; fi
}
refused poise features --loads -o x.h5 "$p"
refused poise features --loads --view logs -o x.h5 profile.h5
refused poise features --loads --program none -o x.h5 profile.h5
refused poise features --loads -o x.h5 loads.h5
head -c 5000 profile.h5 >cut.h5
refused poise features --loads -o x.h5 cut.h5 2>cut.txt
[ ! -e x.h5 ]
refused poise train -o x.model loads.h5 2>train.txt
cat cut.txt train.txt >&2

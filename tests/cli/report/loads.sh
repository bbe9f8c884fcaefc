# The report of a data set of loads in every form; what does not go with it is refused.
# test: slow
poise capture -o traces/spmv -- "$POISE_BUILD/datasets/spmv" --input uniform --size 3072 --degree 8 >/dev/null 2>&1 || exit 99
poise profile --progress never -c demo-8sm --set sms=2 --grid coarse --loads adaptive -o profile.h5 traces/* 2>/dev/null || exit 99
poise profile --progress never -c demo-8sm --set sms=2 --grid coarse --loads adaptive --split evaluation -o other.h5 traces/* 2>/dev/null || exit 99
poise features --loads -o loads.h5 profile.h5 2>/dev/null && poise features --loads -o other_loads.h5 other.h5 2>/dev/null || exit 99
for form in html svg md csv; do
    poise report loads.h5 -o report.$form || exit 1
    poise report loads.h5 --format $form | cmp - report.$form && echo "$form: same"
done
poise report loads.h5 -o figures/ 2>/dev/null
ls figures | grep -c svg
xmllint --noout report.html report.svg figures/*.svg
sed -n 's/^| *[0-9]* | \([a-z_]*_one\) .*/\1/p' report.md | sort | head -3
head -1 report.csv
grep -c '^[0-9]*,spmv,' report.csv
try() {
    poise report "$@" >out
    echo $?
}
try loads.h5 --kernel k0
try loads.h5 --features sampled
try loads.h5 --cv program
try other_loads.h5
try other_loads.h5 --final

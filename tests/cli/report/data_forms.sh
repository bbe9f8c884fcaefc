# The report of a data set in every form; the evaluation split takes --final; wrong calls are refused.
. "$POISE_ROOT/tests/cli/report/learned.bash"
sed '3s/training,0$/training,3/' "$POISE_ROOT/tests/cli/train/kernels.csv" >kernels.csv
poise features --from csv kernels.csv -o data.h5 2>/dev/null || exit 99
for form in html svg md csv; do
    poise report data.h5 -o report.$form || exit 1
    poise report data.h5 --format $form | cmp - report.$form && echo "$form: same"
done
head -n 4 report.md
head -n 3 report.csv
poise report data.h5 -o figures/
ls figures
xmllint --noout report.html report.svg figures/*.svg
for option in "" --final; do
    poise report data.h5 $option --format csv | cut -d, -f6 | sort | uniq -c
    poise report data.h5 $option --format html | grep -c 'Evaluation split'
done
try() {
    poise report "$@"
    echo $?
}
try data.h5 --kernel k0
try data.h5 --cv program
try data.h5 --choose
try negbin.model

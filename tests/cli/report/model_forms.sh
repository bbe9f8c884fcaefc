# Every form of a model's report: the same data give the same bytes, and the standard output is as good as a file.
. "$POISE_ROOT/tests/cli/report/learned.bash"
for form in html svg md csv; do
    poise report negbin.model data.h5 -o report.$form || exit 1
    poise report negbin.model data.h5 --jobs 1 --format $form >stdout.$form || exit 1
    cmp report.$form stdout.$form && echo "$form: same"
done
sed -n '1,/^$/p' report.md
grep '^[*#]' report.md
head -n 3 report.csv
poise report negbin.model data.h5 -o figures/
ls figures
xmllint --noout report.html report.svg figures/*.svg

# Every form, chosen by name or by option; the same profile gives the same bytes, and the standard output is as good as a file.
. "$POISE_ROOT/tests/cli/report/small.bash"
small_profile
mkdir elsewhere
cp small.h5 elsewhere/
for form in html svg md csv; do
    poise report small.h5 -o report.$form || exit 1
    poise report elsewhere/small.h5 --format $form >stdout.$form || exit 1
    cmp report.$form stdout.$form && echo "$form: same"
done
poise report small.h5 | cmp - report.md
cat report.md report.csv
poise report small.h5 -o figures/
poise report small.h5 -o figures
ls figures
cmp figures/*.svg report.svg && echo "svg: same"
for file in report.html report.svg; do
    xmllint --noout $file || exit 1
done

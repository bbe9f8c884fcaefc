# The report of an evaluation in every form; the same results give the same bytes; wrong calls are refused.
# test: slow
for program in atax bicg; do
    poise capture -o traces/$program -- "$POISE_BUILD/datasets/$program" --size 1536 --cols 24 >/dev/null 2>&1 || exit 99
done
machine=(-c demo-8sm --set sms=2)
poise evaluate --progress never "${machine[@]}" -s gto,tuple:3:2,poise -m speedup -o results.h5 --csv results.csv traces/* >/dev/null 2>&1 || exit 99
poise profile --progress never "${machine[@]}" --grid adaptive -o profile.h5 traces/atax 2>/dev/null || exit 99
for form in html svg md csv; do
    poise report results.h5 -o report.$form || exit 1
    poise report results.h5 --format $form | cmp - report.$form && echo "$form: same"
done
xmllint --noout report.html report.svg
cmp report.csv results.csv && echo "CSV: that of poise evaluate"
grep '^#\|^Th' report.md | head -n 4
poise report results.h5 -o figures/
ls figures
poise report results.h5 --profile profile.h5 -o behind/ 2>/dev/null
grep -c '</title></circle>.*alone\|alone: ' behind/tuples-001-*-plane.svg figures/tuples-001-*-plane.svg | sed 's/:[1-9].*/: has the speedups/'
# the link of the page holds the CSV file
xmllint --xpath 'string(//*[@download]/@href)' report.html | sed 's/^data:[^,]*,//; s/%/\\x/g' | xargs -0 printf '%b' | head -c "$(stat -c %s report.csv)" | cmp - report.csv && echo "link: same"
try() {
    poise report "$@"
    echo $?
}
try results.h5 --kernel atax_rows
try results.h5 --final
try results.h5 --cv program
try profile.h5 --profile profile.h5
try results.h5 --profile results.h5
poise profile --progress never -c demo-8sm --set sms=1 --grid adaptive -o other.h5 traces/atax 2>/dev/null || exit 99
try results.h5 --profile other.h5 2>&1 | sed 's/[0-9a-f]\{32\}/HASH/g'
head -c 3000 results.h5 >short.h5
try short.h5

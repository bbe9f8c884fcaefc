# The report of an evaluation on several machines in every form; the numbers are those that the evaluation printed.
for program in atax bicg; do
    poise capture -o traces/$program -- "$POISE_BUILD/datasets/$program" --size 256 --cols 24 >/dev/null 2>&1 || exit 99
done
machines=(-c demo-8sm --set sms=2 --machine base= --machine "few=l1_mshrs=8" --machine memory:infinite)
poise evaluate --progress never "${machines[@]}" -s gto,mine=tuple:3:2 -m speedup -o results.h5 --csv results.csv traces/* >table.txt 2>/dev/null || exit 99
for form in html svg md csv; do
    poise report results.h5 -o report.$form || exit 1
    poise report results.h5 --format $form | cmp - report.$form && echo "$form: same"
done
xmllint --noout report.html report.svg && echo "well-formed"
cmp report.csv results.csv && echo "CSV: that of poise evaluate"
sed -n 1,12p report.md
# The means of machines, then programs, number by number; the table has no bars.
awk '/^## Speedup/ { on = 1 } /^## IPC/ { on = 0 } on && /^\|/ && !/---/' report.md | tr -d '|*' | awk '$1 ~ /^(base|few|memory:infinite|atax|bicg|harmonic)$/ { $1 = $1; print }' >shown
awk '/^Machines/ { exit } $1 ~ /^(base|few|memory:infinite|atax|bicg|harmonic)$/ && !/few .*memory/ { $1 = $1; print }' table.txt >printed
grep -v "few memory" shown | cmp - printed && echo "means and programs: same"
poise report results.h5 -o figures/ 2>&1
ls figures
cmp report.svg figures/means.svg && echo "SVG: that of the means"
grep -o '<h2>[A-Za-z ]*' report.html
xmllint --xpath 'string(//*[@download]/@href)' report.html | sed 's/^data:[^,]*,//; s/%/\\x/g' | xargs -0 printf '%b' | head -c "$(stat -c %s report.csv)" | cmp - report.csv && echo "link: same"

echo "== one of the machines"
poise report results.h5 --machine few -o few.html && xmllint --noout few.html && grep -c 'Evaluation of warp schedulers' few.html
poise report results.h5 --machine few --format csv | cmp - <(grep '^machine,\|^few,' results.csv) && echo "CSV: same lines"
poise report results.h5 --machine few --format md | sed -n 3p

echo "== slips"
try() {
    poise report "$@" 2>&1
    echo $?
}
try results.h5 --machine fwe
try results.h5 --machine nothing
try results.h5 --profile results.h5
try results.h5 --kernel atax
poise evaluate --progress never -c demo-8sm --set sms=2 -s gto -o plain.h5 traces/atax >/dev/null 2>&1
try plain.h5 --machine few

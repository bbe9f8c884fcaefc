# The report of mixes in all forms; the same numbers as the evaluation printed.
mkdir a b && cp "$POISE_ROOT/fuzz/corpus/trace/small.wtr" a && cp a/small.wtr b
poise evaluate --set sms=6,max_cycles=3000 -s "gto,order=lrr+dram:fcfs" --mix "pair=a+b@2" --mix "<b>=a@4+cpu:$POISE_ROOT/datasets/cpu/perl.cpu" \
    -o results.h5 --csv results.csv >table.txt 2>/dev/null || exit 1
poise report results.h5 >report.md
sed -n 1,11p report.md
grep -c '^| &lt;b&gt; \|^| \\<b\\>' report.md
# The table of the evaluation, number by number.
awk '/^## Weighted speedup$/ { on = 1 } on && $2 == "pair" { print $4, $6; exit }' report.md >shown
awk '$1 == "pair" { print $2, $3; exit }' table.txt | cmp - shown && echo same
poise report results.h5 --format csv | cmp - results.csv && echo "CSV: same"
poise report results.h5 -o figures/ 2>&1
ls figures
poise report results.h5 -o one.svg && cmp one.svg figures/weighted_speedup.svg && echo "SVG: same"
poise report results.h5 -o page.html && poise report results.h5 -o again.html && cmp page.html again.html
xmllint --noout page.html one.svg && echo "well-formed"
grep -o 'All metrics\|Made from\|<h2>Programs' page.html | sort -u
# Nothing where no policy tells of itself; otherwise a line for each statistic.
grep -c "policies tell" page.html
poise evaluate --set sms=6 -s gto,told=ccws+tlb:shared_tlb --mix pair=a+b -o told.h5 --json told.json >/dev/null 2>&1 && poise report told.h5 -o told.html
told=$(sed -n '/What policies tell/,/<\/table>/p' told.html | grep -c '<tr><td class="text"><bdi>pair')
[ "$told" = "$(jq '[.results[] | .figures, .programs[].figures | length] | add' told.json)" ] && echo "told: same"
xmllint --noout told.html
poise report results.h5 -p results.h5
echo "exit $?"

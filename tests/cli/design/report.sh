# A search in all forms of a report; damaged and foreign files.
. "$POISE_ROOT/tests/cli/design/small.bash"
"${command[@]}" -o design.h5 --csv design.csv stream reuse >table.txt 2>/dev/null || exit 1
poise report design.h5
poise report design.h5 --format csv | cmp - design.csv && echo "CSV: same"
poise report design.h5 -o design.svg && poise report design.h5 -o figures/ 2>&1
ls figures && cmp design.svg figures/*.svg && echo "SVG: same"
poise report design.h5 -o page.html && poise report design.h5 -o again.html && cmp page.html again.html && xmllint --noout page.html design.svg && echo well-formed
grep -c 'class="mark' page.html
head -c 3000 design.h5 >short.h5
poise report short.h5
echo "exit $?"
poise report --kernel a design.h5
echo "exit $?"
poise design --status short.h5
echo "exit $?"

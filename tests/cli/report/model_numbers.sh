# The headline figures are those that 'poise train --cv' and 'poise predict' print, and the evaluation split takes --final.
. "$POISE_ROOT/tests/cli/report/learned.bash"
echo "# left out"
poise train --ridge 0.1 --cv program data.h5 2>/dev/null | tail -n 6
poise report negbin.model data.h5 | grep '^[*#]'
echo "# chosen anew"
poise train --ridge cv --cv program data.h5 2>/dev/null | tail -n 6
poise report --choose negbin.model data.h5 | grep '^[*#]'
echo "# fitted"
poise predict --split training negbin.model data.h5 | tail -n 6
poise report --cv none negbin.model data.h5 | grep '^[*#]'
echo "# final"
poise predict --split evaluation negbin.model data.h5 | tail -n 6
poise report --final negbin.model data.h5 | sed -n '/^## Evaluation/,$p' | grep '^[*#]'
poise report negbin.model data.h5 --format csv | grep -c ,evaluation,
poise report negbin.model data.h5 --format csv --final | grep -c ,evaluation,
poise report negbin.model data.h5 --format html | grep -c '>f<'
true

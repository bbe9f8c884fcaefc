# The tables of docs/RESULTS.md are those of the results that are shipped; other results make others. What 'make reproduce' leaves is
# brought into that form: named columns, six digits.
set -e
tool=$POISE_ROOT/datasets/results.sh
"$tool" fill "$POISE_ROOT/docs/RESULTS.md" | diff "$POISE_ROOT/docs/RESULTS.md" - && echo "up to date"
grep -c '<!-- table' "$POISE_ROOT/docs/RESULTS.md"
cp -r "$POISE_ROOT/datasets/results" other
sed -i 's/^speedup swl,1.218/speedup swl,1.999/' other/thesis.csv
"$tool" fill "$POISE_ROOT/docs/RESULTS.md" other | diff "$POISE_ROOT/docs/RESULTS.md" - | grep -c 1.999
mkdir parts
printf 'policy,extra,program,speedup\ngto,1,p,1.23456789\n' >parts/policies.csv
"$tool" keep parts kept
cat kept/policies.csv
printf '<!-- table nothing -->\n<!-- end -->\n' >bad.md
"$tool" fill bad.md

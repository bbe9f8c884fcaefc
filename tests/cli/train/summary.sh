# --summary prints what the model file has: weights of linear models, coefficients of regressions, and that a target is always the same.
set -e
table=$POISE_ROOT/tests/cli/train/kernels.csv
# weights MODEL: "feature for-N for-p" as the file has them; $digits as printed
weights() {
    sed -n 's/^weight\.\([a-z_]*\) = \([^ ]*\) \(.*\)/\1 \2 \3/p' "$1" | awk -v format="$format" '{ printf "%s " format " " format "\n", $1, $2, $3 }'
}

poise features --from csv "$table" -o data.h5 2>message
poise train -m linear --cost 1 --epsilon 0.1 --summary -o linear.model data.h5 >linear.txt 2>message
format=%.6g
weights linear.model | diff - <(awk '/^feature/ { on = 1; next } on && NF == 3 { print $1, $2, $3 }' linear.txt) && echo "linear: as in the file"

poise train -m negbin --summary -o negbin.model data.h5 >negbin.txt 2>message
format=%.5f
weights negbin.model | diff - <(awk '
    /^ln [Np]: / { column++ }
    /Estimate/ { on = 1; next }
    /^$|^---/ { on = 0 }
    on { if (column == 1) name[++n] = $1; value[$1, column] = $2 }
    END { for (i = 1; i <= n; i++) print name[i], value[name[i], 1], value[name[i], 2] }' negbin.txt) && echo "negbin: as in the file"
grep '^ln' negbin.txt

awk -F, -v OFS=, 'NR > 1 { $3 = 24; $13 = 2 } { print }' "$table" >same.csv
poise features --from csv same.csv -o same.h5 2>message
poise train -m negbin --summary -o same.model same.h5 2>message | grep "^All"
grep "are equal" message

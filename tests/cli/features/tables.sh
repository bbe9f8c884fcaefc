# A table comes in and goes out as CSV and as SVMlight; one without a needed column is refused.
set -e
poise features --from csv "$POISE_ROOT/tests/cli/train/kernels.csv" -o a.h5 --csv a.csv --svmlight a
poise features --from csv a.csv -o b.h5 --csv b.csv
cmp a.csv b.csv
wc -l <a.n
poise features --from svmlight a -o c.h5 --svmlight c
cut -d' ' -f2- a.n | cmp - <(cut -d' ' -f2- c.p)
cut -d, -f1-5 a.csv >cut.csv
poise features --from csv cut.csv -o cut.h5

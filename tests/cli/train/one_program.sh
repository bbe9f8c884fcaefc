# Nothing can be chosen by leaving programs out of one.
head -2 "$POISE_ROOT/tests/cli/train/kernels.csv" >one.csv
poise features --from csv one.csv -o one.h5 2>messages || exit 4
poise train -m rbf -o poise.model one.h5
code=$?
ls poise.model 2>messages
exit $code

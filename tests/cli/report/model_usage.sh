# Every wrong call gets one sentence and its exit code, and nothing is written.
. "$POISE_ROOT/tests/cli/report/learned.bash"
try() {
    poise report "$@"
    echo $?
}
try negbin.model data.h5 data.h5
try negbin.model
try data.h5 negbin.model
try negbin.model missing.h5
try missing.model data.h5
try negbin.model data.h5 -o data.h5 --format html
try negbin.model data.h5 -o negbin.model --format html
try negbin.model data.h5 --kernel k0
try negbin.model data.h5 --cv kernel
try negbin.model data.h5 -o report.pdf
try "$POISE_ROOT/models/thesis.model" data.h5 --cv program
poise features --merges-hit --from csv "$POISE_ROOT/tests/cli/train/kernels.csv" -o other.h5 2>/dev/null
try negbin.model other.h5
head -c 300 negbin.model >cut.model
try cut.model data.h5
head -c 3000 data.h5 >cut.h5
try negbin.model cut.h5
ls

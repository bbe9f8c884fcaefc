# Every wrong call gets one sentence and exit code 2, and nothing is written.
. "$POISE_ROOT/tests/cli/report/coarse.bash"
cp coarse.h5 kept.h5
mkdir folder
try() {
    poise report "$@"
    echo $?
}
try
try coarse.h5 kept.h5
try coarse.h5 -o report.pdf
try coarse.h5 -o svg
try coarse.h5 -o coarse.h5 --format html
try coarse.h5 -o folder --format html
try coarse.h5 --format pdf
try coarse.h5 -o one.svg
try coarse.h5 -o one.svg --kernel atax_rowz
try coarse.h5 -o one.svg --kernel 4
try coarse.h5 --kernel 2 -o chosen.csv
wc -l <chosen.csv
rm chosen.csv
try coarse.h5 -o missing/report.html
cmp coarse.h5 kept.h5
ls . folder

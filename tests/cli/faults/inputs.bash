# What the tests of faults work on.
. "$POISE_ROOT/tests/cli/faults/fault.bash"
poise trace make reuse --blocks 1 --threads 64 --iterations 2 -o t.wtr
poise profile --progress never -c demo-8sm --grid coarse -o p.h5 t.wtr >/dev/null 2>&1
poise features -o d.h5 p.h5 >/dev/null 2>&1
poise features --from csv "$POISE_ROOT/tests/cli/train/kernels.csv" -o rows.h5 >/dev/null 2>&1
printf 'x,y\n0,2\n1,3\n2,4\n3,6\n4,8\n5,11\n' >t.csv
cp "$POISE_ROOT/models/default.model" m.model

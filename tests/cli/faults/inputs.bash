# What the tests of faults work on, and the faults.
poise trace make reuse --blocks 1 --threads 64 --iterations 2 -o t.wtr
poise profile --progress never -c demo-8sm --grid coarse -o p.h5 t.wtr >/dev/null 2>&1
poise features -o d.h5 p.h5 >/dev/null 2>&1
printf 'x,y\n0,2\n1,3\n2,4\n3,6\n4,8\n5,11\n' >t.csv
cp "$POISE_ROOT/models/default.model" m.model

# make_fault NAME: NAME.so, which LD_PRELOAD puts before the C library
make_fault() {
    ${CC:-cc} -D_GNU_SOURCE -shared -fPIC -O1 -o "$1.so" "$POISE_ROOT/tests/cli/faults/$1.c" -ldl || exit 1
}

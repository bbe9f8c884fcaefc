# Sourced by tests of faults.
# make_fault NAME: NAME.so, which LD_PRELOAD puts before the C library
make_fault() {
    ${CC:-cc} -D_GNU_SOURCE -shared -fPIC -O1 -o "$1.so" "$POISE_ROOT/tests/cli/faults/$1.c" -ldl || exit 1
}

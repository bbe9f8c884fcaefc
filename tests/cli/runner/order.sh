# Those that are tagged "slow" begin first, in the next run those that took long; --quick leaves slow ones out; times are kept
# and printed.
mkdir -p build tests/cli
echo ': nothing' >tests/cli/a.sh
echo ': nothing' >tests/cli/b.sh
printf '%s\n' '# What it does.' '# test: slow alone' >tests/cli/c.sh
printf '%s\n' '# test: slow' >tests/cli/d.sh
run() {
    echo "$*"
    POISE_TEST_JOBS=1 "$POISE_ROOT/tests/run.sh" "$@" "$PWD"/tests/cli/{a,b,c,d}.sh | sed 's|/.*/||'
}
as_if_long() { sed -i 's/^[0-9.]* \(.*a.sh\)$/50 \1/; s/^[0-9.]* \(.*b.sh\)$/100.5 \1/' build/tests/times; }
run build
sort -k 3 build/tests/times | sed 's/^[0-9.]* [0-9.]* .*cli/SECONDS SECONDS /'
as_if_long
run --quick build
as_if_long
POISE_TEST_TIMES=1 run build | sed 's/[0-9][0-9.]* s\b/N s/g'
POISE_TEST_JOBS=none "$POISE_ROOT/tests/run.sh" build
echo "exit $?"

# The runner counts test functions, and a crash, an empty program, a skipped test, one that is skipped without a reason and a
# missing program as what they are.
mkdir -p build/tests
program() {
    printf '#!/bin/sh\n%s\n' "$2" >"build/tests/$1"
    chmod +x "build/tests/$1"
}
program test_good 'echo "ok 1 - a"; echo "ok 2 - b"'
program test_bad 'echo "ok 1 - a"; echo "not ok 2 - b"; echo "# why"; exit 1'
program test_crash 'echo "ok 1 - a"; kill -SEGV $$'
program test_empty 'exit 0'
program test_skip 'echo "# skipped: nothing to do"; echo "not ok 1 # SKIP a"; echo "ok 2 - b"'
program test_skip_silent 'echo "not ok 1 # SKIP a"'
POISE_TEST_JOBS=1 "$POISE_ROOT/tests/run.sh" build "$PWD"/build/tests/test_* "$PWD/build/tests/test_missing"

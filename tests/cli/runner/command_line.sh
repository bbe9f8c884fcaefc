# Exit codes, exact output and patterns of command-line tests; what they leave in TMPDIR.
mkdir -p build tests/cli
script() {
    echo "$2" >"tests/cli/$1.sh"
}
script exact 'echo one; echo two >&2; exit 5'
echo 5 >tests/cli/exact.exit
echo one >tests/cli/exact.stdout.exact
echo two >tests/cli/exact.stderr.exact
script pattern 'echo start; echo 1; echo 2; echo "time 12 s"'
printf 'start\n...\ntime [0-9]* s\n' >tests/cli/pattern.stdout.glob
script wrong_code 'exit 1'
script wrong_text 'echo one more'
echo one >tests/cli/wrong_text.stdout.exact
script wrong_line 'echo a; echo b; echo c'
printf 'a\n...\nd\n' >tests/cli/wrong_line.stdout.glob
script rest_of_text 'echo a; echo b'
echo a >tests/cli/rest_of_text.stdout.glob
script skipped 'echo first; echo "no luck today"; exit 77'
script skipped_silently 'exit 77'
script untidy 'mkdir "$TMPDIR/left" && touch "$TMPDIR/left/behind" "$TMPDIR/other"'
POISE_TEST_JOBS=1 "$POISE_ROOT/tests/run.sh" build "$PWD"/tests/cli/*.sh

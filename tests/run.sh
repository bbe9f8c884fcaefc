#!/bin/bash
# Runs tests of every kind and closes with one line "N passed, N failed" (", N skipped" when there are any).
#
#   tests/run.sh BUILD ITEM...
#
# BUILD is the build folder. An ITEM is
#   BUILD/tests/SUITE/ROOM/test_NAME   a cmocka program; each of its test functions counts as one test
#   BUILD/fuzz/replay_NAME             replays fuzz/corpus/NAME/* through a fuzz target; counts as one test
#   tests/cli/.../NAME.sh              a command-line test, see below
#   tests/.../check_NAME.sh            a check that passes when it exits with 0
#
# A command-line test is a script that runs in an empty folder with BUILD in its PATH and POISE_ROOT set to the source
# tree. Beside it stand what is expected of it, each optional but the exit code, which is 0 unless NAME.exit says
# otherwise:
#   NAME.stdout.exact  NAME.stderr.exact   the text itself
#   NAME.stdout.glob   NAME.stderr.glob    a shell pattern for each line; a line "..." stands for any number of lines
# Exit code 77 means skipped. Every test ends after POISE_TEST_SECONDS (300) at the latest.
set -u
export LC_ALL=C

if [ $# -lt 1 ]; then
    echo "usage: tests/run.sh BUILD ITEM..." >&2
    exit 2
fi
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
build=$(cd "$1" && pwd)
shift
. "$root/tests/run_cmocka.sh"
. "$root/tests/run_script.sh"

seconds=${POISE_TEST_SECONDS:-300}
passed=0 failed=0 skipped=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# report_failure NAME REASON [FILE]: one line, then what the test wrote.
report_failure() {
    failed=$((failed + 1))
    echo "FAIL $1: $2"
    [ -z "${3:-}" ] || sed 's/^/    | /' "$3"
}

cd "$root" || exit 1
for item in "$@"; do
    name=${item#"$build"/}
    case $item in
    *.sh) [ -e "$item" ] ;;
    *) [ -x "$item" ] ;;
    esac || {
        report_failure "$name" "not built"
        continue
    }
    case $item in
    */fuzz/replay_*) run_corpus "$name" "$item" ;;
    *tests/cli/*.sh) run_command_line "$name" "$item" ;;
    *.sh) run_check "$name" "$item" ;;
    *) run_cmocka "$name" "$item" ;;
    esac
done

totals="$passed passed, $failed failed"
[ "$skipped" = 0 ] || totals="$totals, $skipped skipped"
echo "$totals"
[ "$failed" = 0 ]

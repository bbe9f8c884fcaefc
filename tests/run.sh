#!/bin/bash
# Runs tests of every kind side by side and closes with one line "N passed, N failed" (", N skipped" when there are any).
#
#   tests/run.sh [--quick] BUILD ITEM...
#
# BUILD is the build folder. An ITEM is
#   BUILD/tests/SUITE/MODULE/test_NAME   a cmocka program; each of its test functions counts as one test
#   BUILD/fuzz/replay_NAME             replays fuzz/corpus/NAME/* through a fuzz target; counts as one test
#   tests/cli/.../NAME.sh              a command-line test, see below
#   tests/.../check_NAME.sh            a check that passes when it exits with 0
#
# A command-line test is a script that runs in an empty folder with BUILD in its PATH and POISE_ROOT set to the source
# tree. Beside it stand what is expected of it, each optional but the exit code, which is 0 unless NAME.exit says
# otherwise:
#   NAME.stdout.exact  NAME.stderr.exact   the text itself
#   NAME.stdout.glob   NAME.stderr.glob    a shell pattern for each line; a line "..." stands for any number of lines
#
# A test is skipped with its reason: a script writes it as its last line and exits with 77, a cmocka function calls
# skip_test("reason") of tests/test.h. A skip without a reason is a failure.
#
# Every item has its own TMPDIR and HOME; one that leaves something in TMPDIR has failed. Results are printed as items end, failures once more before the totals. The
# longest of the last run (BUILD/tests/times) begin first. A line "test: TAG..." in a comment of its source tells of an item
#   alone   it runs when all others are done, one at a time
#   slow    --quick leaves it out; it begins early where there was no last run
#   waits   it mostly waits, for timeouts of others: it runs beside as many others as if it were not there
#
# Variables: POISE_TEST_JOBS items run side by side (the processors); POISE_TEST_TIMES=1 prints the slowest ten;
# POISE_TEST_UNDER a command that test programs run under (make test-valgrind);
# POISE_TEST_SECONDS (300) an item may take, seconds of a machine with nothing else to do: they pass slower on a busy one.
set -u
export LC_ALL=C

quick=0
[ "${1:-}" != --quick ] || { quick=1 && shift; }
if [ $# -lt 1 ]; then
    echo "usage: tests/run.sh [--quick] BUILD ITEM..." >&2
    exit 2
fi
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1/tests" || exit 1
build=$(cd "$1" && pwd)
items=("${@:2}")
names=("${items[@]#"$1"/}") # those of programs without the build folder
names=("${names[@]#"$build"/}")
seconds=${POISE_TEST_SECONDS:-300}
processors=$(nproc)
jobs=${POISE_TEST_JOBS:-$processors}
[[ $seconds$jobs =~ ^[0-9]+$ && $jobs -ge 1 ]] || {
    echo "tests/run.sh: POISE_TEST_JOBS and POISE_TEST_SECONDS are whole numbers" >&2
    exit 2
}
export -n POISE_TEST_JOBS POISE_TEST_SECONDS POISE_TEST_TIMES # tests of this runner say what they want
# A test that calls make gets one that knows nothing of ours; OpenMP's threads do not spin while they wait for a processor.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
export OMP_WAIT_POLICY=${OMP_WAIT_POLICY:-passive}

. "$root/tests/run_order.sh"
. "$root/tests/run_clock.sh"
. "$root/tests/run_item.sh"
. "$root/tests/run_cmocka.sh"
. "$root/tests/run_script.sh"

scratch=$(mktemp -d) || exit 1
trap 'clean_up' EXIT
trap 'interrupted' INT TERM HUP

# clean_up: a process that is being killed may still write a file where one was removed.
clean_up() {
    local try
    for try in 1 2 3 4 5; do
        if rm -rf "$scratch" 2>/dev/null; then return; fi
        sleep 0.2
    done
}

# interrupted: nothing goes on that we began.
interrupted() {
    trap '' INT TERM HUP
    echo "interrupted: $total_passed passed, $total_failed failed so far" >&2
    exec 2>/dev/null # what the shell says of processes that are killed
    for i in "${!running[@]}"; do
        end_item "$i" KILL
        kill -KILL "${running[$i]}" 2>/dev/null
    done
    wait
    exit 130
}

# ---- items begin and end ----
declare -A running=() # process of each item that runs, by its number
waits=()              # 1 for items that mostly wait, by their numbers
total_passed=0 total_failed=0 total_skipped=0
failures=()
mkfifo "$scratch/ended" && exec 9<>"$scratch/ended" || exit 1

# begin I
begin() {
    mkdir -p "$scratch/$1/"{tmp,home,work}
    begin_limit "$1"
    run_item "$1" 9>&- &
    running[$1]=$!
}

# has_ended I: it has counted, or can no more.
has_ended() {
    [ -e "$scratch/$1/counts" ] || ! kill -0 "${running[$1]}" 2>/dev/null
}

# take I: prints what an item wrote and adds its counts.
take() {
    local here=$scratch/$1 passed=0 failed=1 skipped=0 wall=0 cpu=0
    wait "${running[$1]}" 2>/dev/null
    unset "running[$1]"
    if [ -e "$here/counts" ]; then
        read -r passed failed skipped wall cpu <"$here/counts"
    else
        echo "FAIL ${names[$1]}: what ran it was killed" >"$here/text"
    fi
    cat "$here/text"
    [ "$failed" = 0 ] || failures[$1]=$(head -n 1 "$here/text")
    total_passed=$((total_passed + passed)) total_failed=$((total_failed + failed)) total_skipped=$((total_skipped + skipped))
    echo "$wall $cpu ${names[$1]}" >>"$scratch/times"
    end_item "$1" KILL # what it has left behind
    rm -rf "$here"
}

# busy: how many items run that do not mostly wait
busy() {
    local i n=0
    for i in "${!running[@]}"; do n=$((n + 1 - ${waits[$i]:-0})); done
    echo "$n"
}

# run_all JOBS I...: so many at a time.
run_all() {
    local most=$1 i
    shift
    while [ $# -gt 0 ] || [ ${#running[@]} -gt 0 ]; do
        while [ $# -gt 0 ] && { [ ${#running[@]} -lt "$most" ] || { [ "$most" -gt 1 ] && [ "$(busy)" -lt "$most" ]; }; }; do
            begin "$1"
            shift
        done
        read -r -t 1 -u 9 _ # some item has ended, or not
        for i in "${!running[@]}"; do
            if has_ended "$i"; then take "$i"; fi
        done
        pass_time
    done
}

print_totals() {
    [ ${#failures[@]} = 0 ] || printf '%s\n' "" "${#failures[@]} of ${#items[@]} items failed:" "${failures[@]}"
    [ "${POISE_TEST_TIMES:-0}" = 0 ] || print_slowest
    local totals="$total_passed passed, $total_failed failed"
    [ "$total_skipped" = 0 ] || totals="$totals, $total_skipped skipped"
    echo "$totals"
}

main() {
    cd "$root" || exit 1
    order_items
    keep_cache
    run_all "$jobs" "${together[@]}"
    run_all 1 "${alone[@]}"
    keep_times
    print_totals
    [ "$total_failed" = 0 ]
}

main; exit # in one line: this file may change while it runs

#!/bin/bash
# bench/cts.sh CTS [SUITE[/TEST]]...: what Khronos' conformance tests say of the capture platform, as the table of docs/CAPTURE.md.
#
# CTS is a built tree of OpenCL-CTS (github.com/KhronosGroup/OpenCL-CTS), the folder that holds test_conformance/. SUITE names
# some of the suites below, TEST some of its tests (a shell pattern); without them all are run. Every test is a process of
# its own, in wimpy mode, so that one that crashes or takes too long is one failure. Variables of the environment:
#   BUILD      our build folder (build)
#   LIMIT      seconds that one test may take (600)
#   JOBS       tests that run at the same time (1)
#   ARGUMENTS  for the programs, before the test's name: "-1 -[65536]" has math_brute_force test scalars only, and fewer of them
#   LOGS       a folder that keeps what the tests print, TEST.log, and "SUITE TEST VERDICT SECONDS" of each in the file results
#
# A test is passed, failed, skipped (it says so itself: it needs a version or an extension that the device does not have) or
# undecided: not ended within LIMIT. Exit code 0 when none failed, 1 otherwise.
set -eu
export LC_ALL=C
fail() {
    echo "cts.sh: $1" >&2
    exit 2
}
[ $# -ge 1 ] || { echo "usage: bench/cts.sh CTS [SUITE[/TEST]]..." >&2; exit 2; }
[ -d "$1/test_conformance" ] || fail "$1 has no folder test_conformance: it is no built tree of OpenCL-CTS"
tests=$(cd "$1/test_conformance" && pwd)
shift
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$root" && cd "${BUILD:-build}" && pwd)
[ -e "$build/libpoise_opencl.so" ] || fail "$build has no libpoise_opencl.so: make first"
export OCL_ICD_VENDORS=$build/libpoise_opencl.so CL_WIMPY_MODE=1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
logs=${LOGS:-$scratch}
mkdir -p "$logs"
logs=$(cd "$logs" && pwd)
limit=${LIMIT:-600}
export logs limit scratch ARGUMENTS=${ARGUMENTS:-}

# Those of OpenCL 1.2 that need neither images nor other programming interfaces.
[ $# -gt 0 ] || set -- allocations api atomics basic buffers commonfns compiler computeinfo contractions conversions device_partition \
    events geometrics half integer_ops math_brute_force mem_host_flags multiple_device_context printf profiling relationals \
    select thread_dimensions vectors
program_of() {
    case $1 in
    math_brute_force) echo test_bruteforce ;;
    multiple_device_context) echo test_multiples ;;
    *) echo "test_$1" ;;
    esac
}

# one_test SUITE PROGRAM TEST: prints "SUITE TEST VERDICT SECONDS". The program itself writes how its test ended, under the
# test's name or the suite's.
one_test() {
    local ended=$scratch/$1.$3.json status=0 verdict=failed begin=$SECONDS
    exec 2> "$logs/$1.$3.log"
    # shellcheck disable=SC2086 # words on purpose
    (cd "$(dirname "$2")" && CL_CONFORMANCE_RESULTS_FILENAME=$ended timeout -k 5 "$limit" "$2" $ARGUMENTS "$3") >&2 < /dev/null ||
        status=$?
    if [ $status = 124 ] || [ $status = 137 ]; then
        verdict=undecided
    elif [ $status = 0 ] && [ -e "$ended" ] && grep -q '": "skip"' "$ended"; then
        verdict=skipped
    elif [ $status = 0 ] && [ -e "$ended" ] && grep -q '": "pass"' "$ended"; then
        verdict=passed
    fi
    echo "$1 $3 $verdict $((SECONDS - begin))"
}
export -f one_test

# Programs list their tests with a tab before each name.
for wanted in "$@"; do
    suite=${wanted%%/*} pattern=${wanted#*/}
    [ "$pattern" != "$wanted" ] || pattern='*'
    program=$tests/$suite/$(program_of "$suite")
    [ -x "$program" ] || { echo "cts.sh: $program is not built: suite $suite is left out" >&2; continue; }
    "$program" --list 2> /dev/null | sed -n 's/^\t\([^ ]*\)$/\1/p' | while read -r test; do
        # shellcheck disable=SC2254 # a pattern on purpose
        case $test in $pattern) printf '%s\0%s\0%s\0' "$suite" "$program" "$test" ;; esac
    done
done > "$scratch/tests"
[ -s "$scratch/tests" ] || fail "there is nothing to run"
# shellcheck disable=SC2016 # the inner shell expands
xargs -0 -n 3 -P "${JOBS:-1}" bash -c 'one_test "$@"' cts < "$scratch/tests" >> "$scratch/unsorted" ||
    echo "cts.sh: not all tests have run" >&2
sort "$scratch/unsorted" > "$scratch/results"
[ "$logs" = "$scratch" ] || cp "$scratch/results" "$logs/results"

awk '
    function close_suite() {
        if (suite != "")
            printf "| %s | %d | %d | %d | %d | %d | %s |\n", suite, n, count["passed"], count["skipped"], count["failed"],
                count["undecided"], names
        n = 0
        names = ""
        split("", count)
    }
    BEGIN {
        print "| suite | tests | passed | skipped | failed | undecided | failed or undecided |"
        print "|---|---|---|---|---|---|---|"
    }
    $1 != suite { close_suite(); suite = $1 }
    { n++; count[$3]++; total[$3]++ }
    $3 == "failed" || $3 == "undecided" { names = names (names == "" ? "" : ", ") "`" $2 "`" }
    END {
        close_suite()
        printf "| all | %d | %d | %d | %d | %d | |\n", NR, total["passed"], total["skipped"], total["failed"], total["undecided"]
        exit total["failed"] > 0
    }' "$scratch/results"

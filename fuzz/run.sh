#!/bin/bash
# fuzz/run.sh BUILD SECONDS NAME...: runs the fuzz targets one after the other, as many at a time as there are processors, and prints of
# each executions, executions a second of processor time, edges covered and the inputs kept. With MERGE=1 it takes into fuzz/corpus what is
# new instead. Called by `make fuzz` and `make fuzz-merge`. Exit code other than 0: a finding.
set -u
cd "$(dirname "$0")/.." || exit 1
build=$1 seconds=$2
shift 2
mkdir -p "$build/findings"

# What targets write lies in memory where there is such a folder: on a disk that is most of their time.
parent=/dev/shm
[ -w $parent ] || parent=${TMPDIR:-/tmp}
TMPDIR=$(mktemp -d -p "$parent") || exit 1
trap 'rm -rf "$TMPDIR"' EXIT
export TMPDIR

# By edges alone: with how often each is passed, as libFuzzer counts otherwise, ten times as many inputs are new.
merge() {
    local name=$1
    mkdir -p "$build/corpus/$name"
    "$build/fuzz/fuzz_$name" -merge=1 -use_counters=0 "fuzz/corpus/$name" "$build/corpus/$name" >"$build/$name.log" 2>&1
    echo "$name: $(find "fuzz/corpus/$name" -type f | wc -l) inputs"
}

# most_bytes NAME: of an input that is tried, 0 = of the largest in the corpus. Where that is far above what any path needs, as for a test of a
# long word, longer ones only take longer. The corpus itself is replayed whole by `make test`.
most_bytes() {
    case $1 in
    machine) echo 1024 ;;
    runs) echo 2048 ;;
    *) echo 0 ;;
    esac
}

# quarantine NAME: megabytes of freed memory in which AddressSanitizer still knows who touches it: as much as some inputs free. With its own
# 256 nothing that is allocated is in a cache, and targets that start a process for each HDF5 file copy all of it each time.
quarantine() {
    case $1 in
    sealed | table) echo 1 ;;
    trace) echo 4 ;;
    *) echo 16 ;;
    esac
}

fuzz() {
    local name=$1 log=$build/$1.log code TIMEFORMAT='%U %S'
    mkdir -p "$build/corpus/$name"
    { time ASAN_OPTIONS=detect_leaks=0:quarantine_size_mb=$(quarantine "$name") "$build/fuzz/fuzz_$name" -max_total_time="$seconds" -rss_limit_mb=4096 -timeout=30 \
        -max_len="$(most_bytes "$name")" -artifact_prefix="$build/findings/$name-" -print_final_stats=1 \
        "$build/corpus/$name" "fuzz/corpus/$name" >"$log" 2>&1; } 2>"$log.time"
    code=$?
    awk -v name="$name" -v inputs="$(find "$build/corpus/$name" -type f | wc -l)" '
        FNR == NR { processor = $1 + $2; next }
        /cov: / { for (i = 1; i < NF; i++) if ($i == "cov:") covered = $(i + 1) }
        /stat::number_of_executed_units/ { n = $2 }
        END { printf "%-14s %10d executions, %7d a second, %6d edges, %5d inputs kept\n", name, n, n / (processor > 0 ? processor : 1), covered, inputs }' \
        "$log.time" "$log"
    rm -f "$log.time"
    [ $code -eq 0 ] || { echo "$name: a finding, see $log and $build/findings" && return 1; }
}

export -f merge fuzz most_bytes quarantine
export build seconds
printf '%s\n' "$@" | xargs -P "$(nproc)" -I{} bash -c "$([ -n "${MERGE:-}" ] && echo merge || echo fuzz) {}"

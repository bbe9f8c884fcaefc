#!/bin/bash
# fuzz/run.sh BUILD SECONDS NAME...: runs the fuzz targets one after the other, as many at a time as there are processors, and prints of
# each executions, executions a second, edges covered and the inputs kept. With MERGE=1 it takes into fuzz/corpus what is new instead.
# Called by `make fuzz` and `make fuzz-merge`. Exit code 1: a finding.
set -u
cd "$(dirname "$0")/.." || exit 1
build=$1 seconds=$2
shift 2
mkdir -p "$build/findings"

merge() {
    local name=$1
    mkdir -p "$build/corpus/$name"
    "$build/fuzz/fuzz_$name" -merge=1 "fuzz/corpus/$name" "$build/corpus/$name" >"$build/$name.log" 2>&1
    echo "$name: $(find "fuzz/corpus/$name" -type f | wc -l) inputs"
}

fuzz() {
    local name=$1 log=$build/$1.log code
    mkdir -p "$build/corpus/$name"
    ASAN_OPTIONS=detect_leaks=0 "$build/fuzz/fuzz_$name" -max_total_time="$seconds" -rss_limit_mb=4096 -timeout=30 \
        -artifact_prefix="$build/findings/$name-" -print_final_stats=1 "$build/corpus/$name" "fuzz/corpus/$name" >"$log" 2>&1
    code=$?
    awk -v name="$name" -v inputs="$(find "$build/corpus/$name" -type f | wc -l)" '
        /cov: / { for (i = 1; i < NF; i++) if ($i == "cov:") covered = $(i + 1) }
        /stat::number_of_executed_units/ { n = $2 }
        /stat::average_exec_per_sec/ { rate = $2 }
        END { printf "%-14s %10d executions, %7d a second, %6d edges, %5d inputs kept\n", name, n, rate, covered, inputs }' "$log"
    [ $code -eq 0 ] || { echo "$name: a finding, see $log and $build/findings" && return 1; }
}

export -f merge fuzz
export build seconds
printf '%s\n' "$@" | xargs -P "$(nproc)" -I{} bash -c "$([ -n "${MERGE:-}" ] && echo merge || echo fuzz) {}"

#!/bin/bash
# fuzz/afl.sh BUILD SECONDS CORPUS NAME...: runs the fuzz targets under AFL++, each in one process for a thousand inputs (persistent mode), as
# many targets at a time as there are processors. It begins with fuzz/corpus/NAME and CORPUS/NAME, puts what is new into the latter, by the
# names that libFuzzer gives, and prints of each executions, executions a second and edges covered. Called by `make fuzz-afl`. Exit code
# other than 0: a finding, or a target that does not run; its inputs lie in BUILD/afl/NAME/default.
set -u
cd "$(dirname "$0")/.." || exit 1
build=$1 seconds=$2 corpus=$3
shift 3

parent=/dev/shm
[ -w $parent ] || parent=${TMPDIR:-/tmp}
TMPDIR=$(mktemp -d -p "$parent") || exit 1
trap 'rm -rf "$TMPDIR"' EXIT
export TMPDIR

# What it asks of the system it does without: a processor of its own, a way for cores that nobody else takes.
export AFL_NO_UI=1 AFL_NO_COLOR=1 AFL_NO_AFFINITY=1 AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1

# keep FOLDER FROM...: copies of files that FOLDER does not have, by hash of their contents
keep() {
    local folder=$1 file name
    shift
    mkdir -p "$folder"
    for file; do
        [ -f "$file" ] || continue
        name=$(sha1sum "$file") && name=${name%% *}
        [ -e "$folder/$name" ] || cp "$file" "$folder/$name"
    done
}

fuzz() {
    local name=$1 log=$build/$1.log out=$build/afl/$1 stats=$build/afl/$1/default/fuzzer_stats code findings
    rm -rf "$out" && mkdir -p "$build/afl"
    keep "$TMPDIR/$name" "fuzz/corpus/$name"/* "$corpus/$name"/*
    afl-fuzz -i "$TMPDIR/$name" -o "$out" -V "$seconds" -t 30000 -m none -- "$build/fuzz/fuzz_$name" >"$log" 2>&1
    code=$?
    # a hanging input is a finding as it is of libFuzzer; so is one of the corpus, which AFL++ only leaves out
    findings=$(find "$out/default/crashes" "$out/default/hangs" -name 'id:*' 2>/dev/null | wc -l)
    grep -qE 'results in a (crash|timeout)|Program .* (crashed|timed out)' "$log" && findings=$((findings + 1))
    keep "$corpus/$name" "$out/default/queue"/id:*
    if [ $code -ne 0 ] || [ ! -f "$stats" ] || [ "$findings" -gt 0 ]; then
        echo "$name: $findings findings, exit code $code, see $log and $out/default"
        return 1
    fi
    awk -v name="$name" -F ' *: *' '
        { told[$1] = $2 }
        END { printf "%-14s %10d executions, %7d a second, %6d edges, %5d inputs kept\n", name, told["execs_done"], told["execs_per_sec"], told["edges_found"], told["corpus_count"] }' "$stats"
}

export -f keep fuzz
export build seconds corpus
printf '%s\n' "$@" | xargs -P "$(nproc)" -I{} bash -c 'fuzz {}'

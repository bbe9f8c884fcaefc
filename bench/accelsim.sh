#!/bin/bash
# How many times faster than Accel-Sim are we, on this machine, now? Simulates each case with both in turn and prints the ratio of
# processor seconds. A ratio of 300 means: all warp-tuples of a kernel cost one run of Accel-Sim.
#
#   ACCELSIM_RUN=COMMAND bench/accelsim.sh REFERENCE [CASE]...
#
# REFERENCE is a folder with cases/NAME/kernelslist.g, machines/NAME, accelsim_reference.csv (which tells the machine of each
# case) and gen_trace.py (makes the gen_* cases; they need python3). CASE names some of them; without it all are run.
# `COMMAND MACHINE_DIR KERNELSLIST N P` runs Accel-Sim and prints `cycles=... user_s=...`; N = P = 0 is GTO without limit.
# POINTS lists the warp-tuples, such as "0,0 2,1" (0,0). BUILD names our build folder, REPEAT our repeats (5).
#
# Theirs: user seconds of the whole process. Ours: median processor seconds of the simulation; reading the trace, once for all
# points, stands in the column "load".
set -eu
[ $# -ge 1 ] || { echo "usage: ACCELSIM_RUN=COMMAND bench/accelsim.sh REFERENCE [CASE]..." >&2; exit 2; }
[ -d "$1/cases" ] || { echo "accelsim.sh: $1 has no folder cases" >&2; exit 2; }
reference=$(cd "$1" && pwd)
shift
if ! [ -x "${ACCELSIM_RUN:-}" ]; then
    echo "accelsim.sh: no Accel-Sim here: set ACCELSIM_RUN to a command that runs it (see the head of this file)" >&2
    exit 2
fi
root=$(cd "$(dirname "$0")/.." && pwd)
case ${BUILD:-build} in /*) poise=$BUILD/poise ;; *) poise=$root/${BUILD:-build}/poise ;; esac
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Arguments of gen_trace.py: one wave of the small machine, as the recorded syn_* cases.
generated() {
    case $1 in
    gen_reuse) echo --kind reuse --iters 48 --alu 4 ;;
    gen_stream) echo --kind stream --iters 64 --alu 4 ;;
    gen_compute) echo --kind compute --iters 32 --alu 32 ;;
    gen_bfs) echo --kind bfs --iters 8 --alu 4 ;;
    gen_strided) echo --kind stride --iters 8 --alu 4 ;;
    *) return 1 ;;
    esac
}

# prepare CASE: $scratch/CASE/kernelslist.g with plain traces, and ours in $scratch/CASE/ours.
prepare() {
    local folder=$scratch/$1 arguments file
    if arguments=$(generated "$1"); then
        # shellcheck disable=SC2086 # words on purpose
        python3 "$reference/gen_trace.py" "$folder" --binary 61 --nregs 20 --blocks 24 $arguments > /dev/null
    else
        mkdir "$folder"
        sed 's/\.xz$//' "$reference/cases/$1/kernelslist.g" > "$folder/kernelslist.g"
        for file in "$reference/cases/$1"/*.traceg "$reference/cases/$1"/*.traceg.xz; do
            case $file in
            *'*'*) ;; # no such file
            *.xz) xz -dc "$file" > "$folder/$(basename "$file" .xz)" ;;
            *) ln -s "$file" "$folder" ;;
            esac
        done
    fi
    "$poise" trace import "$folder/kernelslist.g" -o "$folder/ours" 2> "$scratch/import" || { cat "$scratch/import" >&2; exit 1; }
}

machine_of() { # the recorded one, else the small one
    awk -F, -v name="$1" '$1 == name { print $2; found = 1; exit } END { if (!found) print "mini" }' \
        "$reference/accelsim_reference.csv"
}

value_of() { # KEY from "KEY=VALUE KEY=VALUE ..." on stdin
    tr ' ' '\n' | sed -n "s/^$1=//p" | head -n 1
}

# one_point CASE N P: a line of the table.
one_point() {
    local machine preset sched=gto theirs
    machine=$(machine_of "$1")
    preset=$machine
    [ "$machine" != mini ] || preset=accelsim-mini
    [ "$2" = 0 ] || sched=tuple:$2:$3
    theirs=$("$ACCELSIM_RUN" "$reference/machines/$machine" "$scratch/$1/kernelslist.g" "$2" "$3" 2> "$scratch/theirs") ||
        { cat "$scratch/theirs" >&2; echo "accelsim.sh: $ACCELSIM_RUN failed on $1" >&2; exit 1; }
    "$poise" bench -c "$preset" -s "$sched" --repeat "${REPEAT:-5}" --jobs 1 --json "$scratch/ours.json" "$scratch/$1/ours" > /dev/null
    jq -r --arg case "$1" --arg tuple "$2,$3" --argjson seconds "$(value_of user_s <<< "$theirs")" \
        --argjson cycles "$(value_of cycles <<< "$theirs")" '
        .kernels | (map(.median_cpu_s) | add) as $ours | [$case, $tuple, $seconds, $ours, (map(.load_s) | add), $seconds / $ours,
            100 * ((map(.cycles) | add) / $cycles - 1)] | @tsv' "$scratch/ours.json"
}

if [ $# = 0 ]; then
    for folder in "$reference"/cases/*/; do set -- "$@" "$(basename "$folder")"; done
    if [ -e "$reference/gen_trace.py" ] && command -v python3 > /dev/null; then
        set -- "$@" gen_reuse gen_stream gen_compute gen_bfs gen_strided
    else
        echo "accelsim.sh: without gen_trace.py and python3 the gen_* cases are left out" >&2
    fi
fi
printf '%-14s %6s %10s %10s %9s %8s %8s\n' case 'N,p' 'theirs s' 'ours s' 'load s' ratio cycles
for name in "$@"; do
    prepare "$name"
    for point in ${POINTS:-0,0}; do
        one_point "$name" "${point%,*}" "${point#*,}" > "$scratch/line"
        awk -F'\t' '{ printf "%-14s %6s %10.2f %10.4f %9.4f %8.0f %+7.1f%%\n", $1, $2, $3, $4, $5, $6, $7 }' "$scratch/line"
        cat "$scratch/line" >> "$scratch/results"
    done
    rm -rf "${scratch:?}/$name"
done
awk -F'\t' '{ sum += log($6); if (NR == 1 || $6 < worst) { worst = $6; name = $1 } }
    END { printf "geometric mean of the ratios %.0f, worst %.0f (%s)\n", exp(sum / NR), worst, name }' "$scratch/results"

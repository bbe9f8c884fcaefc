#!/bin/bash
# Which buffer had better stay: learned from counters of one run of a program, against what the program loses when that buffer is
# out ([KE 6.2]: accesses rank the buffers of nn wrongly; [KE 7.1] asks for something better). Each program is predicted from the others.
#
#   datasets/paging_learned.sh FOLDER JOBS   after datasets/paging.sh FOLDER: FOLDER/paging_buffers.csv, and
#                                            FOLDER/priorities/PROGRAM.learned, .oracle, which datasets/paging.sh FOLDER JOBS learned runs
#
# A row is a buffer of 256 KB or more. Columns: sectors that are read and written for each page (poise profile --buffers), sectors in
# each thousand core cycles of the run, core cycles lost for each page with the buffer out (vm:out), and as predicted.
set -u -o pipefail
export LC_ALL=C
cd "$(dirname "$0")/.." || exit 1
export POISE_BUILD=${POISE_BUILD:-build}
PROGRAMS="nn hotspot backprop srad_v1 srad_v2 heartwall bfs"
RIDGE=1

cycles_of() { "$POISE_BUILD/poise" sim -c gtx480 --set link_gbps=17.18 --progress never --vm "$1" "$2" 2>/dev/null | awk '$1 == "cycles" { print $3 }'; }

# FOLDER PROGRAM ADDRESS PAGES: core cycles with that out; ADDRESS 0: with nothing out.
measure() {
    local out=$1/out/$2_$3
    [ -s "$out" ] && return
    cycles_of "out:page=$(($3 >> 12)):pages=$4" "$1/traces/$2" >"$out.new" && mv "$out.new" "$out"
}
if [ "${PAGING_ONE:-}" ]; then
    measure "$@"
    exit
fi
folder=$1 jobs=$2
mkdir -p "$folder/out" || exit 1

numbers() { h5dump -A 0 -y -w 1 -d "$2" "$1" | sed -n 's/^ *\([0-9][0-9]*\),\{0,1\}$/\1/p'; }
# PROGRAM ADDRESS PAGES READS WRITES of each buffer, of the profile of its pages.
counted() {
    local h5=$folder/priorities/$1.h5
    paste -d ' ' <(numbers "$h5" /reads) <(numbers "$h5" /writes) >"$folder/out/$1.pages" || return 1
    paste -d ' ' <(numbers "$h5" /address) <(numbers "$h5" /bytes) | awk -v program="$1" -v pages="$folder/out/$1.pages" '
        { n = int(($1 + $2 - 1) / 4096) - int($1 / 4096) + 1; reads = writes = 0
          for (i = 0; i < n; i++) { if ((getline line < pages) <= 0) exit 1; split(line, a, " "); reads += a[1]; writes += a[2] }
          printf "%s %.0f %d %d %d\n", program, $1, n, reads, writes }'
}
for p in $PROGRAMS; do counted "$p" || exit 1; done >"$folder/out/counted" || exit 1
{ for p in $PROGRAMS; do echo "$p 0 0"; done; awk '$3 >= 64 { print $1, $2, $3 }' "$folder/out/counted"; } |
    PAGING_ONE=1 xargs -P "$jobs" -L 1 "$0" "$folder" || exit 1

# program,address,pages,loss,ln_reads,ln_writes,ln_density
awk '$3 >= 64' "$folder/out/counted" | while read -r program address pages reads writes; do
    echo "$program $address $pages $reads $writes $(cat "$folder/out/${program}_0") $(cat "$folder/out/${program}_$address")"
done | awk -v OFS=, 'BEGIN { print "program", "address", "pages", "reads", "writes", "cycles", "loss", "ln_reads", "ln_writes", "ln_density" }
    { loss = ($7 - $6) / $3; print $1, $2, $3, $4 / $3, $5 / $3, $6, loss, log(1 + $4 / $3), log(1 + $5 / $3), log(1 + 1000 * ($4 + $5) / $6) }' >"$folder/out/rows.csv"

# Loss of a page, at least 0, Poisson regression with log link; what is in the program does not count where it is predicted.
for p in $PROGRAMS; do
    awk -F, -v OFS=, -v p="$p" 'NR == 1 { print "loss", "weight", "ln_reads", "ln_writes", "ln_density" } NR > 1 && $1 != p { print ($7 > 0 ? $7 : 0), $3 / 10000, $8, $9, $10 }' "$folder/out/rows.csv" >"$folder/out/$p.csv"
    "$POISE_BUILD/poise" regress -y loss -w weight --intercept --dispersion fixed:0 --ridge "$RIDGE" "$folder/out/$p.csv" >"$folder/out/$p.model" || exit 1
done

# The predictions, and two orders of the buffers of each program: a rank for each, spread as swap_rank() does.
for p in $PROGRAMS; do
    awk -F, -v OFS=, -v p="$p" '
        FNR == NR { if (split($0, w, " ") > 1 && w[1] ~ /^(\(Intercept\)|ln_)/) at[w[1]] = w[2]; next }
        $1 == p { print $0, exp(at["(Intercept)"] + at["ln_reads"] * $8 + at["ln_writes"] * $9 + at["ln_density"] * $10) }' "$folder/out/$p.model" "$folder/out/rows.csv"
done >"$folder/out/predicted.csv" || exit 1
{ echo "$(head -n 1 "$folder/out/rows.csv"),predicted" && cat "$folder/out/predicted.csv"; } >"$folder/paging_buffers.csv"

# $1 = name, $2 = column. Small buffers keep what the profile says of them.
orders() {
    local p i n address app hex bytes priority
    for p in $PROGRAMS; do
        local -A rank=()
        i=0
        n=$(grep -c "^$p," "$folder/out/predicted.csv")
        while read -r address; do
            rank[$address]=$((n > 1 ? 1 + i * 253 / (n - 1) : 128)) i=$((i + 1))
        done < <(awk -F, -v p="$p" -v column="$2" '$1 == p { print $column, $2 }' "$folder/out/predicted.csv" | sort -g | cut -d' ' -f2)
        grep -v '^#' "$folder/priorities/$p" | while read -r app hex bytes priority; do
            echo "$app $hex $bytes ${rank[$((hex))]:-$priority}"
        done >"$folder/priorities/$p.$1" || return 1
    done
}
orders learned 11 && orders oracle 7

#!/bin/bash
# How far are we from Accel-Sim? Simulates recorded cases at their warp-tuples and compares with the recorded numbers.
#
#   bench/fidelity.sh REFERENCE       a folder with accelsim_reference.csv, np_segment.csv and cases/NAME/kernelslist.g
#
# Two tables: the recorded runs on the small machine, where a load that may not allocate fetches a whole line; and those in which it goes
# around the L1, with the sectors it touches or with lines. Prints per case: points, mean, mean absolute and worst difference in
# cycles, mean absolute and worst difference in L1 hit rate, rank correlation of cycles over the {N, p} points, and how many times the
# cycles of their best tuple our best tuple takes there. BUILD names the build folder.
set -eu
reference=$(cd "${1:?usage: bench/fidelity.sh REFERENCE}" && pwd)
root=$(cd "$(dirname "$0")/.." && pwd)
poise=$root/${BUILD:-build}/poise
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# simulate OPTION: lines "label case N p cycles hits accesses" to "label their-cycles hit-rate our-cycles hit-rate N p".
simulate() {
    while read -r label name n p cycles hits accesses; do
        if [ ! -d "$scratch/$name" ]; then
            "$poise" trace import "$reference/cases/$name/kernelslist.g" -o "$scratch/$name" 2> "$scratch/import" ||
                { cat "$scratch/import" >&2; exit 1; }
        fi
        case $label in
        *line) set=l1_no_allocate_fetch=line ;;
        *) set=l1_no_allocate_fetch=sectors ;;
        esac
        "$poise" sim -c accelsim-mini --set "$set,l1_no_allocate_mshr=$1" -s "tuple:$n:$p" --json "$scratch/$name" 2> /dev/null |
            jq -r "[\"$label\", $cycles, $hits / $accesses, .cycles, .l1_hit_rate, $n, $p] | @tsv"
    done
}

# table HEADING FILE
table() {
    printf '%-20s %6s %11s %9s %9s %9s %9s %9s %9s\n' "$1" points 'mean cycles' absolute worst 'hit rate' worst Spearman 'our best'
    for label in $(cut -f1 "$2" | sort -u); do
        awk -v label="$label" '
            function rank(value, n, out,    i, j) { # mean ranks
                for (i = 1; i <= n; i++) {
                    out[i] = 0.5
                    for (j = 1; j <= n; j++) out[i] += value[j] < value[i] ? 1 : value[j] == value[i] ? 0.5 : 0
                }
            }
            $1 == label {
                n++; theirs[n] = $2; ours[n] = $4
                if (n == 1 || $4 < ours[best]) best = n
                if (n == 1 || $2 < least) least = $2
                d = $4 / $2 - 1; sum += d; all += d < 0 ? -d : d; if (d * d > worst * worst) worst = d
                h = ($5 - $3) * 100; h = h < 0 ? -h : h; hits += h; if (h > hit) hit = h
            }
            END {
                rank(theirs, n, a); rank(ours, n, b)
                for (i = 1; i <= n; i++) { x = a[i] - (n + 1) / 2; y = b[i] - (n + 1) / 2; xy += x * y; xx += x * x; yy += y * y }
                rho = n > 2 ? sprintf("%.3f", xy / sqrt(xx * yy)) : "-"
                printf "%-20s %6d %+10.1f%% %8.1f%% %+8.1f%% %6.1f pt %6.1f pt %9s %9.3f\n", label, n, 100 * sum / n, 100 * all / n, 100 * worst, hits / n, hit, rho, theirs[best] / least
            }' "$2"
    done
}

# Recorded runs on the small machine; N = 0 is the scheduler without limit, as N = 24.
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
         $2 == "mini" && $3 > 0 { print $1 "-line", $1, $3, $4, $column["cycles"], $column["l1r_hit"], $column["l1r_total_access"] }' \
    "$reference/accelsim_reference.csv" | simulate 1 > "$scratch/lines"
table 'through MSHRs' "$scratch/lines"

awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
         { print $1 "-" $5, $1, $3, $4, $column["cycles"], $column["l1_hits"], $column["l1_accesses"] }' \
    "$reference/np_segment.csv" | simulate 0 > "$scratch/around"
echo
table 'around the L1' "$scratch/around"
[ -z "${KEEP:-}" ] || cp "$scratch/lines" "$scratch/around" "$KEEP"

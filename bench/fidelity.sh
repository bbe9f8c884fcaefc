#!/bin/bash
# How far are we from Accel-Sim? Simulates recorded cases at their warp-tuples and compares with the recorded numbers.
#
#   bench/fidelity.sh REFERENCE       a folder with accelsim_reference.csv and cases/NAME/kernelslist.g
#
# Prints per case: points, mean, mean absolute and worst difference in cycles, mean absolute and worst difference in L1 hit rate,
# rank correlation of cycles over the {N, p} points. BUILD names the build folder.
set -eu
reference=$(cd "${1:?usage: bench/fidelity.sh REFERENCE}" && pwd)
root=$(cd "$(dirname "$0")/.." && pwd)
poise=$root/${BUILD:-build}/poise
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# case N p cycles hits accesses of the recorded runs on the small machine; N = 0 is the scheduler without limit, as N = 24.
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
         $2 == "mini" && $3 > 0 { print $1, $3, $4, $column["cycles"], $column["l1r_hit"], $column["l1r_total_access"] }' \
    "$reference/accelsim_reference.csv" > "$scratch/points"

while read -r name n p cycles hits accesses; do
    if [ ! -d "$scratch/$name" ]; then
        "$poise" trace import "$reference/cases/$name/kernelslist.g" -o "$scratch/$name" 2> "$scratch/import" ||
            { cat "$scratch/import" >&2; exit 1; }
    fi
    "$poise" sim -c accelsim-mini -s "tuple:$n:$p" --json "$scratch/$name" 2> /dev/null |
        jq -r "[\"$name\", $cycles, $hits / $accesses, .cycles, .l1_hit_rate] | @tsv"
done < "$scratch/points" > "$scratch/results"

printf '%-12s %6s %12s %10s %10s %10s %10s %10s\n' case points 'mean cycles' absolute worst 'hit rate' worst Spearman
for name in $(cut -f1 "$scratch/results" | sort -u); do
    awk -v name="$name" '
        function rank(value, n, out,    i, j) { # mean ranks
            for (i = 1; i <= n; i++) {
                out[i] = 0.5
                for (j = 1; j <= n; j++) out[i] += value[j] < value[i] ? 1 : value[j] == value[i] ? 0.5 : 0
            }
        }
        $1 == name {
            n++; theirs[n] = $2; ours[n] = $4
            d = $4 / $2 - 1; sum += d; all += d < 0 ? -d : d; if (d * d > worst * worst) worst = d
            h = ($5 - $3) * 100; h = h < 0 ? -h : h; hits += h; if (h > hit) hit = h
        }
        END {
            rank(theirs, n, a); rank(ours, n, b)
            for (i = 1; i <= n; i++) { x = a[i] - (n + 1) / 2; y = b[i] - (n + 1) / 2; xy += x * y; xx += x * x; yy += y * y }
            rho = n > 2 ? sprintf("%.3f", xy / sqrt(xx * yy)) : "-"
            printf "%-12s %6d %+11.1f%% %9.1f%% %+9.1f%% %7.1f pt %7.1f pt %10s\n", name, n, 100 * sum / n, 100 * all / n, 100 * worst, hits / n, hit, rho
        }' "$scratch/results"
done

#!/bin/bash
# two_level_active on the recorded traces beside Accel-Sim. A cycle or two more or less of the latency of L2 or DRAM decides which
# warps become active when, there as here (gemm_tiled takes 62,000 or 68,000 cycles): ten machines each, whose cycles are in
# accelsim_two_level.csv (docs/FIDELITY.md; the rows of lrr are for comparison). What ours take is within 2 % of what one of theirs
# takes, and the other way round; L1 hit rates are within 3 points in the mean. Skipped where the recorded traces are not at hand.
# BUILD names the build folder.
set -eu
root=$(cd "$(dirname "$0")/../../.." && pwd)
build=$(cd "$root" && cd "${BUILD:-build}" && pwd)
cases=$root/../shared/reference/accelsim/cases
[ -d "$cases" ] || { echo "the recorded traces (shared/reference beside the tree) are not at hand" && exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

while IFS=, read -r name scheduler dram l2 cycles hits accesses; do
    [[ $scheduler == two_level* ]] || continue
    [ -d "$scratch/$name" ] || "$build/poise" trace import "$cases/$name/kernelslist.g" -o "$scratch/$name" 2> /dev/null
    "$build/poise" sim -c accelsim-mini --set "dram_latency=$dram,l2_latency=$l2" -s "$scheduler" --json "$scratch/$name" 2> /dev/null |
        jq -r "[\"$name\", $cycles, $hits / $accesses, .cycles, .l1_hit_rate] | @tsv"
done < <(tail -n +2 "$root/tests/oracle/sim/accelsim_two_level.csv") > "$scratch/all"

awk '
    # the largest distance of a value of one list to the nearest of the other, in percent
    function far(one, other, name, n,    i, j, d, nearest, worst) {
        for (i = 1; i <= n; i++) {
            nearest = 100
            for (j = 1; j <= n; j++) {
                d = 100 * (one[name, i] / other[name, j] - 1)
                nearest = d * d < nearest * nearest ? d : nearest
            }
            worst = nearest * nearest > worst * worst ? nearest : worst
        }
        return worst
    }
    { n[$1]++; theirs[$1, n[$1]] = $2; ours[$1, n[$1]] = $4; hits[$1] += $5 - $3; mean[$1] += $4 / $2 - 1 }
    END {
        for (name in n) {
            a = far(ours, theirs, name, n[name]); b = far(theirs, ours, name, n[name]); points = 100 * hits[name] / n[name]
            printf "%s: cycles %+.1f %% in the mean, ours %.1f %% from the nearest of theirs at worst, theirs %.1f %% from ours, L1 hit rate %+.1f points\n", name, 100 * mean[name] / n[name], a, b, points
            bad = bad || a * a > 6.25 || b * b > 6.25 || points * points > 9
        }
        exit bad
    }' "$scratch/all"

#!/bin/bash
# two_level_active on the recorded traces takes as many cycles as in Accel-Sim within 2 %, and its L1 hit rate is within 6 points
# (accelsim_two_level.csv, docs/FIDELITY.md; the rows of lrr are for comparison). Skipped where the recorded traces are not at hand. BUILD
# names the build folder.
set -eu
root=$(cd "$(dirname "$0")/../../.." && pwd)
build=$(cd "$root" && cd "${BUILD:-build}" && pwd)
cases=$root/../shared/reference/accelsim/cases
[ -d "$cases" ] || { echo "the recorded traces (shared/reference beside the tree) are not at hand" && exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

far=0
while IFS=, read -r name scheduler cycles hits accesses; do
    [[ $scheduler == two_level* ]] || continue
    "$build/poise" trace import "$cases/$name/kernelslist.g" -o "$scratch/$name" 2> /dev/null
    "$build/poise" sim -c accelsim-mini -s "$scheduler" --json "$scratch/$name" 2> /dev/null |
        jq -e --arg name "$name" "
            (100 * (.cycles / $cycles - 1)) as \$off | (100 * (.l1_hit_rate - $hits / $accesses)) as \$points |
            \"\\(\$name): cycles \\(\$off) %, L1 hit rate \\(\$points) points\", ((\$off | fabs) <= 2 and (\$points | fabs) <= 6)" || far=1
done < <(tail -n +2 "$root/tests/oracle/sim/accelsim_two_level.csv")
exit $far

#!/bin/bash
# Where a draw decides how many cycles Accel-Sim takes, are we as far from it as chance allows, over ten draws of both? Its Titan X draws
# the L2 bank of each piece of memory from rand(): draws are seeds of its srand(), ours partition_seed. In moments_16 on turing an L1 is
# just too small, so that a cycle or two of the latency of L2 or DRAM decides what stays: draws are such machines (what Accel-Sim calls
# -gpgpu_l2_rop_latency and -dram_latency). accelsim_chance.csv has what Accel-Sim needed. The means may differ by three standard errors
# and 1 %. BUILD names the build folder.
# test: slow
set -eu
root=$(cd "$(dirname "$0")/../../.." && pwd)
build=$(cd "$root" && cd "${BUILD:-build}" && pwd)
PATH=$build:$PATH
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

tail -n +2 "$root/tests/oracle/sim/accelsim_chance.csv" | while IFS=, read -r machine case settings cycles; do
    first=$(find "$root/datasets/shipped/$case" -name '0000-*.wtr')
    sched=lrr
    [ "$machine" != pascal ] || sched=gto
    ours=$(poise sim --progress never -c "$machine" --set branch_units=0 --set "${settings// /,}" -s $sched "$first" 2>"$scratch/messages" |
        awk '$1 == "cycles" { print $3 }')
    echo "$machine,$case,$cycles,$ours"
done >"$scratch/table"

awk -F, '
    {
        k = $1 " " $2
        n[k]++
        t[k] += $3; tt[k] += $3 * $3
        o[k] += $4; oo[k] += $4 * $4
    }
    END {
        for (k in n) {
            theirs = t[k] / n[k]
            ours = o[k] / n[k]
            spread = (tt[k] / n[k] - theirs ^ 2 + oo[k] / n[k] - ours ^ 2) / (n[k] - 1) # of the means, n / (n - 1) included
            error = spread > 0 ? sqrt(spread) : 0
            printf "%s: %d draws, %.0f cycles in the mean, in Accel-Sim %.0f (%+.1f %%, standard error %.1f %%)\n", k, n[k], ours, theirs,
                   100 * (ours / theirs - 1), 100 * error / theirs
            off = ours - theirs
            if ((off < 0 ? -off : off) > 3 * error + theirs / 100 || n[k] < 10) failed = 1
        }
        exit failed
    }' "$scratch/table" | sort
exit "${PIPESTATUS[0]}"

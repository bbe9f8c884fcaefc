#!/bin/bash
# How well a sweep uses two threads, and how much of the processor time is simulation: the same sweep with -j 1 and -j 2, in
# turns. Prints each and the ratio of the medians.
#
#   bench/sweep.sh [TRACE...]      default: five shipped runs on the thesis machine, coarse grid
#
# REPEAT: how often each (default 3). BUILD names the folder of the built program (default: build).
set -eu
cd "$(dirname "$0")/.."
poise=$(realpath "${BUILD:-build}/poise")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
[ $# -gt 0 ] || set -- @spmv_banded_12 @nearest_16 @histogram_8 @spmv_grid @gco_banded

for _ in $(seq "${REPEAT:-3}"); do
    for jobs in 1 2; do
        rm -f "$scratch/out.h5"
        result=$("$poise" profile --progress never --grid coarse -j "$jobs" -o "$scratch/out.h5" "$@" 2>&1 |
            sed -n 's/.* simulations in \([0-9.]*\) s (\([0-9.]*\) % of processor time).*/\1 \2/p')
        echo "$jobs $result"
    done
done | awk '
    { printf "%d thread%s: %7.2f s, %.1f %% simulation\n", $1, ($1 > 1 ? "s" : " "), $2, $3; seconds[$1, ++n[$1]] = $2 }
    function median(jobs,    i, k, swap) {
        for (i = 1; i <= n[jobs]; i++)
            for (k = i + 1; k <= n[jobs]; k++)
                if (seconds[jobs, k] < seconds[jobs, i]) {
                    swap = seconds[jobs, i]; seconds[jobs, i] = seconds[jobs, k]; seconds[jobs, k] = swap
                }
        return seconds[jobs, int((n[jobs] + 1) / 2)]
    }
    END { printf "two threads: %.2f times as fast\n", median(1) / median(2) }'

#!/bin/bash
# How far simulated launches are from a GPU's.
#
#   datasets/gpu/compare.sh GPU.csv OURS.csv
#
# Tables of datasets/gpu/measure.sh and datasets/gpu/simulate.sh. A line for each launch that both have: cycles, ours against theirs, instructions of ours for
# one of theirs, hit rates of L1 and L2 and DRAM reads in MB. Then the geometric mean of the cycles' ratios, the mean of the absolute differences, the
# median and the worst, and the correlation of the cycles' logarithms. With PARTS=1 the same of what the second launch of a run takes longer than
# its first: the cost of its rounds (datasets/kernels/micro).
set -eu
[ $# = 2 ] || {
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
    exit 2
}
awk -F, -v parts="${PARTS:-}" '
    function rate(hits, all) { return all > 0 ? sprintf("%5.1f", 100 * hits / all) : "    -" }
    function median(n,    i, j, t, sorted) {
        for (i = 1; i <= n; i++) sorted[i] = off[i] < 0 ? -off[i] : off[i]
        for (i = 2; i <= n; i++)
            for (j = i; j > 1 && sorted[j - 1] > sorted[j]; j--) { t = sorted[j]; sorted[j] = sorted[j - 1]; sorted[j - 1] = t }
        return sorted[int((n + 1) / 2)]
    }
    FNR == 1 { file++; next }
    file == 1 { theirs[$1, $3] = $0; next }
    !(($1, $3) in theirs) || !$5 { next }
    {
        split(theirs[$1, $3], t, ",")
        if (parts && $3 == 0) { first_theirs = t[5]; first_ours = $5; first_run = $1; next }
        if (parts && first_run != $1) next
        gpu = t[5] - (parts ? first_theirs : 0)
        ours = $5 - (parts ? first_ours : 0)
        if (gpu <= 0 || ours <= 0) next
        n++
        x = log(gpu); y = log(ours)
        off[n] = 100 * (ours / gpu - 1)
        sx += x; sy += y; sxx += x * x; syy += y * y; sxy += x * y
        sum += off[n] < 0 ? -off[n] : off[n]
        if (off[n] * off[n] > worst * worst) { worst = off[n]; worst_of = $1 " " t[4] }
        printf "%-24s %d %-20s %10d %10d %+7.1f %%  inst %5.2f  L1 %s %s  L2 %s %s  DRAM %7.2f %7.2f\n", $1, $3, t[4], gpu, ours, off[n],
               $7 / t[7], rate(t[10], t[9]), rate($10, $9), rate(t[12], t[11]), rate($12, $11), t[13] * 32e-6, $13 * 32e-6
    }
    END {
        if (!n) { print "no launch in both tables"; exit 1 }
        spread = (sxx - sx * sx / n) * (syy - sy * sy / n)
        printf "%d launches: ratio %.2f in the geometric mean, %.1f %% absolute in the mean, %.1f %% median, worst %+.1f %% %s, correlation of logarithms %.3f\n", n,
               exp((sy - sx) / n), sum / n, median(n), worst, worst_of, (spread > 0 ? (sxy - sx * sy / n) / sqrt(spread) : 0)
    }' "$1" "$2"

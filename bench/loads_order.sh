#!/bin/bash
# Tuple first, loads first, or both at once? Speedups over all warps of the schedules that each order ends at when every single
# choice is the best that was measured, harmonic means over the runs of the training split. Needs h5dump.
#
#   bench/loads_order.sh [LOADS.H5]      datasets/profiles/loads.h5
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
file=${1:-$root/datasets/profiles/loads.h5}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# column NAME: its values, one a line.
column() {
    h5dump -d "/$1" -y -w 1 -o "$scratch/values" "$file" >/dev/null
    sed -E 's/[ ,"]|(\\000)+//g; /^$/d' "$scratch/values"
}
for name in run split warps schedule_kernel schedule_n schedule_p schedule_around schedule_cycles; do
    column "$name" >"$scratch/$name"
done
paste -d ' ' "$scratch"/{run,split,warps} >"$scratch/launches"
paste -d ' ' "$scratch"/schedule_{kernel,n,p,around,cycles} >"$scratch/schedules"

awk -v launches=0 '
    # Cycles of the fastest schedule of launch k with this N, p and set of loads that go around; -1 = any, p = -2: p = N. Sets what it is.
    function best(k, n, p, around,   i, least) {
        least = 0
        for (i = first[k]; i < end[k]; i++) {
            if (n >= 0 && N[i] != n || p >= 0 && P[i] != p || p == -2 && P[i] != N[i] || around >= 0 && set[i] != around)
                continue
            if (least == 0 || cycles[i] < least) {
                least = cycles[i]; of_n = N[i]; of_p = P[i]; of_set = set[i]
            }
        }
        return least
    }
    function add(order, cycles_of_it) {
        total[order, run[k]] += cycles_of_it
        if (!(order in known)) { known[order]; name[++orders] = order }
    }
    FNR == NR { run[launches] = $1; trains[launches] = $2 == "training"; warps[launches++] = $3; next }
    { if (!($1 in first)) first[$1] = FNR; end[$1] = FNR + 1; N[FNR] = $2; P[FNR] = $3; set[FNR] = $4; cycles[FNR] = $5 }
    END {
        for (k = 0; k < launches; k++) {
            if (!trains[k])
                continue
            runs[run[k]]
            add("all warps", best(k, warps[k], warps[k], 0))
            add("N = p", best(k, -1, -2, 0)); n = of_n
            after_n = best(k, n, n, -1)
            add("{N, p}", best(k, -1, -1, 0)); n = of_n; p = of_p
            add("{N, p}, then loads", best(k, n, p, -1))
            add("N = p, then loads", after_n)
            add("loads at all warps", best(k, warps[k], warps[k], -1)); around = of_set
            add("loads, then N = p", after_loads = best(k, -1, -2, around))
            add("loads, then {N, p}", best(k, -1, -1, around))
            add("the better of the two orders with N = p", after_n < after_loads ? after_n : after_loads)
            add("N = p and loads at once", best(k, -1, -2, -1))
            add("{N, p} and loads at once", best(k, -1, -1, -1))
        }
        for (o = 1; o <= orders; o++) {
            inverse = count = 0
            for (r in runs) { inverse += total[name[o], r] / total["all warps", r]; count++ }
            printf "%-42s %.3f\n", name[o], count / inverse
        }
    }' "$scratch/launches" "$scratch/schedules"

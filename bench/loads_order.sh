#!/bin/bash
# Tuple first, loads first, or both at once? Speedups over all warps of the schedules that each order ends at when every single
# choice is the best that was measured, harmonic means over the runs of the training split; and of the sets of loads that MODEL chooses,
# each at its best N = p, with what an oracle would gain that compares few sets for each launch. Needs h5dump.
#
#   bench/loads_order.sh [LOADS.H5 [MODEL]]      datasets/profiles/loads.h5, models/loads.model
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
file=${1:-$root/datasets/profiles/loads.h5}
model=${2:-$root/models/loads.model}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# column NAME: its values, one a line.
column() {
    h5dump -d "/$1" -y -w 1 -o "$scratch/values" "$file" >/dev/null
    sed -E 's/[ ,"]|(\\000)+//g; /^$/d' "$scratch/values"
}
features=$(awk '$1 ~ /^weight\./ { sub(/weight\./, "", $1); print $1 }' "$model")
for name in load_kernel load load_lookups_at_one load_share; do
    column "$name" >"$scratch/$name"
done
for name in $features; do
    column "x_$name" >"$scratch/x_$name"
done
paste -d ' ' "$scratch"/load_{kernel,lookups_at_one,share} "$scratch/load" \
    $(for name in $features; do echo "$scratch/x_$name"; done) |
    awk -v weights="$(awk '$1 ~ /^weight\./ { print $3 }' "$model" | tr '\n' ' ')" '
        BEGIN { n = split(weights, weight, " ") }
        { sum = 0; for (i = 1; i <= n; i++) sum += weight[i] * $(i + 4)
          print $1, $4, (sum < 0 && $2 >= 32 && $3 >= 0.05) }' >"$scratch/chosen"
for name in run split warps schedule_kernel schedule_n schedule_p schedule_around schedule_cycles; do
    column "$name" >"$scratch/$name"
done
paste -d ' ' "$scratch"/{run,split,warps} >"$scratch/launches"
paste -d ' ' "$scratch"/schedule_{kernel,n,p,around,cycles} >"$scratch/schedules"

awk -v launches=0 -v chosen="$scratch/chosen" -v launches_file="$scratch/launches" '
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
    FILENAME == chosen { loads[$1]++; around_of[$1] += $3 * 2 ^ $2; next }
    # Of launch k the fastest with the set `around`, and with those that differ from it by one load.
    function one_flipped(around,   i, least, cycles_of) {
        least = best(k, -1, -2, around)
        for (i = 0; i < loads[k]; i++) {
            cycles_of = best(k, -1, -2, around + (int(around / 2 ^ i) % 2 ? -1 : 1) * 2 ^ i)
            least = least == 0 || cycles_of > 0 && cycles_of < least ? cycles_of : least
        }
        return least
    }
    function lesser(a, b) { return a == 0 || b > 0 && b < a ? b : a }
    FILENAME == launches_file { run[launches] = $1; trains[launches] = $2 == "training"; warps[launches++] = $3; next }
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
            none = best(k, -1, -2, 0)
            of_model = best(k, -1, -2, around_of[k] + 0)
            add("the set of the model, N = p", of_model > 0 ? of_model : none)
            add("that or none", lesser(none, of_model))
            add("that, none or all", lesser(lesser(none, of_model), best(k, -1, -2, 2 ^ loads[k] - 1)))
            add("or one load otherwise", lesser(lesser(none, one_flipped(around_of[k] + 0)), best(k, -1, -2, 2 ^ loads[k] - 1)))
        }
        for (o = 1; o <= orders; o++) {
            inverse = count = 0
            for (r in runs) { inverse += total[name[o], r] / total["all warps", r]; count++ }
            printf "%-42s %.3f\n", name[o], count / inverse
        }
    }' "$scratch/chosen" "$scratch/launches" "$scratch/schedules"

#!/bin/bash
# The preset hopper beside an NVIDIA H100: first launches of the shipped traces, whose cycles and accesses on that GPU are in datasets/gpu/h100.csv
# (docs/FIDELITY.md, "Beside an H100"). The preset's latencies and bandwidths are those of single mechanisms; these kernels set nothing.
# Held: the cycles' ratio in the geometric mean, the median of the absolute differences, the correlation of logarithms; hit rates of the L1 and bytes
# that DRAM reads. BUILD names the build folder.
# test: slow
set -eu
root=$(cd "$(dirname "$0")/../../.." && pwd)
build=$(cd "$root" && cd "${BUILD:-build}" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

head -n 1 "$root/datasets/gpu/h100.csv" >"$scratch/ours"
for folder in "$root"/datasets/shipped/*/; do
    run=$(basename "$folder")
    trace=$(find "$folder" -name '0000-*.wtr')
    if ! grep -q "^$run,-,0," "$root/datasets/gpu/h100.csv" || [ -z "$trace" ]; then continue; fi
    BUILD=$build "$root/datasets/gpu/simulate.sh" --one -c hopper -s lrr "$run" - "$trace" 0 >>"$scratch/ours"
done
"$root/datasets/gpu/compare.sh" "$root/datasets/gpu/h100.csv" "$scratch/ours" | tee "$scratch/table"

awk '
    function abs(x) { return x < 0 ? -x : x }
    / launches: / { launches = $1; ratio = $4; match($0, /[0-9.]+ % median/); middle = substr($0, RSTART) + 0; correlation = $NF; next }
    {
        split(substr($0, index($0, "  L1 ") + 5), l1, " ")
        if (l1[1] != "-") { n++; off += abs(l1[1] - l1[2]); within += abs(l1[1] - l1[2]) <= 1 }
        dram = $(NF - 1)
        exact += abs($NF - dram) <= 0.02 * dram + 0.02
    }
    END {
        printf "L1 hit rates: %.1f points off in the mean, %d of %d within 1; DRAM reads of %d of %d within 2 %%\n", off / n, within, n, exact, launches
        if (launches < 60 || ratio < 0.9 || ratio > 1.1 || middle > 20 || correlation < 0.93 || exact < 0.95 * launches || within < 0.6 * n) {
            print "further off than docs/FIDELITY.md says"
            exit 1
        }
    }' "$scratch/table"

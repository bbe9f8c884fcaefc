#!/bin/bash
# Which of two versions is faster, on a machine that is never quiet? Runs them in turn, A B A B ..., so that both meet the same
# disturbances, and prints how many times faster ours is: median, smallest and largest ratio of the pairs.
#
#   bench/versus.sh OTHER_POISE [option of 'poise bench' or TRACE]...
#
# OTHER_POISE is the other command, built from another commit. BUILD names our build folder, PAIRS the number of pairs (5).
# Ratios are of elapsed and of processor seconds of simulation; cycles differ when the versions do not model the same.
set -eu
usage="usage: bench/versus.sh OTHER_POISE [option of 'poise bench' or TRACE]..."
[ $# -ge 1 ] || { echo "$usage" >&2; exit 2; }
root=$(cd "$(dirname "$0")/.." && pwd)
case ${BUILD:-build} in /*) ours=$BUILD/poise ;; *) ours=$root/${BUILD:-build}/poise ;; esac
other=$1
shift
for command in "$other" "$ours"; do
    "$command" bench --help > /dev/null 2>&1 || { echo "versus.sh: $command is no poise that knows the verb bench" >&2; exit 2; }
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

for pair in $(seq -w "${PAIRS:-5}"); do
    "$other" bench --repeat 1 --jobs 1 --json "$scratch/$pair.a" "$@" > /dev/null
    "$ours" bench --repeat 1 --jobs 1 --json "$scratch/$pair.b" "$@" > /dev/null
done

echo "$other -> $ours, ${PAIRS:-5} pairs: times faster, median (smallest-largest)"
{
    printf 'kernel\telapsed\tCPU\tcycles\n'
    jq -rs '
        def median: sort | (.[(length - 1) / 2 | floor] + .[length / 2 | floor]) / 2;
        def digits: . * 1000 | round / 1000;
        def shown: "\(median | digits) (\(min | digits)-\(max | digits))";
        def mean: map(log) | add / length | exp;
        # .[2k] and .[2k + 1] are a pair
        [range(0; length; 2) as $i | [.[$i].kernels, .[$i + 1].kernels] | transpose | map({
            name: .[0].name,
            elapsed: (.[0].median_elapsed_s / .[1].median_elapsed_s),
            cpu: (.[0].median_cpu_s / .[1].median_cpu_s),
            cycles: (.[1].cycles / .[0].cycles)})]
        | (transpose[] | [.[0].name, (map(.elapsed) | shown), (map(.cpu) | shown), (.[0].cycles | digits)]),
          ["geometric mean", (map(map(.elapsed) | mean) | shown), (map(map(.cpu) | mean) | shown),
           (.[0] | map(.cycles) | mean | digits)]
        | @tsv' "$scratch"/*.[ab]
} | awk -F'\t' '{ printf "%-24s %24s %24s %10s\n", $1, $2, $3, $4 }'

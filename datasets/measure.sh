#!/bin/bash
# Prints the table of docs/WORKLOADS.md for runs of the manifest: captures each, describes its launches and simulates
# them twice on the thesis machine, the second time with a 64 times larger L1.
#
#   datasets/measure.sh all|training|evaluation|control|memory|graphics|paging|demo|full|NAME...
#
# POISE_BUILD names the folder of the built programs (default: build).
set -u -o pipefail
cd "$(dirname "$0")/.." || exit 1
build=$(realpath "${POISE_BUILD:-build}") || exit 1
[ $# -gt 0 ] || {
    sed -n '2,7s/^# \?//p' "$0" >&2
    exit 2
}
. datasets/runs.bash
runs=$(runs "$@") || exit
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# The hashed index knows 32 or 64 sets only: the large L1 has 2048 sets of 4 ways and a linear one.
large_l1=l1_sets=2048,l1_index=linear

# cycles FOLDER [OPTION]...: of all launches together.
cycles() { "$build/poise" sim --json "$@" 2>/dev/null | jq .cycles; }

# Launches, warps of the largest launch, and over all launches: warp instructions, share of floating-point ones in percent,
# instructions and lines per global load, largest footprint in KB, share of loaded lines that the same warp and that
# another warp has touched before, in percent, when warps take turns.
describe='
    def total(f): map(f) | add // 0;
    def ratio(a; b): if b > 0 then a / b * 10 | round / 10 else "-" end;
    def loads: .instruction_mix["ld.global"] // 0;
    def fp: .instruction_mix | (.fp // 0) + (.dp // 0) + (.sfu // 0);
    def lines: .global_load_lines.all // 0;
    def reuse(f): (total(lines) as $all | if $all > 0 then total(lines * f) / $all * 100 | round else "-" end);
    [length, (map(.warps) | max), total(.warp_instructions),
     (total(fp) / total(.warp_instructions) * 100 | round),
     ratio(total(.warp_instructions); total(loads)), ratio(total(lines); total(loads)),
     (map(.footprint_global.bytes) | max / 1024 | round),
     reuse(.reuse_round_robin.intra_warp_share // 0), reuse(.reuse_round_robin.inter_warp_share // 0)]
    | map(tostring) | join(" | ")'

# measure NAME SPLIT P_BEST PROGRAM ARGUMENT...
measure() {
    local name=$1 split=$2 thesis=$3 program=$4 traces=$work/$1 row small large
    shift 4
    "$build/poise" capture -o "$traces" -- "$build/datasets/$program" "$@" >/dev/null 2>"$work/errors" ||
        { cat "$work/errors" >&2 && return 1; }
    row=$("$build/poise" trace info --json "$traces" | jq -r -s "$describe") && small=$(cycles "$traces") &&
        large=$(cycles --set "$large_l1" "$traces") || return 1
    rm -rf "$traces"
    LC_ALL=C printf '| %s | %s | %s | %d | %.2f | %s |\n' "$name" "$split" "$row" "$small" \
        "$(jq -n "$small / $large")" "$thesis"
}

echo "| run | split | launches | warps | warp instructions | fp % | I_n | lines | KB | intra % | inter % | cycles | P_best | thesis |"
echo "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|"
while read -r name split _ _ p_best program arguments; do
    # shellcheck disable=SC2086 # arguments are words
    measure "$name" "$split" "$p_best" "$program" $arguments </dev/null || {
        echo "$name cannot be measured" >&2
        exit 1
    }
done <<<"$runs"

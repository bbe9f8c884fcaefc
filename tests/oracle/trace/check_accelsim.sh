#!/bin/bash
# Imported Accel-Sim traces count as Accel-Sim counted them, and survive an export. See README.md. BUILD names the build folder.
# test: slow
set -eu
root=$(cd "$(dirname "$0")/../../.." && pwd)
build=$(cd "$root" && cd "${BUILD:-build}" && pwd)
PATH=$build:$PATH
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# counts TRACES: warp instructions, thread instructions, lines of global loads, lines of everything else
counts() {
    poise trace info --json "$1" | jq -r '"\(.warp_instructions) \(.thread_instructions) \(.global_load_lines.all) " +
        "\(.line_accesses - .global_load_lines.all)"'
}

compared=0
while read -r case expected; do
    folder=$root/tests/oracle/trace/cases/$case
    [ -d "$folder" ] || folder=$root/../shared/reference/accelsim/cases/$case
    [ -d "$folder" ] || continue
    poise trace import "$folder/kernelslist.g" -o "$scratch/$case" 2>"$scratch/messages"
    found=$(counts "$scratch/$case")
    [ "$found" = "$expected" ] || { echo "$case: expected $expected, found $found"; exit 1; }

    poise trace export "$scratch/$case" -o "$scratch/$case.g" 2>"$scratch/messages"
    poise trace import "$scratch/$case.g/kernelslist.g" -o "$scratch/$case.again" 2>"$scratch/messages"
    for warp in 0 7 100; do
        for traces in "$case" "$case.again"; do
            poise trace print "$scratch/$traces" -w "$warp" -n 0 >"$scratch/$traces.txt"
        done
        cmp "$scratch/$case.txt" "$scratch/$case.again.txt" || { echo "$case: warp $warp has changed"; exit 1; }
    done
    compared=$((compared + 1))
done < <(grep -v '^#' "$root/tests/oracle/trace/accelsim.txt")
[ "$compared" -ge 3 ] || { echo "only $compared cases were found"; exit 1; }
echo "$compared cases equal Accel-Sim's counts"

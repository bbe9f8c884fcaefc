#!/bin/bash
# What Mosaic makes of programs that create and release buffers between launches: captures runs of the manifest with their buffer
# events, simulates each on the machine `mosaic`, and prints a row of the table in docs/MOSAIC.md ("Buffers that come and go").
# The captured traces are kept in FOLDER, and taken from there if they are there.
#
#   datasets/buffer_events.sh FOLDER [NAME]...        without names: pvr ii ss mm pvc
#
# POISE_BUILD names the folder of the built programs (default: build).
set -eu -o pipefail
export LC_ALL=C
cd "$(dirname "$0")/.."
build=$(realpath "${POISE_BUILD:-build}")
folder=$1
shift
[ $# -gt 0 ] || set -- pvr ii ss mm pvc
. datasets/runs.bash
tlb=shared_tlb:l1=128:l1_large=16:l2=512:l2_large=256:serial=1
mkdir -p "$folder"

# simulate TRACES VM: cycles and the statistics of the policy, `name value` lines
simulate() {
    "$build/poise" sim -c mosaic --tlb $tlb --vm "$2" "$1" 2>/dev/null |
        awk '$1 == "cycles" || sub("^vm[.]", "", $1) { print $1, $3 + 0 }'
}

runs "$@" | while read -r name _ _ _ _ command; do
    if [ ! -d "$folder/$name" ]; then
        # shellcheck disable=SC2086 # arguments
        PATH=$build/datasets:$PATH "$build/poise" capture -T 1 --buffers -o "$folder/$name.part" -- $command </dev/null >/dev/null 2>&1
        mv "$folder/$name.part" "$folder/$name"
    fi
    released=$("$build/poise" trace buffers "$folder/$name" | awk '$2 == "release" { bytes += $5 } END { printf "%.1f", bytes / 1e6 }')
    base=$(simulate "$folder/$name" gpu_mmu:paging=none | awk '$1 == "cycles" { print $2 }')
    for vm in mosaic:paging=none mosaic:memory=48:fragmentation=100:occupancy=50:paging=none; do
        simulate "$folder/$name" $vm | awk -v name="$name" -v base="$base" -v released="$released" -v vm=$vm '
            { value[$1] = $2 }
            END {
                printf "| `%s` | %s | %s | %d | %d | %d | %d | %d | %d | %d | %.1f | %.3f |\n", name, vm ~ /fragmentation/ ? "fragmented" : "empty", released,
                    value["pages"], value["coalesced"], value["splintered"], value["compacted"], value["moved"],
                    value["emergency"], value["stalled"], value["bloat"], value["cycles"] / base
            }'
    done
done

#!/bin/bash
# Runs under cooperation of the L1s (docs/COOPERATION.md): a line of CSV for each run of the manifest. What is simulated is kept in DIR, so that
# an interrupted command goes on.
#
#   datasets/cooperation.sh -o DIR [-e] [-s KEY=VALUE,...] RUN...     on the machine of chapter 4 of the thesis with these options; -e: with
#                                                                     the estimate of energy
#
# POISE_BUILD names the folder of the built programs (default: build), JOBS the simulations at a time (default: one for each processor).
set -u -o pipefail
build=${POISE_BUILD:-build}
options='' kept='' energy=''
while getopts eo:s: option; do
    case $option in
    e) energy=--energy ;;
    o) kept=$OPTARG ;;
    s) options=$OPTARG ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[ -n "$kept" ] && [ $# -gt 0 ] || {
    sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
    exit 2
}

one() {
    local file=$kept/$1.json
    [ -e "$file" ] && return
    "$build/poise" sim -c thesis-ch3 ${options:+--set "$options"} $energy --json "datasets/traces/$1" 2>"$file.err" >"$file.new" || {
        cat "$file.err" >&2
        return 1
    }
    mv "$file.new" "$file" && rm "$file.err"
}
export -f one
export build options energy kept
mkdir -p "$kept" && printf '%s\0' "$@" | xargs -0 -n 1 -P "${JOBS:-$(nproc)}" bash -c 'one "$1"' one || exit 1

# Shares of the misses by distance stand last: r1 is the next SM. What a machine does not count is empty. (jq from 1.7 on leaves a number
# as it was written, 0.0, unless something is reckoned with it.)
ccn="misses elsewhere_share found_share throttled_share deflected_share latency predicted_latency found_latency around_latency below_latency \
request_hops response_hops lookups lookup_waits response_stalls stolen epochs_off_share"
counters="cycles thread_insts issue_slots_idle l1_read_accesses l1_read_misses l2_reads l2_read_hits dram_reads dram_writes request_flits reply_flits"
header=program
for name in $counters; do header+=,$name; done
for name in $ccn; do header+=,$name; done
header+=,energy_l1,energy_network,energy_ring,energy_l2,energy_dram,energy_static,energy
for ((d = 1; d < 15; d++)); do header+=,r$d; done
echo "$header"
for run; do
    jq -r --arg run "$run" --arg counters "$counters" --arg ccn "$ccn" '
        . as $all | (.ccn // {}) as $ccn_of | ($ccn_of.misses // 0) as $misses
        | [$run, ($counters | split(" ")[] | $all[.]), ($ccn | split(" ")[] | $ccn_of[.]),
           (.energy // {} | .l1, .network, .cooperation, .l2_tags + .l2_data, .dram_rows + .dram_data, .static_sms + .static_memory, .total),
           (range(14) as $d | if $misses > 0 and $ccn_of.reuse then $ccn_of.reuse[$d] / $misses else null end)]
        | map(if . == null then "" elif type == "number" then . + 0 | tostring else . end) | join(",")' "$kept/$run.json" || exit 1
done

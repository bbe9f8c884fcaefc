#!/bin/bash
# Where programs wait on a machine (poise sim --bottleneck): a line of CSV for each folder of traces. Shares are of the stalled cycles of their
# level; docs/BOTTLENECK.md defines them. What is measured is kept in DIR, so that an interrupted command goes on.
#
#   datasets/stalls.sh -c MACHINE -o DIR FOLDER...
#
# POISE_BUILD names the folder of the built programs (default: build), JOBS the simulations at a time (default: one for each processor).
set -u -o pipefail
build=${POISE_BUILD:-build}
machine='' kept=''
while getopts c:o: option; do
    case $option in
    c) machine=$OPTARG ;;
    o) kept=$OPTARG ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
if [ -z "$machine" ] || [ -z "$kept" ] || [ $# = 0 ]; then
    sed -n '2,7s/^# \?//p' "$0" >&2
    exit 2
fi

one() {
    local file
    file=$kept/$(basename "$1").json
    [ ! -e "$file" ] || return 0
    if ! "$build/poise" sim -c "$machine" --bottleneck --json "$1" 2>"$file.err" >"$file.new"; then
        cat "$file.err" >&2
        return 1
    fi
    mv "$file.new" "$file" && rm "$file.err"
}
export -f one
export build machine kept
# shellcheck disable=SC2016 # of the shell that is started
mkdir -p "$kept" && printf '%s\0' "$@" | xargs -0 -n 1 -P "${JOBS:-$(nproc)}" bash -c 'one "$1"' one || exit 1

# shellcheck disable=SC2016 # of jq, which from 1.7 on leaves a number as it was written unless something is reckoned with it
row='
    def of(a; b): if b > 0 then a / b else "" end;
    def sum: [.[]] | add;
    .sm_active_cycles as $active | .bottleneck
    | (.core | sum) as $core | (.l1 | sum) as $l1 | (.l2 | sum) as $l2 | (.l2_queue | sum) as $l2_used | (.dram_queue | sum) as $dram_used
    | [$program, .stall_share, (.core["str-MEM", "data-MEM", "fetch", "data-ALU", "str-ALU", "sync"] | of(.; $core)),
       of(.l1_stalled; $active), (.l1["bp-L2", "MSHR", "line"] | of(.; $l1)),
       of($l2; $l2 + .l2_served), (.l2["bp-ICNT", "bp-DRAM", "port", "line", "MSHR"] | of(.; $l2)),
       of(.miss_cycles; .misses), of(.l2_hit_cycles; .l2_hits), of(.l2_queue.full; $l2_used), of(.dram_queue.full; $dram_used), of(.dram_data; .dram_active)]
    | map(if type == "number" then . + 0 else . end) | @csv'
echo "program,stalls,str_mem,data_mem,fetch,data_alu,str_alu,sync,l1_stalls,l1_queue,l1_mshr,l1_line,\
l2_stalls,l2_icnt,l2_dram,l2_port,l2_line,l2_mshr,aml,l2_ahl,l2_full,dram_full,dram_efficiency"
for folder; do
    jq -r --arg program "$(basename "$folder")" "$row" "$kept/$(basename "$folder").json" | tr -d '"' || exit 1
done

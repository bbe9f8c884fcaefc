#!/bin/bash
# Programs that want more memory than there is, under vm:gpuswap and its baselines: the simulations of docs/PAGING.md. Each is kept
# in FOLDER/runs and not done again.
#
#   datasets/paging.sh FOLDER JOBS PART...   captures what is needed, simulates, and writes FOLDER/paging.csv
#
# Parts:
#   limits    two instances of each program, the memory limit swept, one seed; some policies with half of the memory that they want only
#   seeds     with half of the memory that they want, ten seeds
#   learned   the same, priorities learned from other programs, and by what each buffer costs (datasets/paging_learned.sh)
#   swapped   two instances of nn whose priorities are turned round by hand
#   chunks    as seeds, chunks of 128 KB to 128 MB
#   mixes     two to five programs side by side with half of the memory that they want
#
# A program is a run of the split `paging` whose launches are repeated, its buffers are not ([KE 6.1]: loops around everything but
# allocations). POISE_BUILD names the folder of the built programs (default: build).
set -u -o pipefail
export LC_ALL=C
cd "$(dirname "$0")/.." || exit 1
export POISE_BUILD=${POISE_BUILD:-build}

# PROGRAM TIMES MB: how often the launches are repeated (our choice: a second or more of runs, a few tens of launches), and what the
# buffers of one instance have.
programs() {
    echo "nn 4 108
hotspot 2 108
backprop 2 108
srad_v1 1 104
srad_v2 1 102
heartwall 3 101
bfs 1 48
lud 1 100"
}
# Per cent of what all want together: more than all, and less and less.
LIMITS="105 70 50 35 20"
POLICIES="${PAGING_POLICIES:-priority random gdev fcfs partition managed}"
wanted() { case " $POLICIES " in *" $1 "*) ;; *) return 1 ;; esac; }

megabytes() { programs | awk -v p="$1" '$1 == p { print $3 }'; }
# 15 SMs, dealt to $1 programs.
sms() { awk -v n="$1" -v i="$2" 'BEGIN { first = int(15 * i / n); print first "-" int(15 * (i + 1) / n) - 1 }'; }

# $1 = policy, $2 = MB, $3 = KB of a chunk, $4 = seed.
policy() {
    local chunk="memory=$2:chunk=$3:seed=$4"
    case $1 in
    priority) echo "--vm gpuswap:$chunk:priorities=PRIORITIES" ;;
    swapped) echo "--vm gpuswap:$chunk:priorities=PRIORITIES.swapped" ;;
    learned) echo "--vm gpuswap:$chunk:priorities=PRIORITIES.learned" ;;
    oracle) echo "--vm gpuswap:$chunk:priorities=PRIORITIES.oracle" ;;
    random) echo "--vm gpuswap:$chunk:pick=random" ;;
    fcfs) echo "--vm fcfs:memory=$2" ;;
    partition) echo "--vm fcfs:memory=$2:programs=$5" ;;
    gdev) echo "--vm gdev:memory=$2" ;;
    managed) echo "--tlb shared_tlb --vm managed:memory=$2" ;;
    esac
}

# The launches of a program, over and over, as links in a folder.
repeat() {
    local program=$1 times=$2 to=$3/programs/$1 file n=0
    [ -e "$to/0000.wtr" ] && return
    rm -rf "$to.new" && mkdir -p "$to.new" || return 1
    for ((i = 0; i < times; i++)); do
        for file in "$PWD/datasets/traces/${program}_paging"/*.wtr; do
            ln -s "$file" "$(printf '%s/%04d.wtr' "$to.new" $n)" && n=$((n + 1))
        done
    done
    rm -rf "$to" && mv "$to.new" "$to"
}

# PART PROGRAMS(+) LIMIT POLICY CHUNK SEED of each simulation.
list() {
    local p limit policy seed chunk
    case $1 in
    limits) for p in $(programs | cut -d' ' -f1); do for limit in $LIMITS; do for policy in $POLICIES; do
        case $policy in fcfs | partition | managed) [ "$limit" = 50 ] || continue ;; esac
        [ "$p" = lud ] && [ "$limit" != 50 ] && [ "$limit" != 105 ] && continue
        echo "limits $p+$p $limit $policy 4096 1"; done; done; done ;;
    seeds) for p in nn hotspot backprop srad_v1 srad_v2 heartwall; do for policy in priority random; do for seed in $(seq 10); do
        wanted $policy && echo "seeds $p+$p 50 $policy 4096 $seed"; done; done; done ;;
    learned) for p in nn hotspot backprop srad_v1 srad_v2 heartwall bfs; do for limit in 70 50 35; do for policy in learned oracle; do
        echo "learned $p+$p $limit $policy 4096 1"; done; done; done ;;
    swapped) for limit in $LIMITS; do for seed in $(seq 3); do echo "swapped nn+nn $limit swapped 4096 $seed"; done; done ;;
    chunks) for p in nn hotspot backprop srad_v1 srad_v2 heartwall; do for chunk in 128 512 2048 4096 8192 32768 131072; do
        wanted random && echo "chunks $p+$p 50 random $chunk 1"; done; done ;;
    mixes) for p in nn+hotspot nn+hotspot+backprop nn+hotspot+backprop+srad_v1 nn+hotspot+backprop+srad_v1+heartwall; do
        for policy in $POLICIES; do echo "mixes $p 50 $policy 4096 1"; done; done ;;
    esac
}

columns="programs,limit,mb,policy,chunk,seed,cycles,mean_cycles,link_read,link_write"
figures="evicted,direct,returned,at_host,least_of_program,most_of_program,waited,wait,queued,suspensions,setup,copy,slowest_copy,flush,drain,pause,bytes_in,bytes_out,copying,faults"
# A line of the table: its first columns, and what a simulation said.
row() {
    jq -r --arg head "$1" --arg figures "$figures" '. as $r | [$head, ([.apps[].cycles] | max), ([.apps[].cycles] | add / length), .machine.link_read_sectors, .machine.link_write_sectors]
        + [($figures | split(","))[] as $n | $r.machine.vm[$n] // ""] | map(tostring) | join(",")' "$2"
}

# Priorities by accesses of one instance ([KE 5.3.2]), and of programs side by side: $1 = FOLDER, $2 = programs(+).
priorities() {
    local out=$1/priorities/$2 p i=0
    [ -e "$out" ] && return
    mkdir -p "$1/priorities"
    case $2 in
    *+*)
        for p in ${2//+/ }; do
            priorities "$1" "$p" || return 1
            sed "s/^\*/$i/" "$1/priorities/$p" && i=$((i + 1))
        done >"$out.new" && mv "$out.new" "$out" ;;
    *) nice "$POISE_BUILD/poise" profile --buffers --progress never -c gtx480 -o "$1/priorities/$2.h5" --priorities "$out" "datasets/traces/${2}_paging" >&2 ;;
    esac
}

# The order of nn turned round by hand ([KE] 6.2, Figure 6.3).
reverse() {
    priorities "$1" "$2" && awk '!/^#/ { $4 = 255 - $4 } { print }' "$1/priorities/$2" >"$1/priorities/$2.swapped.$$" && mv "$1/priorities/$2.swapped.$$" "$1/priorities/$2.swapped"
}

# One simulation: FOLDER PART PROGRAMS LIMIT POLICY CHUNK SEED.
simulate() {
    local folder=$1 part=$2 names=${3//+/ } want=0 n=0 i=0 options=() mb text code out=$1/runs/${3}_$4_$5_$6_$7
    [ -e "$out.csv" ] && return
    for p in $names; do want=$((want + $(megabytes "$p"))) n=$((n + 1)); done
    mb=$((want * $4 / 100))
    case $5 in learned | oracle) cp "$folder/priorities/${3%%+*}.$5" "$folder/priorities/$3.$5" ;; swapped) reverse "$folder" "$3" ;; priority) priorities "$folder" "$3" ;; esac || return 1
    for p in $names; do options+=(--app "$folder/programs/$p@$(sms $n $i)") i=$((i + 1)); done
    text=$(policy "$5" $mb "$6" "$7" $n)
    # shellcheck disable=SC2086 # several options
    nice "$POISE_BUILD/poise" sim -c gtx480 --set link_gbps=17.18 --json ${text//=PRIORITIES/=$folder/priorities/$3} "${options[@]}" >"$out.json" 2>"$out.log"
    code=$?
    if [ $code = 0 ]; then
        row "$3,$4,$mb,$5,$6,$7" "$out.json" >"$out.new" && mv "$out.new" "$out.csv"
    elif grep -q "has no memory for" "$out.log"; then
        echo "$3,$4,$mb,$5,$6,$7,refused,,,$(echo "$figures" | tr -dc ,)," >"$out.csv"
    else
        tail -n 1 "$out.log" >&2
        return 1
    fi
}

if [ "${PAGING_ONE:-}" ]; then
    simulate "$@"
    exit
fi
folder=$1 jobs=$2
shift 2
mkdir -p "$folder/runs" || exit 1
datasets/capture.sh paging >&2 || exit 1
programs | while read -r name times _; do repeat "$name" "$times" "$folder" || exit 1; done || exit 1
for p in $(programs | cut -d' ' -f1); do wanted priority && { priorities "$folder" "$p" || exit 1; }; done
for part in "$@"; do list "$part"; done | PAGING_ONE=1 xargs -P "$jobs" -L 1 "$0" "$folder" >&2 || exit 1
{ echo "$columns,$figures" && cat "$folder"/runs/*.csv; } >"$folder/paging.csv.new" && mv "$folder/paging.csv.new" "$folder/paging.csv"

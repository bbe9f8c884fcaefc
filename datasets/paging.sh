#!/bin/bash
# Programs that want more memory than there is, under vm:gpuswap and its baselines: the simulations of docs/PAGING.md. Each is kept
# in FOLDER/runs and not done again.
#
#   datasets/paging.sh FOLDER JOBS PART...   captures what is needed, simulates, and writes FOLDER/paging.csv
#
# Parts:
#   limits    two instances of each program, the memory limit swept, one seed; some policies with half of the memory that they want only
#   full      the same with programs of four times the size
#   seeds     with half of the memory that they want, ten seeds
#   learned   the same, priorities learned from other programs, and by what each buffer costs (datasets/paging_learned.sh)
#   swapped   two instances of nn whose priorities are turned round by hand
#   chunks    as seeds, chunks of 32 KB to 32 MB
#   picks     four programs with half of the memory that they want, each pick of chunks and each victim
#   mixes     two to five programs side by side with half of the memory that they want
#   orders    programs of 8 MB, the best of a hundred random runs at each of three limits; FOLDER/paging_orders.csv
#
# The launches of a program are repeated, its buffers are not ([KE 6.1]: loops around everything but
# allocations). POISE_BUILD names the folder of the built programs (default: build).
set -u -o pipefail
export LC_ALL=C
cd "$(dirname "$0")/.." || exit 1
export POISE_BUILD=${POISE_BUILD:-build}

# PROGRAM TIMES MB CHUNK COMMAND: how often the launches are repeated (our choice), what the buffers of one instance have, KB of a chunk, and
# the program that is captured. NAME_paging are the runs of the split `paging`, whose buffers have 100 MB and more; what has no suffix is a
# quarter of them, so that there can be many simulations; NAME_8mb has 8 MB, for hundreds. With them chunks, and the time to set up a copy,
# are a quarter and a sixteenth of the source's.
programs() {
    echo "nn 4 27 1024 nn --size 2359296
hotspot 2 27 1024 hotspot --size 1536 --cols 1536
backprop 2 27 1024 backprop --size 102400
srad_v1 1 26 1024 srad_v1 --size 1024 --cols 832 --steps 1
srad_v2 1 26 1024 srad_v2 --size 1024 --cols 1088 --steps 2
heartwall 3 25 1024 heartwall --size 2560 --cols 2560 --frames 4
bfs 1 12 1024 bfs --input uniform --degree 24 --size 114688
lud 1 25 1024 lud --size 2560 --steps 1
nn_paging 4 108 4096
hotspot_paging 2 108 4096
backprop_paging 2 108 4096
srad_v1_paging 1 104 4096
srad_v2_paging 1 102 4096
heartwall_paging 3 101 4096
lud_paging 1 100 4096
bfs_paging 1 46 4096
nn_8mb 4 8 256 nn --size 698880
hotspot_8mb 2 8 256 hotspot --size 832 --cols 832
backprop_8mb 2 8 256 backprop --size 30208
srad_v1_8mb 1 8 256 srad_v1 --size 512 --cols 512 --steps 1
srad_v2_8mb 1 8 256 srad_v2 --size 576 --cols 592 --steps 2
heartwall_8mb 3 8 256 heartwall --size 1440 --cols 1440 --frames 4
bfs_8mb 1 8 256 bfs --input uniform --degree 24 --size 80640"
}
small() { of_size 1024; }
large() { of_size 4096; }
least() { of_size 256; }
of_size() { programs | awk -v chunk="$1" '$4 == chunk { print $1 }'; }
CHUNK=1024 # KB, of small ones

# Per cent of what all want together: more than all, and less and less.
LIMITS="105 70 50 35 20"
POLICIES="${PAGING_POLICIES:-priority random gdev gdm fcfs partition managed managed45}"
wanted() { case " $POLICIES " in *" $1 "*) ;; *) return 1 ;; esac; }

megabytes() { programs | awk -v p="$1" '$1 == p { print $3 }'; }
# 15 SMs, dealt to $1 programs.
sms() { awk -v n="$1" -v i="$2" 'BEGIN { first = int(15 * i / n); print first "-" int(15 * (i + 1) / n) - 1 }'; }

# $1 = policy, $2 = MB, $3 = KB of a chunk, $4 = seed, $5 = programs, $6 = us to set up a copy.
policy() {
    local chunk="memory=$2:chunk=$3:seed=$4:setup_us=$6"
    case $1 in
    priority) echo "--vm gpuswap:$chunk:priorities=PRIORITIES" ;;
    swapped) echo "--vm gpuswap:$chunk:priorities=PRIORITIES.swapped" ;;
    learned) echo "--vm gpuswap:$chunk:priorities=PRIORITIES.learned" ;;
    oracle) echo "--vm gpuswap:$chunk:priorities=PRIORITIES.oracle" ;;
    random | sampling | reverse | lru | nfu) echo "--vm gpuswap:$chunk:pick=$1" ;;
    chunks) echo "--vm gpuswap:$chunk:pick=chunks:priorities=PRIORITIES.chunks" ;;
    accesses | performance) echo "--vm gpuswap:$chunk:victim=$1:pick=random" ;;
    fcfs) echo "--vm fcfs:memory=$2" ;;
    partition) echo "--vm fcfs:memory=$2:programs=$5" ;;
    gdev) echo "--vm gdev:memory=$2:setup_us=$6" ;;
    gdm) echo "--vm gdev:memory=$2:setup_us=$6:block=$3" ;; # blocks that are not written to are not copied back
    managed) echo "--tlb shared_tlb --vm managed:memory=$2" ;;
    managed45) echo "--tlb shared_tlb --vm managed:memory=$2:fault_us=45" ;; # of a fault in [UV]
    esac
}

# $1 = FOLDER, $2 = PROGRAM: where its traces are.
traces() { case $2 in *_paging) echo "datasets/traces/$2" ;; *) echo "$1/traces/$2" ;; esac; }
# Captured with the events of its buffers.
capture() {
    local to=$1/traces/$2
    [ -e "$to" ] && return
    rm -rf "$to.part" && mkdir -p "$1/traces" || return 1
    PATH=$POISE_BUILD/datasets:$PATH "$POISE_BUILD/poise" capture -T 1 --buffers -o "$to.part" -- "${@:3}" >/dev/null 2>"$1/traces/log" </dev/null ||
        { tail -n 1 "$1/traces/log" >&2 && return 1; }
    mv "$to.part" "$to"
}
# The launches of a program, over and over, as links in a folder.
repeat() {
    local to=$1/programs/$2 file n=0 i
    [ -e "$to/0000.wtr" ] && return
    rm -rf "$to.new" && mkdir -p "$to.new" || return 1
    for ((i = 0; i < $3; i++)); do
        for file in "$(traces "$1" "$2")"/*.wtr; do
            ln -s "$(realpath "$file")" "$(printf '%s/%04d.wtr' "$to.new" $n)" && n=$((n + 1))
        done
    done
    rm -rf "$to" && mv "$to.new" "$to"
}
# FOLDER PROGRAM TIMES MB CHUNK COMMAND...
prepare() {
    [ $# -lt 6 ] || capture "$1" "$2" "${@:6}" || return 1
    repeat "$1" "$2" "$3"
}

# PART PROGRAMS(+) LIMIT POLICY CHUNK SEED of each simulation.
list() {
    local p limit policy seed chunk
    case $1 in
    limits) for p in $(small); do for limit in $LIMITS; do for policy in $POLICIES; do
        case $policy-$limit in gdm-70 | gdm-50 | fcfs-50 | partition-50 | managed*-50 | managed*-105) ;; gdm-* | fcfs-* | partition-* | managed*) continue ;; esac
        echo "limits $p+$p $limit $policy $CHUNK 1"; done; done; done ;;
    full) for limit in $LIMITS; do for p in $(large); do for policy in priority random gdev; do
        wanted $policy && echo "full $p+$p $limit $policy $((4 * CHUNK)) 1"; done; done; done ;;
    seeds) for p in $(small | grep -v lud); do for policy in priority random; do for seed in $(seq 10); do
        wanted $policy && echo "seeds $p+$p 50 $policy $CHUNK $seed"; done; done; done ;;
    learned) for p in $(small | grep -v lud); do for limit in 70 50 35; do for policy in learned oracle; do
        echo "learned $p+$p $limit $policy $CHUNK 1"; done; done; done ;;
    swapped) for limit in $LIMITS; do for seed in $(seq 3); do echo "swapped nn+nn $limit swapped $CHUNK $seed"; done; done ;;
    chunks) for p in $(small | grep -v -e bfs -e lud); do for chunk in 32 128 512 1024 2048 8192 32768; do
        wanted random && echo "chunks $p+$p 50 random $chunk 1"; done; done ;;
    picks) for p in nn+nn hotspot+hotspot srad_v1+srad_v1 bfs+bfs nn+bfs; do echo "picks $p 105 random $CHUNK 1"
        for policy in priority chunks random sampling reverse lru nfu accesses performance; do echo "picks $p 50 $policy $CHUNK 1"; done; done ;;
    mixes) for p in nn+hotspot nn+hotspot+backprop nn+hotspot+backprop+srad_v1 nn+hotspot+backprop+srad_v1+heartwall; do
        for policy in $POLICIES; do echo "mixes $p 50 $policy $CHUNK 1"; done; done ;;
    orders) for p in $(least); do echo "orders $p+$p 105 random 256 1"; done
        for limit in 50 75 32; do for p in $(least); do for seed in $(seq 100); do
            echo "orders $p+$p $limit random 256 $seed"
            [ "$seed" -gt 10 ] || echo "orders $p+$p $limit priority 256 $seed"; done; done; done ;;
    esac
}

# Priorities of buffers and chunks by accesses of one instance ([KE] 5.2.2, 5.3.2), and of programs side by side: $1 = FOLDER, $2 = programs(+).
priorities() {
    local out=$1/priorities/$2 p i=0 kind chunk
    [ -e "$out.chunks" ] && return
    mkdir -p "$1/priorities"
    case $2 in
    *+*)
        for p in ${2//+/ }; do
            priorities "$1" "$p" || return 1
            for kind in '' .chunks; do sed "s/^\*/$i/" "$1/priorities/$p$kind" >>"$out$kind.$$" || return 1; done
            i=$((i + 1))
        done
        mv "$out.$$" "$out" && mv "$out.chunks.$$" "$out.chunks" ;;
    *)
        chunk=$(programs | awk -v p="$2" '$1 == p { print $4 < 1024 ? $4 "K" : $4 / 1024 "M" }')
        "$POISE_BUILD/poise" profile --buffers --progress never -c gtx480 -o "$1/priorities/$2.h5" --priorities "$out" --evict "$chunk" "$(traces "$1" "$2")" >&2 ;;
    esac
}

# The order of nn turned round by hand ([KE] 6.2, Figure 6.3).
reverse() {
    priorities "$1" "$2" && awk '!/^#/ { $4 = 255 - $4 } { print }' "$1/priorities/$2" >"$1/priorities/$2.swapped.$$" && mv "$1/priorities/$2.swapped.$$" "$1/priorities/$2.swapped"
}

columns="programs,limit,mb,policy,chunk,seed,cycles,mean_cycles,link_read,link_write"
figures="evicted,direct,returned,at_host,least_of_program,most_of_program,waited,wait,queued,suspensions,setup,copy,slowest_copy,flush,drain,pause,bytes_in,bytes_out,copying,faults"
# A line of the table: its first columns, and what a simulation said.
row() {
    jq -r --arg head "$1" --arg figures "$figures" '. as $r | [$head, ([.apps[].cycles] | max), ([.apps[].cycles] | add / length), .machine.link_read_sectors, .machine.link_write_sectors]
        + [($figures | split(","))[] as $n | $r.machine.vm[$n] // ""] | map(tostring) | join(",")' "$2"
}

# One simulation: FOLDER PART PROGRAMS LIMIT POLICY CHUNK SEED.
simulate() {
    local folder=$1 part=$2 names=${3//+/ } want=0 n=0 i=0 options=() mb text code setup out=$1/runs/${3}_$4_$5_$6_$7
    [ -e "$out.csv" ] && return
    for p in $names; do want=$((want + $(megabytes "$p"))) n=$((n + 1)); done
    mb=$((want * $4 / 100))
    case $5 in learned | oracle) cp "$folder/priorities/${3%%+*}.$5" "$folder/priorities/$3.$5" ;; swapped) reverse "$folder" "$3" ;; priority | chunks) priorities "$folder" "$3" ;; esac || return 1
    for p in $names; do options+=(--app "$folder/programs/$p@$(sms $n $i)") i=$((i + 1)); done
    setup=$(programs | awk -v p="${3%%+*}" '$1 == p { print 38 * $4 / 4096 }')
    text=$(policy "$5" $mb "$6" "$7" $n "$setup")
    # shellcheck disable=SC2086 # several options
    "$POISE_BUILD/poise" sim -c gtx480 --set link_gbps=17.18,link_us=0 --json ${text//=PRIORITIES/=$folder/priorities/$3} "${options[@]}" >"$out.json" 2>"$out.log"
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
programs | while read -r line; do # shellcheck disable=SC2086 # words
    prepare "$folder" $line || exit 1; done || exit 1
for p in $(small; large; least); do wanted priority && { priorities "$folder" "$p" || exit 1; }; done
for part in "$@"; do list "$part"; done | PAGING_ONE=1 xargs -P "$jobs" -L 1 "$0" "$folder" >&2 || exit 1

# Of the part `orders`: runs of each program, limit and policy, mean core cycles over those with memory enough.
orders() {
    echo "programs,limit,policy,runs,mean,deviation,least,most"
    cat "$folder"/runs/*_8mb*.csv 2>/dev/null | awk -F, '
        $2 == 105 { enough[$1] = $8; next }
        { key = $1 "," $2 "," $4; n[key]++; programs[key] = $1; cycles[key, n[key]] = $8 }
        END { for (key in n) {
            sum = squares = most = 0; least = ""
            for (i = 1; i <= n[key]; i++) {
                x = cycles[key, i] / enough[programs[key]]
                sum += x; squares += x * x
                least = least == "" || x < least ? x : least
                most = x > most ? x : most
            }
            spread = n[key] > 1 ? (squares - sum * sum / n[key]) / (n[key] - 1) : 0
            printf "%s,%d,%.6g,%.6g,%.6g,%.6g\n", key, n[key], sum / n[key], sqrt(spread > 0 ? spread : 0), least, most } }' | sort
}
orders >"$folder/paging_orders.csv.new" && mv "$folder/paging_orders.csv.new" "$folder/paging_orders.csv"
{ echo "$columns,$figures" && find "$folder/runs" -name '*.csv' ! -name '*_8mb*' | sort | xargs -r cat; } >"$folder/paging.csv.new" && mv "$folder/paging.csv.new" "$folder/paging.csv"

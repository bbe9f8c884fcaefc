#!/bin/bash
# The same launches as datasets/gpu/measure.sh counts, simulated.
#
#   datasets/gpu/simulate.sh LIST [OPTION...] > ours.csv
#
# Captures each run of LIST once, into BUILD/gpu/traces, and simulates its first LAUNCHES (2) launches by `poise sim OPTION...`, each alone, as many at
# once as there are processors. A run whose name ends in _N, after a GPU_SHARED, has N thread blocks on an SM. LOADS=ahead captures with loads ahead
# (poise capture --loads). Columns as there; `ns` and `warps` are 0. `--one OPTION... NAME SETTINGS TRACE LAUNCH` prints the row of a trace that is there.
set -u -o pipefail
[ $# -ge 1 ] || {
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
    exit 2
}
build=$(realpath "${BUILD:-build}")
traces=$build/gpu/traces

last=$((${LAUNCHES:-2} - 1)) # launch

# capture PROGRAM ARGUMENT...: into a folder named after the command, kept
capture() {
    local folder
    folder=$traces/$(echo "${LOADS:-written} $*" | tr ' /' '_-')
    [ -d "$folder" ] || {
        PATH=$build/datasets:$PATH "$build/poise" capture -T 1 --loads "${LOADS:-written}" --launches "0-$last" --stop-after "$last" \
            -o "$folder.part" -- "$@" </dev/null >/dev/null 2>"$folder.log" && mv "$folder.part" "$folder"
    }
    echo "$folder"
}

# simulate OPTION... NAME SETTINGS TRACE LAUNCH: a row
simulate() {
    local options=("${@:1:$#-4}") name settings trace launch
    set -- "${@: -4}"
    name=$1 settings=$2 trace=$3 launch=$4
    [ "$settings" = - ] || options+=(--set "thread_blocks=${name##*_}")
    "$build/poise" sim --progress never "${options[@]}" "$trace" 2>/dev/null |
        awk -v head="$name,${settings//,/+},$launch,$(basename "$trace" .wtr | sed 's/^[0-9]*-//')" '
            { v[$1] = $3 }
            END {
                printf "%s,%d,0,%d,0,%d,%d,%d,%d,%d\n", head, v["cycles"], v["warp_insts"], v["l1_read_accesses"],
                       v["l1_read_hits"], v["l2_reads"], v["l2_read_hits"], v["dram_reads"]
            }'
}

[ "$1" = --one ] && {
    simulate "${@:2}"
    exit
}
list=$1
shift
mkdir -p "$traces" || exit 1
echo "run,settings,launch,kernel,cycles,ns,instructions,warps,l1_reads,l1_read_hits,l2_reads,l2_read_hits,dram_reads"
while read -r name settings command; do
    case $name in '' | '#'*) continue ;; esac
    # shellcheck disable=SC2086
    folder=$(capture $command)
    launch=0
    for trace in "$folder"/*.wtr; do
        [ "$launch" -le "$last" ] || break
        echo "$name" "$settings" "$trace" "$launch"
        launch=$((launch + 1))
    done
done <"$list" | xargs -r -P "$(nproc)" -L 1 "$0" --one "$@" | sort -t, -k1,1 -k3,3n

#!/bin/bash
# How fast is the simulation of a scheme of policies beside that of the baseline? Rates are simulated warp instructions, which both have
# as many of, for instructions of the simulator (callgrind) and for processor seconds (both in turn, median of PAIRS pairs).
#
#   bench/schemes.sh MACHINE SCHEME TRACES...        such as medic gto+l2:medic+dram:wms @hotspot
#   bench/schemes.sh MACHINE:OTHER SCHEME TRACES...  the scheme on another machine, such as thesis-ch3:thesis-ch3,ccn gto @hotspot
#
# BUILD names the build folder, PAIRS the number of pairs (5; 0 = instructions only). 1 = as fast as the baseline, 0.7 = 70 %.
set -eu
[ $# -ge 3 ] || { echo "usage: bench/schemes.sh MACHINE SCHEME TRACES..." >&2; exit 2; }
root=$(cd "$(dirname "$0")/.." && pwd)
case ${BUILD:-build} in /*) poise=$BUILD/poise ;; *) poise=$root/${BUILD:-build}/poise ;; esac
machine=${1%%:*} other=${1#*:} scheme=$2
shift 2
command -v valgrind >/dev/null || { echo "schemes.sh: valgrind is needed to count instructions" >&2; exit 2; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# run MACHINE SCHEME TRACES [COMMAND...]: a simulation, behind a command
run()
{
    "${@:4}" "$poise" sim -c "$1" -s "$2" "$3" >"$scratch/out" 2>"$scratch/err"
}

# count MACHINE SCHEME TRACES: instructions, and simulated cycles
count()
{
    run "$1" "$2" "$3" valgrind --tool=callgrind --callgrind-out-file=/dev/null
    echo "$(awk '/Collected/ { print $NF }' "$scratch/err") $(awk '$1 == "gpu_tot_sim_cycle" { print $3 }' "$scratch/out")"
}

# seconds MACHINE SCHEME TRACES: processor seconds
seconds()
{
    (run "$1" "$2" "$3"; times) | awk -F'[ms ]+' 'NR == 2 { print 60 * $1 + $2 + 60 * $3 + $4 }'
}

printf '%-24s %14s %14s %16s %10s\n' program cycles instructions 'for a cycle' seconds
for traces; do
    read -r base base_cycles < <(count "$machine" gto "$traces")
    read -r ours our_cycles < <(count "$other" "$scheme" "$traces")
    for ((pair = 0; pair < ${PAIRS:-5}; pair++)); do
        echo "$(seconds "$machine" gto "$traces") $(seconds "$other" "$scheme" "$traces")"
    done | awk '{ print $1 / $2 }' | sort -n >"$scratch/ratios"
    awk -v name="${traces##*/}" -v b="$base" -v bc="$base_cycles" -v o="$ours" -v oc="$our_cycles" '{ ratio[NR] = $1 }
        END { printf "%-24s %14.3f %14.3f %16.3f %10s\n", name, oc / bc, b / o, (b / bc) / (o / oc),
            NR ? sprintf("%.3f", (ratio[int((NR + 1) / 2)] + ratio[int(NR / 2) + 1]) / 2) : "-" }' "$scratch/ratios"
done
echo "(cycles of $scheme on $other over the baseline's; rates over the baseline's, more is faster)"

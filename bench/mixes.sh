#!/bin/bash
# Do two programs side by side cost more time than both alone? Counts the instructions of the simulator, as times are those of
# whoever else uses the machine: callgrind runs the mix, and each program alone on as many SMs.
#
#   bench/mixes.sh [MACHINE] [TRACES TRACES]...
#
# BUILD names the build folder. A program that ends first runs again until the other has ended, so instructions are compared for each
# simulated warp instruction: 1 = as much as alone, less is cheaper.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
case ${BUILD:-build} in /*) poise=$BUILD/poise ;; *) poise=$root/${BUILD:-build}/poise ;; esac
machine=${1:-demo-8sm}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- @mvt @bicg @histogram_16 @transpose_512
command -v valgrind >/dev/null || { echo "mixes.sh: valgrind is needed to count instructions" >&2; exit 2; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

sms=$("$poise" sim -c "$machine" --show-config | awk '$1 == "sms" { print $3 }')
half=$((sms / 2))

# count OPTION...: instructions, and warp instructions that were simulated for them
count()
{
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$poise" sim -c "$machine" "$@" >"$scratch/out" 2>"$scratch/err"
    echo "$(awk '/Collected/ { print $NF }' "$scratch/err") $(awk '$1 == "machine.warp_insts" { print $3 }' "$scratch/out")"
}

printf '%-32s %16s %16s %10s\n' "programs, $half SMs each" "side by side" "both alone" ratio
while [ $# -ge 2 ]; do
    read -r together together_insts < <(count --app "$1@$half" --app "$2@$half")
    read -r first first_insts < <(count --app "$1@$half")
    read -r second second_insts < <(count --app "$2@$half")
    awk -v name="$1 + $2" -v t="$together" -v ti="$together_insts" -v a="$((first + second))" -v ai="$((first_insts + second_insts))" \
        'BEGIN { printf "%-32s %16.1f %16.1f %10.3f\n", name, t / ti, a / ai, t / ti / (a / ai) }'
    shift 2
done
echo "(instructions of the simulator for each warp instruction)"

#!/bin/bash
# How many memory requests does the simulator simulate for its work when the machine is crowded? Four programs on a quarter of the SMs
# each, with eight CPU programs beside them, against each program with the machine to itself, in instructions of the simulator for each
# request (callgrind), as times are those of whoever else uses the machine.
#
#   bench/crowd.sh [MACHINE] [TRACES TRACES TRACES TRACES]
#
# BUILD names the build folder. A request is a read or write of the L2 that SMs have sent, or of DRAM that CPU cores have; the run ends when
# all GPU programs have ended once. 100 % = as many requests for an instruction of the simulator as alone, more is better.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
case ${BUILD:-build} in /*) poise=$BUILD/poise ;; *) poise=$root/${BUILD:-build}/poise ;; esac
machine=${1:-thesis-ch5}
[ $# -eq 0 ] || shift
[ $# -eq 4 ] || set -- @mvt @bicg @histogram_16 @transpose_512
command -v valgrind >/dev/null || { echo "crowd.sh: valgrind is needed to count instructions" >&2; exit 2; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

sms=$("$poise" sim -c "$machine" --show-config | awk '$1 == "sms" { print $3 }')
quarter=$((sms / 4))

# count OPTION...: requests, instructions
count()
{
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$poise" sim -c "$machine" "$@" >"$scratch/out" 2>"$scratch/err"
    awk '$1 ~ /^(machine\.l2_(reads|writes)|cpu[0-9]+\.(reads|write_backs))$/ { n += $3 } END { printf "%d ", n }' "$scratch/out"
    awk '/Collected/ { print $NF }' "$scratch/err"
}

printf '%-40s %12s %24s\n' "on $machine" requests "instructions a request"
row() { awk -v name="$1" -v r="$2" -v i="$3" 'BEGIN { printf "%-40s %12d %24.1f\n", name, r, i / r }'; }
single_requests=0 single_instructions=0
for program in "$@"; do
    read -r requests instructions < <(count --app "$program")
    row "$program" "$requests" "$instructions"
    single_requests=$((single_requests + requests)) single_instructions=$((single_instructions + instructions))
done
row "each alone" "$single_requests" "$single_instructions"
cpus=$(printf '%s,' "$root"/datasets/cpu/{bzip2,cc1,gzip,list,perl,python3,shuf,xz}.cpu)
read -r requests instructions < <(count --until gpu --app "$1@$quarter" --app "$2@$quarter" --app "$3@$quarter" --app "$4@$quarter" --cpu "${cpus%,}")
row "all four and eight CPU programs" "$requests" "$instructions"
awk -v r="$requests" -v i="$instructions" -v sr="$single_requests" -v si="$single_instructions" \
    'BEGIN { printf "rate of requests: %.0f %% of that of single programs\n", 100 * (r / i) / (sr / si) }'

#!/bin/bash
# Counts what an NVIDIA GPU does in launches of the workloads: cycles, instructions, accesses and hits of L1 and L2, DRAM reads.
#
#   datasets/gpu/measure.sh LIST > gpu.csv
#
# LIST has a line `NAME SETTINGS PROGRAM ARGUMENT...` for each run, as datasets/gpu/runs; SETTINGS are GPU_SHARED=BYTES and GPU_CARVEOUT=PERCENT of
# datasets/gpu/opencl_cuda.c, joined by commas, or -. The first LAUNCHES (2) launches of each are counted, with caches emptied before and clocks left as
# they are. It needs the workloads (make workloads), ncu and NVIDIA's driver with OpenCL, and CUDA's headers in CUDA (/usr/local/cuda). BUILD names the
# build folder, whose gpu/ keeps the library and the PTX. What a run says goes to standard error; a run that fails is left out, and the exit code is 1.
set -u -o pipefail
[ $# = 1 ] || {
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
    exit 2
}
list=$(realpath "$1")
cd "$(dirname "$0")/../.." || exit 1
build=${BUILD:-build}
library=$build/gpu/opencl_cuda.so
cuda=${CUDA:-/usr/local/cuda}
mkdir -p "$build/gpu" || exit 1
[ "$library" -nt datasets/gpu/opencl_cuda.c ] ||
    ${CC:-cc} -std=gnu11 -O1 -shared -fPIC -I "$cuda/include" -o "$library" datasets/gpu/opencl_cuda.c -L "$cuda/lib64/stubs" -lcuda -ldl || exit 1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# What ncu calls them, in the order of the columns.
metrics=(gpc__cycles_elapsed.max gpu__time_duration.sum smsp__inst_executed.sum sm__warps_active.avg.per_cycle_active
    l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum
    lts__t_sectors_op_read.sum lts__t_sectors_op_read_lookup_hit.sum dram__sectors_read.sum)

# measure SETTINGS PROGRAM ARGUMENT...: ncu's raw table
measure() {
    local settings=()
    [ "$1" = - ] || IFS=, read -ra settings <<<"$1"
    env "${settings[@]}" GPU_PTX="$build/gpu" LD_PRELOAD="$library" \
        ncu --csv --page raw --print-units base --metrics "$(IFS=, && echo "${metrics[*]}")" --cache-control all --clock-control none \
        --launch-count "${LAUNCHES:-2}" "$build/datasets/$2" "${@:3}" 2>&1
}

# The rows of ncu's table (fields in quotes, numbers with commas) as NAME,SETTINGS,LAUNCH,KERNEL,NUMBER...
rows() {
    awk -v name="$1" -v settings="${2//,/+}" -v wanted="${metrics[*]}" '
        function fields(line,    n) {
            n = 0
            while (match(line, /"[^"]*"/)) {
                f[++n] = substr(line, RSTART + 1, RLENGTH - 2)
                line = substr(line, RSTART + RLENGTH)
            }
            return n
        }
        /^"ID"/ { n = fields($0); for (i = 1; i <= n; i++) column[f[i]] = i; next }
        /^"[0-9]/ {
            fields($0)
            line = name "," settings "," f[1] "," f[column["Kernel Name"]]
            m = split(wanted, metric, " ")
            for (i = 1; i <= m; i++) { value = f[column[metric[i]]]; gsub(/,/, "", value); line = line "," value }
            print line
        }'
}

echo "run,settings,launch,kernel,cycles,ns,instructions,warps,l1_reads,l1_read_hits,l2_reads,l2_read_hits,dram_reads"
failed=0
while read -r name settings command; do
    case $name in '' | '#'*) continue ;; esac
    # shellcheck disable=SC2086
    if measure "$settings" $command >"$scratch/out" && rows "$name" "$settings" <"$scratch/out" >"$scratch/rows" && [ -s "$scratch/rows" ]; then
        cat "$scratch/rows"
        grep -a verified "$scratch/out" >&2
    else
        failed=1
        { echo "$name: $command failed:" && tail -n 5 "$scratch/out"; } >&2
    fi
done <"$list"
exit $failed

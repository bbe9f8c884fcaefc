#!/bin/bash
# bench/capture.sh [BUILD]: how fast kernels are captured and how large traces are.
#   0. building a program: the compiler's time, and that of taking the kept result
#   1. a matrix product of size 224 on one thread, beside oclgrind when that is installed
#   2. matrix products of size 1024 with one worker and with two
#   3. an empty launch, traced and not, beside PoCL when that is installed
#   4. programs with nothing traced beside PoCL: whole programs with all compiled kernels kept, on one core and on all (we
#      run such a launch on one, PoCL on all)
#   5. every run of datasets/manifest: warp instructions, rate, bytes per warp instruction
# Times are the best of several runs, of the launch alone but for 4: other work on the machine only makes them longer.
set -eu
export LC_ALL=C
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${1:-$root/build}" && pwd)
PATH=$build:$PATH
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cc -std=c11 -O1 -o product "$root/tests/cli/capture/product.c" -lOpenCL -lm
cc -std=c11 -O1 -o empty "$root/tests/cli/capture/empty.c" -lOpenCL
ours=$build/libpoise_opencl.so
pocl=$(cat /etc/OpenCL/vendors/pocl.icd 2>/dev/null || true)

# best RUNS COMMAND...: least "launch: SECONDS s" of several runs
best() {
    local runs=$1
    shift
    for _ in $(seq "$runs"); do
        rm -rf traces
        "$@" 2>&1 >/dev/null | awk '$1 == "launch:" { print $2 }'
    done | sort -g | head -1
}

# build_time FOLDER: milliseconds of clBuildProgram in a program that does little else
export POISE_CACHE=$folder/cache
cc -std=c11 -O1 -o builder "$root/tests/cli/capture/builder.c" -lOpenCL
build_time() {
    POISE_CACHE=$1 OCL_ICD_VENDORS=$build/libpoise_opencl.so ./builder "$root/tests/cli/capture/features.cl" "" time | awk '$1 == "build:" { print $2 }'
}
compiled=$(build_time off)
build_time "$POISE_CACHE" >/dev/null
kept=$(for _ in 1 2 3 4 5; do build_time "$POISE_CACHE"; done | sort -g | head -1)
echo "clBuildProgram: $compiled ms, with the result kept $kept ms, ratio $(echo "$compiled $kept" | awk '{ printf "%.0f", $1 / $2 }')"

captured=$(best 5 poise capture -T 1 -o traces -- ./product 224)
echo "product 224, one worker: $captured s"
if command -v oclgrind >/dev/null; then
    interpreted=$(best 1 oclgrind --num-threads 1 ./product 224)
    echo "product 224, oclgrind on one thread: $interpreted s, $(echo "$interpreted $captured" | awk '{ printf "%.0f", $1 / $2 }') times as long"
fi

for kernel in product tiled; do
    one=$(best 3 poise capture -T 1 -o traces -- ./product 1024 $kernel)
    two=$(best 3 poise capture -T 2 -o traces -- ./product 1024 $kernel)
    echo "$kernel 1024: $one s with one worker, $two s with two, ratio $(echo "$one $two" | awk '{ printf "%.2f", $1 / $2 }')"
done

milliseconds() {
    echo "$1" | awk '{ printf "%.3f ms", 1000 * $1 }'
}
plain=$(best 3 env OCL_ICD_VENDORS="$ours" ./empty 20000)
# Each in a new folder: ext4 does not take the numbers of files just removed, and looks for others for long.
# shellcheck disable=SC2016
traced=$(best 3 bash -c 'poise capture -o "$(mktemp -u traces-XXXXXX)" -- ./empty 1000')
echo "empty launch: $(milliseconds "$plain"), traced $(milliseconds "$traced")"
[ -z "$pocl" ] || echo "empty launch, PoCL: $(milliseconds "$(best 3 env OCL_ICD_VENDORS="$pocl" ./empty 20000)")"

# whole VENDOR COMMAND...: least wall-clock seconds of several runs of a program; the first, which compiles, does not count
TIMEFORMAT=%R
whole() {
    local vendor=$1
    shift
    OCL_ICD_VENDORS=$vendor "$@" >/dev/null 2>&1
    for _ in 1 2 3; do
        { time OCL_ICD_VENDORS=$vendor "$@" >/dev/null 2>&1; } 2>&1
    done | sort -g | head -1
}

# beside COMMAND...: our time, PoCL's and how they compare
beside() {
    echo "$(whole "$ours" "$@") $(whole "$pocl" "$@")" | awk '{ printf "%s s, PoCL %s s, ratio %.1f", $1, $2, $1 / $2 }'
}
if [ -n "$pocl" ]; then
    for name in spmv_banded_12 radixsort_6 transpose_512 kmeans matmul mandelbrot pvr ii ss mm; do
        read -r program arguments < <(awk -v name=$name '$1 == name { $1 = $2 = $3 = $4 = $5 = ""; print }' "$root/datasets/manifest")
        # shellcheck disable=SC2086
        echo "$name, nothing traced, one core: $(POCL_MAX_PTHREAD_COUNT=1 beside taskset -c 0 "$build/datasets/$program" $arguments);" \
            "all cores: $(beside "$build/datasets/$program" $arguments)"
    done
fi

awk '!/^#/ && NF && $2 != "translation"' "$root/datasets/manifest" | while read -r name _ _ _ _ program arguments; do
    rm -rf traces
    # shellcheck disable=SC2086
    poise capture -T 1 -o traces -- "$build/datasets/$program" $arguments 2>&1 >/dev/null | tail -1 | awk -v name="$name" \
        '{ printf "%-18s %12d warp instructions %8.1f M/s %9.5f bytes each\n", name, $7, $7 / $12 / 1e6, $10 / $7 }'
done

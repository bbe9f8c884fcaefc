#!/bin/bash
# The workloads compute on PoCL what they compute on Poise's own platform: their results are right on both. Skipped where PoCL
# is not installed. BUILD names the build folder, which keeps what PoCL compiles: most of the time goes there.
# test: slow
set -eu
root=$(cd "$(dirname "$0")/../../.." && pwd)
build=$(cd "$root" && cd "${BUILD:-build}" && pwd)
pocl=$(ls /usr/lib/*/libpocl.so.2 2>/dev/null | head -n 1)
[ -n "$pocl" ] || { echo "PoCL is not installed" && exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export POCL_CACHE_DIR=$build/tests/pocl

# outcome PLATFORM PROGRAM ARGUMENTS...: the line that the program prints, without the device's name and rounding errors.
outcome() {
    local platform=$1
    shift
    OCL_ICD_VENDORS=$platform "$@" 2>&1 | sed 's/launch\(es\)* on [^;]*;/launches;/; s/error of [^;]*/error/'
}

compared=0
for program in "$build"/datasets/*; do
    ours=$(outcome "$build/libpoise_opencl.so" "$program" --size 256)
    theirs=$(outcome "$pocl" "$program" --size 256)
    case $ours in *"; verified") ;; *) echo "$ours" && exit 1 ;; esac
    [ "$ours" = "$theirs" ] || { printf 'ours: %s\nPoCL: %s\n' "$ours" "$theirs" && exit 1; }
    compared=$((compared + 1))
done
[ "$compared" -ge 10 ] || { echo "only $compared workloads were compared" && exit 1; }
# Its device is a processor, not a GPU.
sed 's/CL_DEVICE_TYPE_GPU/CL_DEVICE_TYPE_ALL/' "$root/tests/cli/capture/features.c" >"$scratch/features.c"
cc -std=c11 -O1 -o "$scratch/features" "$scratch/features.c" -lOpenCL -lm
OCL_ICD_VENDORS=$pocl "$scratch/features" "$root/tests/cli/capture/features.cl" >"$scratch/features.log" 2>&1 || {
    cat "$scratch/features.log"
    exit 1
}
echo "$compared workloads and the kernels of features.cl have the same results on PoCL"

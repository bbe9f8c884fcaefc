#!/bin/bash
# reconvergence.sh [SIZE]: the merge of the capture compared with a stack that reconverges at immediate post-dominators, on
# divergent kernels, as the table of docs/CAPTURE.md. Needs python3 and the llvm-dis of the LLVM that was built with. BUILD names the build folder.
set -eu
size=${1:-2048}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
build=$(cd "$root" && cd "${BUILD:-build}" && pwd)
PATH=$build:$PATH
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

llvm=$(poise-kernel-compiler version | sed -n 's/^LLVM \([0-9]*\).*/\1/p')
code() {
    poise-kernel-compiler flatten "$1" code.bc "" && "llvm-dis-$llvm" -o code.ll code.bc
}

echo "kernel                    bound      stack      merge    ratio  lanes of stack  merge"
cc -std=c11 -O1 -o one_launch "$root/tests/cli/capture/one_launch.c" -lOpenCL
code "$here/divergent.cl"
for kernel in $(sed -n 's/^__kernel void \([a-z_]*\).*/\1/p' "$here/divergent.cl"); do
    poise capture -o "$kernel" -- ./one_launch "$here/divergent.cl" "$kernel" "$size" 2>/dev/null
    python3 "$here/reconvergence.py" code.ll "$kernel"/*.wtr
done
for workload in graph/bfs graph/gco database/probe; do
    name=${workload#*/}
    code "$root/datasets/kernels/$workload/$name.cl"
    poise capture -o "$name" -- "$build/datasets/$name" --size "$size" >/dev/null 2>&1
    python3 "$here/reconvergence.py" code.ll --together "$name"/*.wtr
done

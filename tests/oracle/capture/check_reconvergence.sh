#!/bin/bash
# The merge of the capture executes no more than a reconvergence stack on any divergent kernel, give or take 1 %. The figures
# stand in docs/CAPTURE.md. Skipped without python3 or the llvm-dis of the LLVM that was built with. BUILD names the build folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$here/../../.." && cd "${BUILD:-build}" && pwd)
command -v python3 >/dev/null && [ -e "$build/libpoise_opencl.so" ] || exit 77
command -v "llvm-dis-$("$build/poise-kernel-compiler" version | sed -n 's/^LLVM \([0-9]*\).*/\1/p')" >/dev/null || exit 77
table=$(BUILD=$build "$here/reconvergence.sh" 256)
awk 'NR > 1 { n++; if ($5 < 0.99) { print; bad = 1 } } END { exit bad || n < 10 }' <<<"$table" || {
    echo "$table"
    exit 1
}
echo "10 kernels: never more than 1 % above a post-dominator stack"

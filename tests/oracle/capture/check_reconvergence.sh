#!/bin/bash
# The merge of the capture executes no more than a reconvergence stack on any divergent kernel, give or take 1 %. The figures
# stand in docs/CAPTURE.md. Skipped without python3 or llvm-dis-14. BUILD names the build folder.
# test: slow
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$here/../../.." && cd "${BUILD:-build}" && pwd)
command -v python3 >/dev/null && command -v llvm-dis-14 >/dev/null || { echo "python3 or llvm-dis-14 is not installed" && exit 77; }
table=$(BUILD=$build "$here/reconvergence.sh" 256)
awk 'NR > 1 { n++; if ($5 < 0.99) { print; bad = 1 } } END { exit bad || n < 10 }' <<<"$table" || {
    echo "$table"
    exit 1
}
echo "10 kernels: never more than 1 % above a post-dominator stack"

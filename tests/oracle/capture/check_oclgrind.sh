#!/bin/bash
# Traces of `poise capture` are those that follow from what oclgrind's work-items do. See README.md. Skipped where oclgrind is
# not installed and where the platform was built with another LLVM than oclgrind, which reads the code of our compiler. BUILD names
# the build folder.
# test: slow
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
build=$(cd "$root" && cd "${BUILD:-build}" && pwd)
PATH=$build:$PATH
oclgrind=/usr/lib/oclgrind/liboclgrind-rt-icd.so
llvm=$(llvm-config-14 --prefix 2>/dev/null) || { echo "llvm-config-14 is not installed" && exit 77; }
[ -e "$oclgrind" ] && [ -e /usr/include/oclgrind/Plugin.h ] || { echo "oclgrind or its headers are not installed" && exit 77; }
for program in python3 g++; do
    command -v $program >/dev/null || { echo "$program is not installed" && exit 77; }
done
[ -e "$build/libpoise_opencl.so" ] || { echo "the capture platform was not built" && exit 77; }
poise-kernel-compiler version | grep -q '^LLVM 14\.' || { echo "the platform was not built with oclgrind's LLVM, 14" && exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

# oclgrind's headers are not clean under our warnings.
g++ -std=c++17 -O1 -fPIC -shared -fno-rtti -w -isystem "$llvm/include" -o record.so "$here/oclgrind/record_work_items.cc" \
    -loclgrind -L"$llvm/lib" -lLLVM-14 &
cc -std=gnu11 -O1 -Wall -Wextra -Werror -isystem "$llvm/include" -o for_oclgrind "$here/oclgrind/for_oclgrind.c" \
    -L"$llvm/lib" -lLLVM-14
cc -std=gnu11 -O1 -Wall -Wextra -Werror -fPIC -shared -o use_bitcode.so "$here/oclgrind/use_bitcode.c" -ldl
for program in features one_launch; do
    cc -std=c11 -O1 -o "$program" "$root/tests/cli/capture/$program.c" -lOpenCL -lm
done
wait $!
cat >compile <<'SCRIPT'
#!/bin/sh
poise-kernel-compiler flatten "$1" "$2.bc" "$3" && "$(dirname "$0")/for_oclgrind" "$2.bc" "$2"
result=$?
rm -f "$2.bc" "$2.bc.d" # what it was made of
exit $result
SCRIPT
chmod +x compile

# compare NAME PROGRAM ARGUMENTS...: every launch of the program. What it computes is compared elsewhere: oclgrind's built-in
# functions are not ours.
compare() {
    local name=$1 items
    shift
    poise capture -o "$name.traces" -- "$@" >"$name.log" 2>&1 || { cat "$name.log"; exit 1; }
    poise trace info --json "$name.traces" | jq -r '.block | @tsv' >"$name.groups"
    mkdir "$name.items"
    OCL_ICD_VENDORS=$oclgrind OCLGRIND_PLUGINS=$scratch/record.so RECORD_FOLDER=$scratch/$name.items \
        COMPILE_COMMAND=$scratch/compile GROUP_SIZES=$scratch/$name.groups LD_PRELOAD=$scratch/use_bitcode.so \
        "$@" >"$name.log" 2>&1 || true
    for items in "$name.items"/*; do
        python3 "$here/compare_with_oclgrind.py" "$items" "$name.traces/$(basename "$items" .items).wtr" >>equal || exit 1
    done
    [ "$(ls "$name.items" | wc -l)" = "$(wc -l <"$name.groups")" ] || { cat "$name.log"; echo "$name: oclgrind ran only a part"; exit 1; }
}

compare features ./features "$root/tests/cli/capture/features.cl"
for kernel in $(sed -n 's/^__kernel void \([a-z_]*\).*/\1/p' "$here/divergent.cl"); do
    compare "$kernel" ./one_launch "$here/divergent.cl" "$kernel" 256
done
for program in bfs gco pagerank spmv nbody probe wordcount nearest moments atax bicg gesummv mvt; do
    compare "$program" "$build/datasets/$program" --size 128
done

# The comparison sees one address that is not the same.
sed '0,/^item/s/^\(item.* \)[0-9a-f]\{8,\}/\1ffff000000000000/' spmv.items/0000-spmv.items >changed.items
if python3 "$here/compare_with_oclgrind.py" changed.items spmv.traces/0000-spmv.wtr >changed.log 2>&1; then
    echo "a changed address went unnoticed"
    exit 1
fi

kernels=$(cut -d: -f1 equal | sort -u | wc -l)
launches=$(wc -l <equal)
[ "$kernels" -ge 30 ] || { cat equal; echo "only $kernels kernels were compared"; exit 1; }
echo "$kernels kernels, $launches launches equal oclgrind's work-items"

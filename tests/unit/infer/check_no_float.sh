#!/bin/bash
# The engine is integer only and stands alone: its object code, compiled here for the host, has no floating-point
# instruction or register and calls nothing. So is that for support vectors, which calls the
# engine, and those for choices and for loads. Compiled for processors without any floating-point unit it needs nothing
# either, but for the division of 64-bit integers where the processor has 32 bits, and memset(), which every compiler may
# call to clear a struct.
# test: slow
set -euo pipefail
root=${POISE_ROOT:-$(cd "$(dirname "$0")/../../.." && pwd)}
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

# check FILE CALLS: may call nothing but CALLS.
# -fno-tree-vectorize: vector registers would also appear in integer loops and hide what is searched for.
check() {
    local source=$root/infer/$1.c object=$folder/$1.o
    "${CC:-cc}" -std=c11 -O2 -fno-tree-vectorize -fno-tree-slp-vectorize -mgeneral-regs-only -c "$source" -o "$object"
    if grep -nwE 'float|double|long double' "$source"; then
        echo "$1.c names a floating-point type" >&2
        exit 1
    fi
    objdump -d --no-show-raw-insn "$object" >"$folder/code"
    if grep -E '%(xmm|ymm|zmm|st\()|[[:space:]]f(add|sub|mul|div|ld|st|ild|ist)' "$folder/code"; then
        echo "$1.o holds floating-point instructions" >&2
        exit 1
    fi
    if nm -u "$object" | grep -vwE "U ($2)"; then
        echo "$1.o calls something outside itself" >&2
        exit 1
    fi
}
check poise_infer none
check poise_kernel 'poise_power|poise_exponent'
check poise_choice none
check poise_views poise_point_from_sample
check poise_shares poise_predict
check poise_loads poise_log2

# other TARGET ALLOWED OPTIONS...: what the engine may leave undefined there.
other() {
    local target=$1 allowed=$2
    shift 2
    clang-14 --target="$target" "$@" -std=c11 -O2 -ffreestanding -c "$root/infer/poise_infer.c" -o "$folder/other.o"
    if nm -u "$folder/other.o" | grep -vwE "U ($allowed)"; then
        echo "poise_infer.o for $target calls something outside itself" >&2
        exit 1
    fi
}
if command -v clang-14 >/dev/null; then
    other aarch64 memset -mgeneral-regs-only
    other riscv64 memset -march=rv64im
    other riscv32 '__udivdi3|memset' -march=rv32im
    other i386 '__udivdi3|memset' -mno-sse -mno-80387
    other armv7m-none-eabi '__aeabi_uldivmod|__aeabi_memclr.*' -mfloat-abi=soft
fi
includes=$(cd "$root/infer" && grep -h '^#include' poise_infer.[ch] poise_power.h poise_kernel.[ch] poise_choice.[ch] poise_views.[ch] poise_shares.[ch] poise_loads.[ch] | sort -u)
[ "$includes" = '#include "poise_choice.h"
#include "poise_infer.h"
#include "poise_kernel.h"
#include "poise_loads.h"
#include "poise_power.h"
#include "poise_shares.h"
#include "poise_views.h"
#include <stdbool.h>
#include <stdint.h>' ] || {
    echo "the engine includes more than itself: $includes" >&2
    exit 1
}
size=$(size -A "$folder"/poise_*.o | awk '$1 ~ /^\.(text|rodata|data)/ { bytes += $2 } END { print bytes }')
echo "engine: $size bytes of code and constants"
[ "$size" -lt 20480 ]

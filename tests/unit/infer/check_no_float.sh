#!/bin/bash
# The engine is integer only and stands alone: its object code, compiled here for the host, has no floating-point
# instruction or register and calls nothing. Compiled for processors without any floating-point unit it needs nothing
# either, but for the division of 64-bit integers where the processor has 32 bits, and memset(), which every compiler may
# call to clear a struct.
set -euo pipefail
root=${POISE_ROOT:-$(cd "$(dirname "$0")/../../.." && pwd)}
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

# -fno-tree-vectorize: vector registers would also appear in integer loops and hide what is searched for.
"${CC:-cc}" -std=c11 -O2 -fno-tree-vectorize -fno-tree-slp-vectorize -mgeneral-regs-only \
    -c "$root/infer/poise_infer.c" -o "$folder/engine.o"

if grep -nwE 'float|double|long double' "$root/infer/poise_infer.c"; then
    echo "poise_infer.c names a floating-point type" >&2
    exit 1
fi
objdump -d --no-show-raw-insn "$folder/engine.o" >"$folder/code"
if grep -E '%(xmm|ymm|zmm|st\()|[[:space:]]f(add|sub|mul|div|ld|st|ild|ist)' "$folder/code"; then
    echo "poise_infer.o holds floating-point instructions" >&2
    exit 1
fi
if nm -u "$folder/engine.o" | grep .; then
    echo "poise_infer.o calls something outside itself" >&2
    exit 1
fi
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
includes=$(grep -h '^#include' "$root/infer/poise_infer.c" "$root/infer/poise_infer.h" | sort)
[ "$includes" = '#include "poise_infer.h"
#include <stdbool.h>
#include <stdint.h>' ] || {
    echo "the engine includes more than itself: $includes" >&2
    exit 1
}
size=$(size -A "$folder/engine.o" | awk '$1 ~ /^\.(text|rodata|data)/ { bytes += $2 } END { print bytes }')
echo "engine: $size bytes of code and constants"
[ "$size" -lt 20480 ]

/* Constants of .cpu files, shared by writer and reader. */
#ifndef POISE_TRACE_CPU_LAYOUT_H
#define POISE_TRACE_CPU_LAYOUT_H

#include <stdint.h>

enum {
    CPU_MAGIC_BYTES = 8,
    CPU_PREAMBLE_BYTES = 12, /* magic, version */
    CPU_VERSION = 1,
    CPU_CHUNK_BYTES = 1 << 18,   /* a chunk is closed when it has grown to this; our choice */
    CPU_SECTION_LIMIT = 1 << 19, /* largest content that is read */
    CPU_SECTION_MISSES = 'M' | 'I' << 8 | 'S' << 16 | 'S' << 24,
    CPU_SECTION_END = 'E' | 'N' << 8 | 'D' << 16 | 'S' << 24,
};
#define CPU_LINE_LIMIT (UINT64_C(1) << 60)

/* Made like that of warp traces: shows a transfer as text. */
static const uint8_t cpu_magic[CPU_MAGIC_BYTES] = {0x89, 'C', 'P', 'U', '\r', '\n', 0x1a, '\n'};

#endif

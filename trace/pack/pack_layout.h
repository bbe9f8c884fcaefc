/* Constants of packs, shared by the two sides of pack.h. */
#ifndef POISE_TRACE_PACK_PACK_LAYOUT_H
#define POISE_TRACE_PACK_PACK_LAYOUT_H

#include "common/hash.h"

#include <stdint.h>

enum {
    PACK_MAGIC_BYTES = 8,
    PACK_BYTE_ORDER = 0x01020304,
    PACK_FILE_KIND = 'F' | 'I' << 8 | 'L' << 16 | 'E' << 24,
    PACK_INDEX_KIND = 'I' | 'N' << 8 | 'D' << 16 | 'X' << 24,
    PACK_HEAD_BYTES = 16,                  /* kind, bytes of the name or 0, bytes of the content */
    PACK_HASH_BYTES = POISE_HASH_TEXT - 1, /* behind name and content: XXH3-128 of all from the head on */
    PACK_ENTRY_BYTES = 24,                 /* offset of the file's head, bytes, place and bytes of the name */
    PACK_TRAILER_BYTES = 32,               /* as of .wtr */
};

static const uint8_t pack_magic[PACK_MAGIC_BYTES] = {0x89, 'W', 'T', 'S', '\r', '\n', 0x1a, '\n'};
static const uint8_t pack_end_magic[PACK_MAGIC_BYTES] = {'W', 'T', 'S', '.', 'e', 'n', 'd', '\n'};

#endif

/* Constants of the file frame, shared by the two sides of container.h. */
#ifndef POISE_TRACE_FORMAT_CONTAINER_LAYOUT_H
#define POISE_TRACE_FORMAT_CONTAINER_LAYOUT_H

#include <stdint.h>

enum {
    PREAMBLE_BYTES = 16,       /* magic, version, byte order */
    SECTION_HEADER_BYTES = 24, /* kind, 0, content bytes, packed bytes */
    CHECKSUM_BYTES = 8,
    TRAILER_BYTES = 32, /* index offset, file bytes, checksum of these two, end magic */
    MAGIC_BYTES = 8,
    BYTE_ORDER_MARK = 0x01020304,
};

/* As in PNG: a byte with bit 7 set, both line endings and a control-Z show what a transfer as text does. */
static const uint8_t trace_magic[MAGIC_BYTES] = {0x89, 'W', 'T', 'R', '\r', '\n', 0x1a, '\n'};
static const uint8_t trace_end_magic[MAGIC_BYTES] = {'W', 'T', 'R', '.', 'e', 'n', 'd', '\n'};

#endif

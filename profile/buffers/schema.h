/* What writer and reader of a profile of buffers agree on; described for users in docs/DATA.md. */
#ifndef POISE_PROFILE_BUFFERS_SCHEMA_H
#define POISE_PROFILE_BUFFERS_SCHEMA_H

#include "common/h5_rows.h"
#include "profile/buffers/buffers.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    BUFFERS_PROGRAM_FIELDS = 3,
    BUFFERS_BUFFER_FIELDS = 5,
    BUFFERS_BUFFER_WIDE = 2,
    BUFFERS_PROGRAM_WIDE = 2
};

extern const poise_h5_field buffers_program_fields[BUFFERS_PROGRAM_FIELDS];
extern const poise_h5_field buffers_buffer_fields[BUFFERS_BUFFER_FIELDS];

/* A column of 64-bit numbers. */
typedef struct buffers_wide {
    poise_h5_column column;
    size_t offset; /* offsetof() the uint64_t in the struct */
} buffers_wide;
extern const buffers_wide buffers_buffer_wide[BUFFERS_BUFFER_WIDE];
extern const buffers_wide buffers_program_wide[BUFFERS_PROGRAM_WIDE];

extern const poise_h5_column buffers_chunk_buffer, buffers_reads, buffers_writes;

#endif

/* The frame of a .wtr file: a preamble, sections of compressed bytes with a checksum each, the index that
 * describes them, a trailer. docs/TRACE.md has the layout. Everything is read and written front to back. */
#ifndef POISE_TRACE_FORMAT_CONTAINER_H
#define POISE_TRACE_FORMAT_CONTAINER_H

#include "trace/format/bytes.h"
#include "trace/format/record.h"

#include <stdio.h>

/* Of zstd.h. One serves all sections of a file: to make one is dearer than to use it for a short section. */
struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

/* Four letters, as they appear in the file. */
enum {
    TRACE_SECTION_HEAD = 'H' | 'E' << 8 | 'A' << 16 | 'D' << 24,
    TRACE_SECTION_EVENTS = 'E' | 'V' << 8 | 'N' << 16 | 'T' << 24,
    TRACE_SECTION_WARP = 'W' | 'A' << 8 | 'R' << 16 | 'P' << 24,
    TRACE_SECTION_INDEX = 'I' | 'N' << 8 | 'D' << 16 | 'X' << 24,
};

/* ---- the index ---- */

typedef struct trace_index_chunk {
    uint64_t n_warps;
    uint64_t file_bytes; /* of the whole section */
} trace_index_chunk;

/* The reader makes its own while it reads and compares it with the one in the file. */
typedef struct trace_index {
    uint64_t n_warps;
    trace_totals totals;
    char hash[POISE_HASH_TEXT];
    trace_index_chunk *chunks;
    size_t n_chunks, capacity;
} trace_index;

int trace_index_add(trace_index *index, uint64_t n_warps, uint64_t file_bytes, poise_error *err);
int trace_index_encode(const trace_index *index, trace_bytes *out, poise_error *err);
void trace_index_free(trace_index *index);

/* ---- writing ---- */

typedef struct trace_output {
    FILE *stream;     /* not owned */
    const char *path; /* for messages; not owned */
    uint64_t offset;  /* bytes written */
    trace_bytes packed;
    struct ZSTD_CCtx_s *packer; /* NULL until the first section */
} trace_output;

int trace_output_preamble(trace_output *out, uint32_t version, poise_error *err);
int trace_output_section(trace_output *out, uint32_t kind, const trace_bytes *content, poise_error *err);
/* `index_offset`: where the index section began. */
int trace_output_trailer(trace_output *out, uint64_t index_offset, poise_error *err);
void trace_output_free(trace_output *out);

/* ---- reading ---- */

typedef struct trace_source {
    FILE *stream;     /* not owned */
    const char *name; /* for messages; not owned */
    uint64_t offset;  /* bytes read */
    trace_bytes packed;
    struct ZSTD_DCtx_s *unpacker; /* NULL until the first section whose checksum is right */
} trace_source;

/* Reads the `size` >= 8 bytes that a file of this kind begins with, of which the first 8 must be `magic`. The
 * sentence tells an empty file, one of another kind, one that a transfer as text has changed and one that is
 * cut short apart; `kind` is "a warp trace" or the like. */
int trace_source_begin(trace_source *in, const uint8_t magic[], const char *kind, uint8_t *bytes, size_t size,
                       poise_error *err);
/* Of a warp trace; what is wrong with it besides: another version, another byte order. *version is
 * TRACE_FORMAT_VERSION to TRACE_LAST_VERSION. */
int trace_source_preamble(trace_source *in, uint32_t *version, poise_error *err);
/* Reads a section to `content`. Its size is refused above `limit`; memory grows only as bytes arrive. */
int trace_source_section(trace_source *in, uint32_t *kind, trace_bytes *content, uint64_t limit,
                         poise_error *err);
/* Reads and checks the trailer and that the file ends there. */
int trace_source_trailer(trace_source *in, uint64_t index_offset, poise_error *err);
void trace_source_free(trace_source *in);

#endif

/* A pack as a file to be read, for the two files that do so. */
#ifndef POISE_TRACE_PACK_PACK_SOURCE_H
#define POISE_TRACE_PACK_PACK_SOURCE_H

#include "trace/pack/pack.h"

typedef struct pack_source {
    int file;
    const char *path; /* not owned */
    uint64_t bytes;
} pack_source;

/* Opens it and checks how it begins; the caller closes the file. */
int pack_open(pack_source *s, const char *path, poise_error *err);
int pack_damaged(const pack_source *s, uint64_t offset, const char *reason, poise_error *err);
/* Reads all of it or fails. */
int pack_read_at(const pack_source *s, void *data, size_t size, uint64_t offset, poise_error *err);

/* Reads the head of the file at `offset` and its name, to which member->name points; no file goes beyond
 * `limit`. */
int pack_read_head(const pack_source *s, uint64_t offset, uint64_t limit,
                   char name[TRACE_PACK_NAME_BYTES + 1], trace_pack_member *member, poise_error *err);
/* Verifies the checksum of a file and copies its content to `out`, unless that is NULL. */
int pack_verify(const pack_source *s, const trace_pack_member *member, FILE *out, poise_error *err);

#endif

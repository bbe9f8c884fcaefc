/* Packs (.wtrs): one file that holds the files of a folder of traces, byte for byte; docs/TRACE.md has the
 * layout. A trace in it is named by a path as if the pack were a folder: "some.wtrs/0003-kernel.wtr". */
#ifndef POISE_TRACE_PACK_PACK_H
#define POISE_TRACE_PACK_PACK_H

#include "common/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define TRACE_PACK_SUFFIX ".wtrs"

enum {
    TRACE_PACK_VERSION = 1,
    TRACE_PACK_BEGIN = 16, /* where the first file of a pack begins */
    TRACE_PACK_NAME_BYTES = 255,
};

/* ---- writing ---- */

/* Makes an empty pack. What exists under `path` is refused unless it is an empty file. */
int trace_pack_create(const char *path, poise_error *err);
/* Adds `bytes` bytes of a stream under `name` at byte *end, behind what the pack holds, and moves *end; what
 * stands there, left by a process that was killed, is overwritten. POISE_FAILED when the stream ends before
 * or later. After a failure the pack is as before. Callers in several processes take turns. */
int trace_pack_append(const char *path, uint64_t *end, const char *name, FILE *content, uint64_t bytes,
                      poise_error *err);
/* The same of a whole file. */
int trace_pack_append_file(const char *path, uint64_t *end, const char *name, const char *file,
                           poise_error *err);
/* Writes the index at byte `end` and waits for the disk: the pack is complete. */
int trace_pack_finish(const char *path, uint64_t end, poise_error *err);

/* ---- reading: input is not trusted ---- */

typedef struct trace_pack_member {
    char *name;
    uint64_t offset, bytes; /* of the content */
} trace_pack_member;

typedef struct trace_pack {
    trace_pack_member *members; /* of trace_pack_list in byte order of names */
    size_t n;
} trace_pack;

/* Whether a regular file begins as a pack does. */
bool trace_pack_is(const char *path);
/* The files that a complete pack holds. POISE_DAMAGED when it is not complete. */
int trace_pack_list(const char *path, trace_pack *pack, poise_error *err);
/* The same from the heads of the files, in the order in which they stand, up to the first that is not whole.
 */
int trace_pack_scan(const char *path, trace_pack *pack, poise_error *err);
/* As trace_pack_scan, with a look at the files themselves, whose checksums are verified: for packs that are
 * not complete. */
int trace_pack_recover(const char *path, trace_pack *pack, poise_error *err);
void trace_pack_free(trace_pack *pack);

/* The file of that name in a complete pack, of which only a few places are read; member->name is `name`
 * itself. POISE_FAILED when there is none. */
int trace_pack_find(const char *path, const char *name, trace_pack_member *member, poise_error *err);
/* The content as a stream, which can be read front to back. NULL with `err` set. */
FILE *trace_pack_stream(const char *path, const trace_pack_member *member, poise_error *err);
/* Copies the content to `out`, unless that is NULL, and verifies its checksum. */
int trace_pack_extract(const char *path, const trace_pack_member *member, FILE *out, poise_error *err);

/* Whether it can be the name of a file in a pack: no folders, no control characters. */
bool trace_pack_name_is_valid(const char *name, size_t bytes);

#endif

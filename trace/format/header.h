/* What is known of a launch before its first warp: limits, checks, copies and the byte form of
 * trace_header. */
#ifndef POISE_TRACE_FORMAT_HEADER_H
#define POISE_TRACE_FORMAT_HEADER_H

#include "trace/format/bytes.h"
#include "trace/trace.h"

/* Checks that every number is within the limits of trace.h and every index in range. POISE_DAMAGED with the
 * place and the reason. */
int trace_header_check(const trace_header *header, poise_error *err);

/* Deep copy; on failure `copy` is freed and zeroed. */
int trace_header_copy(const trace_header *header, trace_header *copy, poise_error *err);
void trace_header_free(trace_header *header);

/* Geometry of a checked header. */
void trace_header_warps(const trace_header *header, uint32_t *n_thread_blocks, uint32_t *warps_per_block,
                        uint64_t *n_warps);
/* Lanes of warp `warp` that have a thread: all but in the last warp of a block. */
uint32_t trace_warp_lanes(const trace_header *header, uint64_t warp);

/* Appends the byte form: everything but the notes, whose end goes to *identity_size, then the notes.
 * docs/TRACE.md, section HEAD. */
int trace_header_encode(const trace_header *header, trace_bytes *out, size_t *identity_size,
                        poise_error *err);
/* Reads that form and checks the result; *identity_size as above. On failure `header` is freed and zeroed. */
int trace_header_decode(const uint8_t *data, size_t size, trace_header *header, size_t *identity_size,
                        poise_error *err);

#endif

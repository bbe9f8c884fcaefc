/* The byte form of what a warp executed: docs/TRACE.md, section WARP. Encoder and decoder stand side by side
 * in record.c, so that they cannot drift apart.
 *
 * Each warp is one fragment: a body that depends on this warp alone, and the line that each memory
 * instruction touched first, which is coded against the warp before in the same chunk. So warps may be
 * encoded in any order, and still a launch of many short regular warps costs next to nothing. */
#ifndef POISE_TRACE_FORMAT_RECORD_H
#define POISE_TRACE_FORMAT_RECORD_H

#include "trace/format/bytes.h"
#include "trace/format/page_table.h"
#include "trace/format/words.h"
#include "trace/trace.h"

/* ---- static side ---- */

typedef enum trace_access_kind {
    TRACE_ACCESS_LINES,
    TRACE_ACCESS_ATOMIC, /* lines, a multiplicity and perhaps depths */
    TRACE_ACCESS_PASSES, /* shared memory */
} trace_access_kind;

/* The memory instructions of each basic block; accesses are numbered through all blocks. */
typedef struct trace_record_block {
    uint32_t n_inst;
    uint32_t first_access, n_accesses;
} trace_record_block;

typedef struct trace_program {
    uint32_t n_blocks, n_accesses;
    bool has_depths;   /* of atomics */
    size_t most_words; /* of any record in the stream of struct warp_trace */
    trace_record_block *blocks;
    uint8_t *kind; /* trace_access_kind of each access */
} trace_program;

/* From a checked header. */
int trace_program_make(trace_program *program, const trace_header *header, poise_error *err);
void trace_program_free(trace_program *program);

enum { TRACE_MOST_PASSES = 32 }; /* of a shared-memory access: one per lane */

typedef struct trace_totals {
    uint64_t warp_insts, thread_insts, line_accesses;
} trace_totals;

/* Guesses the next line of a static memory instruction: the last one plus the last distance. Valid while
 * `owner` is the current warp (within a warp) or chunk (from warp to warp); otherwise it starts anew. */
typedef struct trace_predictor {
    uint64_t owner;
    uint64_t line, stride;
} trace_predictor;

/* ---- encoding ---- */

/* One warp under way. Zeroed = fresh; free with trace_fragment_free. */
typedef struct trace_fragment trace_fragment;
struct trace_fragment {
    trace_bytes body;
    uint32_t lanes;          /* that have a thread */
    uint32_t n_firsts;       /* accesses seen so far, in order of first execution: */
    uint32_t *first_access;  /*   their numbers */
    uint64_t *first_line;    /*   and the first line of each */
    trace_predictor *within; /* per access */
    uint64_t owner;          /* changes with every warp, so that `within` needs no clearing */
    uint64_t expected_block; /* the one behind the last */
    uint32_t last_mask;
    trace_totals totals;
    trace_fragment *next_idle; /* open_warps.h */
};

/* Prepares `fragment`, fresh or used before with the same program, for a warp. */
int trace_fragment_begin(trace_fragment *fragment, const trace_program *program, uint32_t lanes,
                         poise_error *err);
void trace_fragment_free(trace_fragment *fragment);

/* Whether the record may be appended to a warp with these lanes: POISE_USAGE with the reason when a number is
 * out of range. The pages it touches are entered in `pages`. */
int trace_record_check(const trace_program *program, trace_page_table *pages, uint32_t lanes, uint32_t block,
                       uint32_t active_mask, const trace_access *accesses, uint32_t n_accesses,
                       poise_error *err);
/* Whether `depths` (trace_sector_depths) are 1 to 32 for the sectors that are touched and 0 for the others.
 */
bool trace_depth_fits(uint64_t depths, uint32_t sectors);
/* Appends a checked record; fails only without memory. */
int trace_record_encode(trace_fragment *fragment, const trace_program *program, uint32_t block,
                        uint32_t active_mask, const trace_access *accesses, poise_error *err);

/* Appends a finished fragment to a chunk. `across` has one predictor per access; `chunk` numbers chunks from
 * 1. */
int trace_fragment_append(const trace_fragment *fragment, trace_predictor *across, uint64_t chunk,
                          trace_bytes *out, poise_error *err);

/* Adds one warp to the hash of the content: independent of chunks and of the warps before. */
void trace_identity_add(poise_hash *hash, const uint8_t *body, size_t size, const uint64_t *first_line,
                        uint32_t n_firsts);

/* ---- decoding ---- */

/* Everything that decoding needs besides the bytes. Arrays have one element per access. */
typedef struct trace_decoder {
    const trace_program *program;
    trace_predictor *within, *across;
    uint64_t warp_owner, chunk; /* count warps and chunks from 1 */
    uint64_t *first_line;       /* of the warp decoded last */
    uint32_t n_firsts;
    trace_page_table *pages;
    trace_words *words;
    trace_totals totals;
    poise_hash *hash; /* every decoded warp is added; may be NULL */
} trace_decoder;

/* Decodes the fragment at `in` to words and leaves `in` behind it. POISE_DAMAGED with the reason when any
 * number is out of range. */
int trace_fragment_decode(trace_decoder *decoder, trace_input *in, uint32_t lanes, poise_error *err);

#endif

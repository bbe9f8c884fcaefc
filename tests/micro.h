/* Hand-made warp traces for tests: every static instruction is its own basic block, and each warp's stream is
 * written by hand. Sizes are small and fixed; a test that outgrows them fails in micro_* by assertion. */
#ifndef POISE_TESTS_MICRO_H
#define POISE_TESTS_MICRO_H

#include "trace/trace.h"

#include <assert.h>
#include <string.h>

enum { MICRO_INSTS = 256, MICRO_REGISTERS = 64, MICRO_WORDS = 1 << 18, MICRO_WARPS = 4096, MICRO_PAGES = 4 };

typedef struct micro {
    warp_trace trace;
    trace_inst inst[MICRO_INSTS];
    trace_basic_block blocks[MICRO_INSTS];
    uint64_t first_word[MICRO_WARPS + 1];
    uint32_t words[MICRO_WORDS];
    uint64_t pages[MICRO_PAGES];
    uint32_t n_words;
    int fresh; /* the next record is the first of its warp, or with other lanes */
    uint32_t lanes;
} micro;

/* A launch of `thread_blocks` blocks of `warps` warps. Pages 0.. lie at byte address 0. */
static inline void micro_begin(micro *m, uint32_t thread_blocks, uint32_t warps)
{
    memset(m, 0, sizeof *m);
    static char name[] = "micro";
    m->trace.header = (trace_header){.kernel = name,
                                     .grid = {thread_blocks, 1, 1},
                                     .block = {warps * TRACE_WARP_SIZE, 1, 1},
                                     .n_registers = MICRO_REGISTERS,
                                     .inst = m->inst,
                                     .basic_blocks = m->blocks};
    m->trace.n_thread_blocks = thread_blocks;
    m->trace.warps_per_block = warps;
    m->trace.first_word = m->first_word;
    m->trace.words = m->words;
    m->trace.page_address = m->pages;
    m->trace.n_pages = MICRO_PAGES;
    for (uint32_t i = 0; i < MICRO_PAGES; i++)
        m->pages[i] = (uint64_t)i << TRACE_PAGE_SHIFT;
}

/* Adds a static instruction that reads `n` registers; returns its number. A destination of -1 = none. */
static inline uint32_t micro_inst_from(micro *m, trace_op op, int destination, uint32_t n,
                                       const uint16_t *sources)
{
    uint32_t i = m->trace.header.n_inst++;
    assert(i < MICRO_INSTS && n <= TRACE_MAX_SOURCES);
    m->trace.header.n_basic_blocks = i + 1;
    m->inst[i] = (trace_inst){.op = (uint8_t)op,
                              .access_bytes = trace_op_is_memory(op) ? 4 : 0,
                              .n_sources = (uint8_t)n,
                              .destination = destination >= 0 ? (uint16_t)destination : TRACE_NO_REGISTER};
    for (uint32_t s = 0; s < n; s++)
        m->inst[i].source[s] = sources[s];
    m->blocks[i] = (trace_basic_block){.first_inst = i, .n_inst = 1};
    return i;
}

/* The same with one source at most; -1 = none. */
static inline uint32_t micro_inst(micro *m, trace_op op, int destination, int source)
{
    uint16_t only = source >= 0 ? (uint16_t)source : 0;
    return micro_inst_from(m, op, destination, source >= 0, &only);
}

static inline void micro_word(micro *m, uint32_t word)
{
    assert(m->n_words < MICRO_WORDS);
    m->words[m->n_words++] = word;
}

/* Starts the next warp of the launch. */
static inline void micro_warp(micro *m)
{
    assert(m->trace.n_warps < MICRO_WARPS);
    m->first_word[m->trace.n_warps++] = m->n_words;
    m->first_word[m->trace.n_warps] = m->n_words;
    m->fresh = 1;
    m->lanes = UINT32_MAX;
}

/* Executes static instruction `inst` in the current warp with all lanes, or those of the last micro_lanes().
 */
static inline void micro_run(micro *m, uint32_t inst)
{
    micro_word(m, inst << 1 | (uint32_t)m->fresh);
    if (m->fresh)
        micro_word(m, m->lanes);
    m->fresh = 0;
    m->first_word[m->trace.n_warps] = m->n_words;
}

/* From now on the current warp runs with these lanes. */
static inline void micro_lanes(micro *m, uint32_t lanes)
{
    m->fresh = 1;
    m->lanes = lanes;
}

/* The same for a memory instruction that touches `n` whole lines from `line` on, `stride` lines apart. */
static inline void micro_access(micro *m, uint32_t inst, uint32_t line, uint32_t n, uint32_t stride)
{
    micro_run(m, inst);
    micro_word(m, n | (uint32_t)(m->inst[inst].op == TRACE_OP_ATOMIC_GLOBAL) << 8);
    for (uint32_t i = 0; i < n; i++)
        micro_word(m, line_word(line + i * stride, ALL_SECTORS));
    m->first_word[m->trace.n_warps] = m->n_words;
}

/* The last access touched only these 32-byte sectors of its last line. */
static inline void micro_sectors(micro *m, uint32_t sectors)
{
    m->words[m->n_words - 1] = line_word(word_line(m->words[m->n_words - 1]), sectors);
}

/* An atomic on `n` lines from `line` on, `lanes` lanes on each address; only the first sectors are touched.
 */
static inline void micro_atomic(micro *m, uint32_t inst, uint32_t line, uint32_t n, uint32_t lanes)
{
    micro_run(m, inst);
    micro_word(m, n | lanes << 8);
    for (uint32_t i = 0; i < n; i++)
        micro_word(m, line_word(line + i, 1));
    m->first_word[m->trace.n_warps] = m->n_words;
}

/* The last access, an atomic on `n` lines, has depths: `depth` for every sector that it touches. */
static inline void micro_depth(micro *m, uint32_t n, uint32_t depth)
{
    const uint32_t first = m->n_words - n;
    m->words[first - 1] |= 1u << TRACE_DEPTHS_SHIFT;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t depths = 0;
        for (uint32_t s = 0; s < LINE_SECTORS; s++)
            depths |= (word_sectors(m->words[first + i]) >> s & 1 ? depth : 0) << 8 * s;
        micro_word(m, depths);
    }
    m->first_word[m->trace.n_warps] = m->n_words;
}

/* Executes a shared-memory instruction that takes `passes`. */
static inline void micro_shared(micro *m, uint32_t inst, uint32_t passes)
{
    micro_run(m, inst);
    micro_word(m, passes);
    m->first_word[m->trace.n_warps] = m->n_words;
}

#endif

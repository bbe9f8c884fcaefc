#include "trace/info.h"

#include "trace/cursor.h"

#include <stdlib.h>
#include <string.h>

/* State of a line: the sectors touched in bits 0..3, above them 1 + the warp that loaded it last. */
enum { SECTOR_BITS = 4, SECTOR_MASK = 15 };

typedef struct counting {
    trace_summary *summary;
    uint64_t *lines; /* state by line number */
    uint64_t global_accesses, global_lines, shared_accesses, shared_passes;
} counting;

static bool is_global(trace_op op)
{
    return op == TRACE_OP_LOAD_GLOBAL || op == TRACE_OP_STORE_GLOBAL || op == TRACE_OP_ATOMIC_GLOBAL;
}

static double ratio(uint64_t part, uint64_t whole)
{
    return whole == 0 ? 0 : (double)part / (double)whole;
}

static void count_touch(trace_summary *summary, uint64_t *state, uint32_t sectors)
{
    const uint32_t known = *state & SECTOR_MASK;
    summary->footprint_lines += known == 0;
    summary->footprint_sectors += (uint64_t)__builtin_popcount(sectors & ~known);
    *state |= sectors;
}

static void count_load(trace_summary *summary, uint64_t *state, uint64_t warp)
{
    const uint64_t last = *state >> SECTOR_BITS;
    summary->load_lines++;
    summary->load_cold += last == 0;
    summary->load_reuse_intra += last == warp + 1;
    summary->load_reuse_inter += last != 0 && last != warp + 1;
    *state = (warp + 1) << SECTOR_BITS | (*state & SECTOR_MASK);
}

static void count_access(counting *c, uint64_t warp, trace_op op, const trace_cursor *cursor)
{
    if (trace_op_is_shared(op)) {
        c->shared_accesses++;
        c->shared_passes += cursor->passes;
        return;
    }
    if (is_global(op)) {
        c->global_accesses++;
        c->global_lines += cursor->n_lines;
    }
    for (uint32_t i = 0; i < cursor->n_lines; i++) {
        uint64_t *state = &c->lines[cursor->lines[i] >> SECTOR_BITS];
        count_touch(c->summary, state, cursor->lines[i] & SECTOR_MASK);
        if (op == TRACE_OP_LOAD_GLOBAL)
            count_load(c->summary, state, warp);
    }
}

/* Warps one after the other: a line is "intra" exactly when this warp stands in its state. */
static void count_warp(counting *c, const warp_trace *trace, uint64_t warp)
{
    trace_cursor cursor = trace_cursor_begin(trace, warp);
    while (trace_cursor_next_block(&cursor)) {
        const trace_inst *inst;
        while ((inst = trace_cursor_next_inst(&cursor)) != NULL) {
            c->summary->insts[inst->op]++;
            if (trace_op_is_memory(inst->op))
                count_access(c, warp, inst->op, &cursor);
        }
    }
}

static void finish(const counting *c, const warp_trace *trace)
{
    trace_summary *summary = c->summary;
    const uint64_t loads = summary->insts[TRACE_OP_LOAD_GLOBAL];
    summary->mean_active_lanes = ratio(trace->thread_insts, trace->warp_insts);
    summary->lines_per_global_access = ratio(c->global_lines, c->global_accesses);
    summary->insts_per_global_load = ratio(trace->warp_insts, loads > 0 ? loads : 1);
    summary->passes_per_shared_access = ratio(c->shared_passes, c->shared_accesses);
}

int trace_summarize(const warp_trace *trace, trace_summary *summary, poise_error *err)
{
    memset(summary, 0, sizeof *summary);
    const size_t lines = (size_t)trace->n_pages << TRACE_PAGE_LINES_SHIFT;
    counting c = {.summary = summary, .lines = calloc(lines + 1, sizeof *c.lines)};
    if (c.lines == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the %zu lines of the pages of kernel %s", lines,
                          trace->header.kernel);
    for (uint64_t w = 0; w < trace->n_warps; w++)
        count_warp(&c, trace, w);
    free(c.lines);
    finish(&c, trace);
    return 0;
}

#include "trace/info/info.h"

#include "trace/cursor.h"

#include <stdlib.h>
#include <string.h>

enum { SECTOR_BITS = LINE_SECTORS };

typedef struct line_state {
    uint64_t touched; /* the sectors in its low bits, above them 1 + the warp that loaded it last */
    uint32_t block;   /* 1 + the thread block that loaded it first */
    uint32_t loads;   /* as long as no other has; LOADED_BY_SEVERAL */
} line_state;
static const uint32_t LOADED_BY_SEVERAL = UINT32_MAX;

typedef struct counting {
    trace_summary *summary;
    line_state *lines; /* by line number */
    uint32_t n_pages;  /* that `lines` has room for */
    uint32_t block;    /* 1 + the number of the present one */
    trace_reuse_counter *reuse;
    uint64_t global_accesses, global_lines, shared_accesses, shared_passes;
} counting;

const char *trace_space_name(trace_space space)
{
    static const char *const names[] = {"global", "const", "local"};
    return names[space];
}

static trace_space space_of(trace_op op)
{
    switch (op) {
    case TRACE_OP_LOAD_CONST: return TRACE_SPACE_CONST;
    case TRACE_OP_LOAD_PRIVATE:
    case TRACE_OP_STORE_PRIVATE: return TRACE_SPACE_PRIVATE;
    default: return TRACE_SPACE_GLOBAL;
    }
}

static double ratio(uint64_t part, uint64_t whole)
{
    return whole == 0 ? 0 : (double)part / (double)whole;
}

/* ---- one access ---- */

static void count_touch(trace_summary *summary, trace_space space, uint64_t *state, uint32_t sectors)
{
    const uint32_t known = *state & ALL_SECTORS;
    summary->footprint[space].lines += known == 0;
    summary->footprint[space].sectors += (uint64_t)__builtin_popcount(sectors & ~known);
    *state |= sectors;
}

static void count_load(trace_summary *summary, uint64_t *state, uint64_t warp)
{
    const uint64_t last = *state >> SECTOR_BITS;
    summary->load_lines++;
    summary->load_cold += last == 0;
    summary->load_reuse_intra += last == warp + 1;
    summary->load_reuse_inter += last != 0 && last != warp + 1;
    *state = (warp + 1) << SECTOR_BITS | (*state & ALL_SECTORS);
}

static void count_shared(trace_summary *summary, line_state *line, uint32_t block)
{
    if (line->loads == LOADED_BY_SEVERAL) {
        summary->shared_line_loads++;
    } else if (line->block == 0 || line->block == block) {
        line->block = block;
        line->loads += line->loads < LOADED_BY_SEVERAL - 1;
    } else {
        summary->shared_lines++;
        summary->shared_line_loads += 1 + (uint64_t)line->loads;
        line->loads = LOADED_BY_SEVERAL;
    }
}

static void count_access(counting *c, uint64_t warp, trace_op op, const trace_cursor *cursor)
{
    if (trace_op_is_shared(op)) {
        c->shared_accesses++;
        c->shared_passes += cursor->passes;
        return;
    }
    const trace_space space = space_of(op);
    if (space == TRACE_SPACE_GLOBAL) {
        c->global_accesses++;
        c->global_lines += cursor->n_lines;
        c->summary->lines_of_access[cursor->n_lines]++;
    }
    for (uint32_t i = 0; i < cursor->n_lines; i++) {
        line_state *line = &c->lines[word_line(cursor->lines[i])];
        count_touch(c->summary, space, &line->touched, word_sectors(cursor->lines[i]));
        if (op != TRACE_OP_LOAD_GLOBAL)
            continue;
        count_load(c->summary, &line->touched, warp);
        count_shared(c->summary, line, c->block);
    }
}

/* ---- one warp ---- */

static void count_inst(counting *c, const trace_cursor *cursor, const trace_inst *inst, unsigned lanes,
                       uint64_t warp)
{
    trace_summary *summary = c->summary;
    summary->insts[inst->op]++;
    summary->active_lanes[lanes]++;
    trace_inst_count *count = &summary->inst[inst - cursor->trace->header.inst];
    count->executions++;
    count->threads += lanes;
    if (!trace_op_is_memory(inst->op))
        return;
    count->lines += cursor->n_lines + cursor->passes;
    count_access(c, warp, inst->op, cursor);
}

/* Warps one after the other: a line is "intra" exactly when this warp stands in its state. */
static void count_warp(counting *c, const warp_trace *view, uint64_t place, uint64_t warp)
{
    trace_cursor cursor = trace_cursor_begin(view, place);
    while (trace_cursor_next_block(&cursor)) {
        const unsigned lanes = (unsigned)__builtin_popcount(cursor.active_mask);
        const trace_inst *inst;
        while ((inst = trace_cursor_next_inst(&cursor)) != NULL)
            count_inst(c, &cursor, inst, lanes, warp);
    }
}

/* ---- the whole ---- */

static int no_memory(const warp_trace *view, poise_error *err)
{
    return poise_fail(err, POISE_FAILED, "no memory for the %u pages of kernel %s", view->n_pages,
                      view->header.kernel);
}

/* Twice the pages that are known. */
static int make_room(counting *c, const warp_trace *view, poise_error *err)
{
    if (c->lines != NULL && view->n_pages <= c->n_pages)
        return POISE_OK;
    const size_t n_pages = 2 * (size_t)view->n_pages + 1, known = c->lines != NULL ? c->n_pages : 0;
    line_state *grown = realloc(c->lines, (n_pages << TRACE_PAGE_LINES_SHIFT) * sizeof *grown);
    if (grown == NULL)
        return no_memory(view, err);
    memset(grown + (known << TRACE_PAGE_LINES_SHIFT), 0,
           ((n_pages - known) << TRACE_PAGE_LINES_SHIFT) * sizeof *grown);
    c->lines = grown;
    c->n_pages = (uint32_t)n_pages;
    return POISE_OK;
}

/* Warps `first` .. `first` + n - 1 of `view`, one thread block; `number` is the first one's in the launch. */
static int count_block(counting *c, const warp_trace *view, uint64_t first, uint64_t number, uint32_t n,
                       poise_error *err)
{
    const int code = make_room(c, view, err);
    if (code != POISE_OK)
        return code;
    if (c->summary->inst == NULL)
        c->summary->inst = calloc(view->header.n_inst, sizeof *c->summary->inst);
    if (c->summary->inst == NULL)
        return no_memory(view, err);
    c->block = (uint32_t)(number / n) + 1;
    for (uint32_t w = 0; w < n; w++)
        count_warp(c, view, first + w, number + w);
    trace_reuse_add(c->reuse, view, first, n, number);
    return POISE_OK;
}

static int visit(void *user, const warp_trace *view, uint64_t first_warp, uint32_t n_warps, poise_error *err)
{
    return count_block(user, view, 0, first_warp, n_warps, err);
}

static int begin(counting *c, trace_summary *summary, poise_error *err)
{
    *summary = (trace_summary){0};
    *c = (counting){.summary = summary, .reuse = trace_reuse_new(err)};
    return c->reuse == NULL ? POISE_FAILED : 0;
}

static void finish(counting *c, const warp_trace *end, int code)
{
    trace_summary *summary = c->summary;
    if (code == 0) {
        const uint64_t loads = summary->insts[TRACE_OP_LOAD_GLOBAL];
        summary->mean_active_lanes = ratio(end->thread_insts, end->warp_insts);
        summary->lines_per_global_access = ratio(c->global_lines, c->global_accesses);
        summary->insts_per_global_load = ratio(end->warp_insts, loads > 0 ? loads : 1);
        summary->passes_per_shared_access = ratio(c->shared_passes, c->shared_accesses);
        summary->reuse = trace_reuse_result(c->reuse);
        for (int s = 0; s < TRACE_SPACE_COUNT; s++) {
            summary->footprint_lines += summary->footprint[s].lines;
            summary->footprint_sectors += summary->footprint[s].sectors;
        }
    } else {
        trace_summary_free(summary);
    }
    trace_reuse_free(c->reuse);
    free(c->lines);
}

int trace_summarize_file(const char *path, warp_trace *end, trace_summary *summary, poise_error *err)
{
    counting c;
    *end = (warp_trace){0};
    int code = begin(&c, summary, err);
    if (code == POISE_OK)
        code = warp_trace_scan(path, visit, &c, end, err);
    finish(&c, end, code);
    return code;
}

int trace_summarize(const warp_trace *trace, trace_summary *summary, poise_error *err)
{
    counting c;
    int code = begin(&c, summary, err);
    for (uint64_t w = 0; code == POISE_OK && w < trace->n_warps; w += trace->warps_per_block)
        code = count_block(&c, trace, w, w, trace->warps_per_block, err);
    finish(&c, trace, code);
    return code;
}

void trace_summary_free(trace_summary *summary)
{
    free(summary->inst);
    *summary = (trace_summary){0};
}

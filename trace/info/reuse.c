#include "trace/info/reuse.h"

#include "trace/cursor.h"

#include <stdlib.h>

enum { MOST_WARPS = TRACE_MAX_BLOCK_THREADS / TRACE_WARP_SIZE };

struct trace_reuse_counter {
    trace_stack *alone, *round_robin;
    trace_reuse result;
};

trace_reuse_counter *trace_reuse_new(poise_error *err)
{
    trace_reuse_counter *counter = calloc(1, sizeof *counter);
    if (counter == NULL) {
        poise_fail(err, POISE_FAILED, "no memory for reuse distances");
        return NULL;
    }
    counter->alone = trace_stack_new(err);
    counter->round_robin = trace_stack_new(err);
    if (counter->alone != NULL && counter->round_robin != NULL)
        return counter;
    trace_reuse_free(counter);
    return NULL;
}

void trace_reuse_free(trace_reuse_counter *counter)
{
    if (counter == NULL)
        return;
    trace_stack_free(counter->alone);
    trace_stack_free(counter->round_robin);
    free(counter);
}

static unsigned bin_of(uint64_t distance)
{
    const unsigned bin = distance == 0 ? 0 : 64 - (unsigned)__builtin_clzll(distance);
    return bin < TRACE_REUSE_BINS ? bin : TRACE_REUSE_BINS - 1;
}

static void load_lines(trace_stack *stack, const trace_cursor *cursor, uint64_t warp,
                       trace_reuse_histogram *histogram)
{
    for (uint32_t i = 0; i < cursor->n_lines; i++) {
        const trace_stack_access access = trace_stack_touch(stack, word_line(cursor->lines[i]), warp);
        if (!access.is_sampled)
            continue;
        if (access.is_first)
            histogram->first += access.weight;
        else if (access.last_by == warp)
            histogram->intra[bin_of(access.distance)] += access.weight;
        else
            histogram->inter[bin_of(access.distance)] += access.weight;
    }
}

/* ---- each warp for itself ---- */

static void add_alone(trace_reuse_counter *counter, const warp_trace *view, uint64_t place, uint64_t warp)
{
    trace_cursor cursor = trace_cursor_begin(view, place);
    const trace_inst *inst;
    while (trace_cursor_next_block(&cursor))
        while ((inst = trace_cursor_next_inst(&cursor)) != NULL)
            if (inst->op == TRACE_OP_LOAD_GLOBAL)
                load_lines(counter->alone, &cursor, warp, &counter->result.alone);
    trace_stack_clear(counter->alone);
}

/* ---- warps in turn ---- */

typedef struct turns {
    trace_cursor cursor[MOST_WARPS];
    uint32_t live, waiting; /* warps that have not ended; that wait at a barrier */
} turns;

/* The next instruction of a warp; NULL at its end. */
static const trace_inst *step(trace_cursor *cursor)
{
    const trace_inst *inst = trace_cursor_next_inst(cursor);
    while (inst == NULL && trace_cursor_next_block(cursor))
        inst = trace_cursor_next_inst(cursor);
    return inst;
}

/* One instruction of warp `w` of the block. */
static void take_turn(trace_reuse_counter *counter, turns *t, unsigned w, uint64_t warp)
{
    const trace_inst *inst = step(&t->cursor[w]);
    if (inst == NULL)
        t->live &= ~(UINT32_C(1) << w);
    else if (inst->op == TRACE_OP_BARRIER)
        t->waiting |= UINT32_C(1) << w;
    else if (inst->op == TRACE_OP_LOAD_GLOBAL)
        load_lines(counter->round_robin, &t->cursor[w], warp, &counter->result.round_robin);
}

static void add_round_robin(trace_reuse_counter *counter, const warp_trace *view, uint64_t first, uint32_t n,
                            uint64_t number)
{
    turns t = {0};
    for (uint32_t w = 0; w < n && w < MOST_WARPS; w++) {
        t.cursor[w] = trace_cursor_begin(view, first + w);
        t.live |= UINT32_C(1) << w;
    }
    while (t.live != 0) {
        for (uint32_t rest = t.live & ~t.waiting; rest != 0; rest &= rest - 1)
            take_turn(counter, &t, (unsigned)__builtin_ctz(rest), number + (unsigned)__builtin_ctz(rest));
        t.waiting &= t.live;
        if (t.waiting == t.live)
            t.waiting = 0;
    }
}

void trace_reuse_add(trace_reuse_counter *counter, const warp_trace *view, uint64_t first, uint32_t n,
                     uint64_t number)
{
    for (uint32_t w = 0; w < n; w++)
        add_alone(counter, view, first + w, number + w);
    add_round_robin(counter, view, first, n, number);
}

trace_reuse trace_reuse_result(const trace_reuse_counter *counter)
{
    trace_reuse result = counter->result;
    result.alone.rate = trace_stack_rate(counter->alone);
    result.round_robin.rate = trace_stack_rate(counter->round_robin);
    return result;
}

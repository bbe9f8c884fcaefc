#include "capture/runtime/unrecorded.h"

#include "capture/runtime/barrier.h"

#include <stdlib.h>

/* Between barriers the work-items of a group run in order of their number, each until it waits or ends; it
 * then switches to the next one itself, as most of the time of kernels with many barriers is that of these
 * switches. What they look at lies together here, not in the lanes: 256 of those would not fit the
 * first-level cache. */
typedef struct place {
    capture_fiber fiber;
    unsigned barrier, line; /* where it waits; ENDED = nowhere any more */
} place;

enum { ENDED = 0 }; /* barriers are numbered from 1 */

static struct {
    kernel_position position;
    place *places;
    size_t n, room;
    size_t running;
    void *contexts; /* of all work-items, for a kernel that runs in loops between barriers */
    size_t contexts_bytes;
    uint32_t result;
} group;

static void set_position(const capture_geometry *g)
{
    kernel_position *p = &group.position;
    p->dimensions = g->dimensions;
    for (int d = 0; d < 3; d++) {
        p->group[d] = capture_running_item.group[d];
        p->first[d] = g->offset[d] + p->group[d] * g->local[d];
        p->local_size[d] = g->local[d];
        p->groups[d] = g->groups[d];
        p->global_size[d] = g->global[d];
        p->offset[d] = g->offset[d];
    }
}

/* The next work-item that has not ended, from `i`; group.n when there is none. */
static size_t next_place(size_t i)
{
    while (i < group.n && group.places[i].barrier == ENDED)
        i++;
    return i;
}

static inline void leave(unsigned barrier, unsigned line)
{
    place *here = &group.places[group.running];
    here->barrier = barrier;
    here->line = line;
    const size_t next = next_place(group.running + 1);
    if (next == group.n) {
        capture_fiber_switch(&here->fiber, &capture_now.scheduler);
        return;
    }
    if (next + 1 < group.n)
        capture_fiber_prefetch(&group.places[next + 1].fiber);
    group.running = next;
    capture_now.running = capture_now.runner->pool.lanes + next;
    capture_fiber_switch(&here->fiber, &group.places[next].fiber);
}

void capture_wait_unrecorded(unsigned barrier, unsigned line)
{
    leave(barrier, line);
}

static void run_work_item(void)
{
    const capture_group_runner *runner = capture_now.runner;
    size_t local[3];
    capture_local_position(&runner->geometry, group.running, local);
    uint64_t item[3] = {local[0], local[1], local[2]};
    group.result = runner->code->group(runner->arguments, &group.position,
                                       runner->code->context_bytes ? group.contexts : item);
    leave(ENDED, 0);
}

static int prepare_contexts(const capture_group_runner *runner, poise_error *err)
{
    const size_t n = (runner->group_size + KERNEL_CONTEXT_ALIGNMENT - 1) / KERNEL_CONTEXT_ALIGNMENT *
                     KERNEL_CONTEXT_ALIGNMENT;
    const size_t bytes = runner->code->context_bytes ? n * *runner->code->context_bytes : 0;
    if (bytes <= group.contexts_bytes)
        return POISE_OK;
    free(group.contexts);
    group.contexts = aligned_alloc(KERNEL_CONTEXT_ALIGNMENT, bytes);
    group.contexts_bytes = group.contexts ? bytes : 0;
    return group.contexts
               ? 0
               : poise_fail(err, POISE_FAILED, "out of memory for %u work-items", runner->group_size);
}

/* Without barriers, or in loops between them, one fiber runs all. */
static int prepare(const capture_group_runner *runner, poise_error *err)
{
    int code = prepare_contexts(runner, err);
    group.n = runner->code->has_barrier && !runner->code->context_bytes ? runner->group_size : 1;
    if (code == POISE_OK && group.n > group.room) {
        place *places = realloc(group.places, group.n * sizeof *places);
        if (!places)
            return poise_fail(err, POISE_FAILED, "out of memory for a group of %zu work-items", group.n);
        group.places = places;
        group.room = group.n;
    }
    for (size_t i = 0; code == POISE_OK && i < group.n; i++) {
        group.places[i].barrier = !ENDED;
        capture_fiber_prepare(&group.places[i].fiber, runner->pool.lanes[i].stack_top,
                              runner->pool.stack_bytes, run_work_item);
    }
    return code;
}

static bool all_wait_at(unsigned barrier, size_t first)
{
    bool same = true;
    for (size_t i = first; i < group.n; i++)
        same &= group.places[i].barrier == barrier || group.places[i].barrier == ENDED;
    return same;
}

/* Says which two work-items wait at different barriers. */
static int report(const capture_group_runner *runner, poise_error *err)
{
    capture_barrier_opening opening;
    for (size_t i = 0; i < group.n; i++) {
        lane *l = &runner->pool.lanes[i];
        l->state = group.places[i].barrier == ENDED ? LANE_DONE : LANE_AT_BARRIER;
        l->barrier = group.places[i].barrier;
        l->barrier_line = group.places[i].line;
        capture_local_position(&runner->geometry, i, l->local);
    }
    return capture_barrier_open(runner->pool.lanes, group.n, &capture_running_item, &opening, err);
}

int capture_run_unrecorded(const capture_group_runner *runner, bool *barriers_differ, poise_error *err)
{
    set_position(&runner->geometry);
    int code = prepare(runner, err);
    group.result = 0;
    for (size_t first = 0; code == POISE_OK && first < group.n; first = next_place(first)) {
        if (!all_wait_at(group.places[first].barrier, first)) {
            code = report(runner, err);
            break;
        }
        group.running = first;
        capture_now.running = runner->pool.lanes + first;
        capture_now.is_unrecorded = capture_now.is_inside = true;
        capture_fiber_switch(&capture_now.scheduler, &group.places[first].fiber);
        capture_now.is_unrecorded = capture_now.is_inside = false;
    }
    *barriers_differ = group.result != 0;
    return code;
}

#include "capture/runtime/group.h"

#include "capture/runtime/barrier.h"
#include "capture/runtime/kernel_abi.h"
#include "capture/runtime/print.h"
#include "capture/runtime/unrecorded.h"

#include <string.h>

/* Work-items that have not begun. */
typedef struct item_queue {
    size_t next[3]; /* position in the group */
    uint32_t n;
} item_queue;

static item_queue waiting_items;

/* Warps that run together: all of a group when lanes meet at barriers, else one. */
typedef struct batch {
    uint32_t first_warp, n_warps; /* in the group */
    uint64_t unfinished;          /* warps not merged to their end, bit per warp: at most 32 in a group */
} batch;

/* Lanes of 1024 work-items without private arrays stay, larger pools do not. Our choice. */
#define MOST_IDLE_BYTES ((size_t)96 << 20)

int capture_group_runner_open(capture_group_runner *runner, poise_error *err)
{
    const capture_geometry *g = &runner->geometry;
    runner->group_size = (uint32_t)(g->local[0] * g->local[1] * g->local[2]);
    runner->warps_per_group = (runner->group_size + TRACE_WARP_SIZE - 1) / TRACE_WARP_SIZE;
    size_t lanes = runner->code->has_barrier || runner->group_size < TRACE_WARP_SIZE ? runner->group_size
                                                                                     : TRACE_WARP_SIZE;
    return lane_pool_open(&runner->pool, runner->code->entry, lanes, err);
}

/* A fault from now on is in no work-item's code. */
void capture_group_runner_close(capture_group_runner *runner)
{
    capture_now.running = NULL;
    capture_now.runner = NULL;
    if (runner->pool.memory_bytes > MOST_IDLE_BYTES)
        lane_pool_close(&runner->pool);
}

static void stop(lane_state state, bool has_open_record)
{
    lane *l = capture_now.running;
    l->state = state;
    l->has_open_record = has_open_record;
    l->write = *capture_now.runner->image->cursor;
    capture_fiber_switch(&l->fiber, &capture_now.scheduler);
}

void poise_barrier(unsigned number, unsigned line)
{
    if (capture_now.is_unrecorded) {
        capture_wait_unrecorded(number, line);
        return;
    }
    capture_now.running->barrier = number;
    capture_now.running->barrier_line = line;
    stop(LANE_AT_BARRIER, true);
}

void poise_yield(void)
{
    capture_now.running->has_yielded = true;
    stop(LANE_READY, false);
}

static void run_work_item(void)
{
    capture_now.runner->code->launch(capture_now.runner->arguments);
    stop(LANE_DONE, false);
}

static void resume(const capture_group_runner *runner, lane *l)
{
    if (!l->has_open_record) {
        l->read = l->buffer; /* all of it is merged: begin at the front again */
        l->write = l->buffer;
    }
    capture_now.running = l;
    for (int d = 0; d < 3; d++)
        capture_running_item.local[d] = l->local[d];
    *runner->image->cursor = l->write;
    *runner->image->limit = l->buffer + runner->pool.buffer_words;
    capture_now.is_inside = true;
    capture_fiber_switch(&capture_now.scheduler, &l->fiber);
    capture_now.is_inside = false;
    if (!runner->merge)
        l->read = l->write;
}

static lane *warp_lanes(const capture_group_runner *runner, const batch *b, uint32_t warp, uint32_t *n)
{
    uint32_t first = (b->first_warp + warp) * TRACE_WARP_SIZE;
    uint32_t left = runner->group_size - first;
    *n = left < TRACE_WARP_SIZE ? left : TRACE_WARP_SIZE;
    return runner->pool.lanes + (size_t)warp * TRACE_WARP_SIZE;
}

enum {
    /* Beside the private arrays in the frame of a kernel. */
    FRAME_SLACK_BYTES = 512,
};

/* As clear_local_memory: private arrays are read before they are written in some programs. */
static void clear_private_memory(const capture_group_runner *runner, const lane *l)
{
    size_t bytes = runner->code->entry->private_bytes;
    if (bytes > 0)
        memset(l->stack_top - bytes - FRAME_SLACK_BYTES, 0, bytes + FRAME_SLACK_BYTES);
}

/* Gives the lane the next position of the group. */
static void take_item(lane *l, item_queue *items, const size_t size[3])
{
    bool carries = true;
    for (int d = 0; d < 3; d++) {
        l->local[d] = items->next[d];
        items->next[d] += carries;
        carries = items->next[d] == size[d];
        items->next[d] = carries ? 0 : items->next[d];
    }
    items->n--;
}

/* In a lane: one work-item after the other, until one has yielded: the lane ends with that one, the others
 * are for the next lane. */
static void run_work_items(void)
{
    const capture_group_runner *runner = capture_now.runner;
    lane *l = capture_now.running;
    for (;;) {
        runner->code->launch(runner->arguments);
        if (l->has_yielded || waiting_items.n == 0 || runner->code->entry->private_bytes > 0)
            break;
        take_item(l, &waiting_items, runner->geometry.local);
        for (int d = 0; d < 3; d++)
            capture_running_item.local[d] = l->local[d];
        *runner->image->cursor = l->buffer;
    }
    stop(LANE_DONE, false);
}

/* Runs the next n work-items, a warp without barriers and without a trace. They run in the order in which
 * run_warp would run them; most never yield and share one lane. */
static void run_items(const capture_group_runner *runner, uint32_t n)
{
    lane *lanes = runner->pool.lanes;
    uint32_t n_parked = 0;
    waiting_items.n = n;
    while (waiting_items.n > 0) {
        lane *l = &lanes[n_parked];
        l->has_open_record = l->has_yielded = false;
        l->state = LANE_READY;
        take_item(l, &waiting_items, runner->geometry.local);
        clear_private_memory(runner, l);
        capture_fiber_prepare(&l->fiber, l->stack_top, runner->pool.stack_bytes, run_work_items);
        resume(runner, l);
        n_parked += l->state != LANE_DONE;
    }
    for (uint32_t n_done = 0; n_done < n_parked;) {
        for (uint32_t i = 0; i < n_parked; i++) {
            if (lanes[i].state == LANE_DONE)
                continue;
            resume(runner, &lanes[i]);
            n_done += lanes[i].state == LANE_DONE;
        }
    }
}

static void run_group_items(const capture_group_runner *runner)
{
    waiting_items = (item_queue){0};
    for (uint32_t left = runner->group_size, n; left > 0; left -= n) {
        n = left < TRACE_WARP_SIZE ? left : TRACE_WARP_SIZE;
        run_items(runner, n);
    }
}

static void start_lanes(const capture_group_runner *runner, batch *b)
{
    item_queue items = {.n = runner->group_size};
    capture_local_position(&runner->geometry, b->first_warp * TRACE_WARP_SIZE, items.next);
    for (uint32_t w = 0; w < b->n_warps; w++) {
        uint32_t n;
        lane *lanes = warp_lanes(runner, b, w, &n);
        for (uint32_t i = 0; i < n; i++) {
            lane *l = &lanes[i];
            l->state = LANE_READY;
            l->has_open_record = false;
            l->read = l->write = l->buffer;
            take_item(l, &items, runner->geometry.local);
            clear_private_memory(runner, l);
            capture_fiber_prepare(&l->fiber, l->stack_top, runner->pool.stack_bytes, run_work_item);
        }
        b->unfinished |= UINT64_C(1) << w;
    }
}

/* Lets every lane that has nothing for the merge and may run do so. Returns how many could. */
static uint32_t resume_starving(const capture_group_runner *runner, lane *lanes, uint32_t n)
{
    uint32_t resumed = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (i + 1 < n)
            capture_fiber_prefetch(&lanes[i + 1].fiber);
        if (lanes[i].state == LANE_READY && !lane_has_record(&lanes[i], runner->code)) {
            resume(runner, &lanes[i]);
            resumed++;
        }
    }
    return resumed;
}

/* Without a trace: runs a warp until all its lanes that go on wait at a barrier. Returns whether none does.
 */
static bool run_warp_unmerged(const capture_group_runner *runner, lane *lanes, uint32_t n)
{
    bool is_finished = true, can_go_on = true;
    while (can_go_on) {
        can_go_on = false;
        for (uint32_t i = 0; i < n; i++) {
            lane *l = &lanes[i];
            if (i + 1 < n)
                capture_fiber_prefetch(&lanes[i + 1].fiber);
            if (l->state == LANE_READY)
                resume(runner, l);
            can_go_on |= l->state == LANE_READY;
            is_finished &= l->state != LANE_AT_BARRIER;
        }
    }
    return is_finished;
}

/* Runs a warp until it ends or all its lanes that go on wait at a barrier. */
static int run_warp(const capture_group_runner *runner, uint64_t number, lane *lanes, uint32_t n,
                    bool *is_finished, poise_error *err)
{
    *is_finished = !runner->merge && run_warp_unmerged(runner, lanes, n);
    int failed = 0;
    while (runner->merge && !failed && !*is_finished && resume_starving(runner, lanes, n) > 0)
        failed = capture_merge_warp(runner->merge, number, lanes, n, is_finished, err);
    return failed;
}

/* Undefined in OpenCL, and a GPU that counts all work-items of a group would wait for ever. */
static void note_absence(const capture_group_runner *runner, const capture_barrier_opening *opening,
                         uint64_t first_warp)
{
    capture_merge *merge = runner->merge;
    const size_t *group = capture_running_item.group;
    if (!merge || merge->absence.code != 0 || opening->n_waiting == 0 || opening->n_ended == 0)
        return;
    merge->absence_warp = first_warp;
    poise_fail(
        &merge->absence, POISE_FAILED,
        "kernel %s: line %u: %u of the %u work-items of group (%zu, %zu, %zu) have ended and never reach "
        "this barrier; the others do not wait for them (undefined in OpenCL, other devices may hang)",
        runner->code->name, opening->line, opening->n_ended, opening->n_waiting + opening->n_ended, group[0],
        group[1], group[2]);
}

static int run_batch(capture_group_runner *runner, batch *b, uint64_t first_warp, poise_error *err)
{
    start_lanes(runner, b);
    while (b->unfinished) {
        for (uint32_t w = 0; w < b->n_warps; w++) {
            if (!(b->unfinished >> w & 1))
                continue;
            uint32_t n;
            bool is_finished;
            lane *lanes = warp_lanes(runner, b, w, &n);
            int code = run_warp(runner, first_warp + b->first_warp + w, lanes, n, &is_finished, err);
            if (code != POISE_OK)
                return code;
            if (is_finished)
                b->unfinished &= ~(UINT64_C(1) << w);
        }
        capture_barrier_opening opening;
        int code = capture_barrier_open(runner->pool.lanes, runner->pool.n_lanes, &capture_running_item,
                                        &opening, err);
        if (code != POISE_OK)
            return code;
        note_absence(runner, &opening, first_warp);
    }
    return POISE_OK;
}

/* What groups before have left in local memory depends on which of them this process has run. */
static void clear_local_memory(const capture_ranges *local)
{
    for (size_t i = 0; local && i < local->n; i++) {
        const capture_range *range = &local->range[i];
        memset((void *)(uintptr_t)range->begin, 0, range->end - range->begin); // NOLINT
    }
}

/* At which barriers work-items wait is known with records only. */
static int run_unrecorded(const capture_group_runner *runner, poise_error *err)
{
    bool barriers_differ = false;
    int failed = capture_run_unrecorded(runner, &barriers_differ, err);
    if (!failed && barriers_differ)
        failed = capture_run_group_recorded(err);
    if (!failed && barriers_differ)
        failed = poise_fail(err, POISE_FAILED, "work-items of a group wait at different barriers");
    return failed;
}

int capture_run_group(capture_group_runner *runner, const size_t group[3], uint64_t first_warp,
                      poise_error *err)
{
    capture_now.runner = runner;
    clear_local_memory(runner->local);
    capture_running_item.geometry = &runner->geometry;
    for (int d = 0; d < 3; d++)
        capture_running_item.group[d] = group[d];
    if (!runner->merge && runner->code->group)
        return run_unrecorded(runner, err);
    uint32_t together = runner->code->has_barrier ? runner->warps_per_group : 1;
    bool is_batched = runner->merge || runner->code->has_barrier;
    if (!is_batched)
        run_group_items(runner);
    for (uint32_t w = 0; is_batched && w < runner->warps_per_group; w += together) {
        batch b = {.first_warp = w, .n_warps = together};
        int failed = run_batch(runner, &b, first_warp, err);
        if (failed)
            return failed;
    }
    capture_print_finish_group();
    return POISE_OK;
}

/* Not on the stack: that of a signal handler begins anew with the next fault, which looks at them. */
int capture_run_group_recorded(poise_error *err)
{
    static capture_code code;
    static capture_group_runner runner;
    const size_t group[3] = {capture_running_item.group[0], capture_running_item.group[1],
                             capture_running_item.group[2]};
    code = *capture_now.runner->code;
    runner = *capture_now.runner;
    code.group = NULL;
    runner.code = &code;
    capture_now.is_unrecorded = capture_now.is_inside = false;
    return capture_run_group(&runner, group, 0, err);
}

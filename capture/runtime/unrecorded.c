#include "capture/runtime/unrecorded.h"

#include "capture/runtime/barrier.h"

/* Between barriers the work-items of a group run in order of their number, each until it waits or ends; it
 * then switches to the next one itself. */

static kernel_position position;

static void set_position(const capture_geometry *g)
{
    position.dimensions = g->dimensions;
    for (int d = 0; d < 3; d++) {
        position.group[d] = capture_running_item.group[d];
        position.first[d] = g->offset[d] + position.group[d] * g->local[d];
        position.local_size[d] = g->local[d];
        position.groups[d] = g->groups[d];
        position.global_size[d] = g->global[d];
        position.offset[d] = g->offset[d];
    }
}

static lane *next_ready(lane *l)
{
    while (l < capture_now.end && l->state != LANE_READY)
        l++;
    return l;
}

static void leave(lane *l, lane_state state)
{
    l->state = state;
    lane *next = next_ready(l + 1);
    if (next == capture_now.end) {
        capture_fiber_switch(&l->fiber, &capture_now.scheduler);
        return;
    }
    if (next + 1 < capture_now.end)
        capture_fiber_prefetch(&next[1].fiber);
    capture_now.running = next;
    capture_fiber_switch(&l->fiber, &next->fiber);
}

void capture_wait_unrecorded(void)
{
    leave(capture_now.running, LANE_AT_BARRIER);
}

static void run_lane(void)
{
    const capture_group_runner *runner = capture_now.runner;
    const lane *l = capture_now.running;
    const uint64_t item[3] = {l->local[0], l->local[1], l->local[2]};
    runner->code->group(runner->arguments, &position, item);
    leave(capture_now.running, LANE_DONE);
}

/* Without barriers one lane runs all. */
static lane *start_lanes(const capture_group_runner *runner)
{
    lane *lanes = runner->pool.lanes;
    const uint32_t n = runner->code->has_barrier ? runner->group_size : 1;
    size_t local[3] = {0, 0, 0};
    for (uint32_t i = 0; i < n; i++) {
        lane *l = &lanes[i];
        bool carries = true;
        l->state = LANE_READY;
        l->has_open_record = false;
        l->read = l->write = l->buffer;
        for (int d = 0; d < 3; d++) {
            l->local[d] = local[d];
            local[d] += carries;
            carries = local[d] == runner->geometry.local[d];
            local[d] = carries ? 0 : local[d];
        }
        capture_fiber_prepare(&l->fiber, l->stack_top, runner->pool.stack_bytes, run_lane);
    }
    return lanes + n;
}

int capture_run_unrecorded(const capture_group_runner *runner, poise_error *err)
{
    lane *lanes = runner->pool.lanes;
    capture_barrier_opening opening;
    int failed;
    set_position(&runner->geometry);
    capture_now.end = start_lanes(runner);
    do {
        capture_now.running = next_ready(lanes);
        if (capture_now.running < capture_now.end) {
            capture_now.is_inside = true;
            capture_fiber_switch(&capture_now.scheduler, &capture_now.running->fiber);
            capture_now.is_inside = false;
        }
        failed = capture_barrier_open(lanes, (size_t)(capture_now.end - lanes), &capture_running_item,
                                      &opening, err);
    } while (!failed && opening.n_waiting > 0);
    capture_now.end = NULL;
    return failed;
}

#include "capture/runtime/barrier.h"

static void global_id(const lane *l, const capture_work_item *position, size_t id[3])
{
    const capture_geometry *g = position->geometry;
    for (int d = 0; d < 3; d++)
        id[d] = g->offset[d] + position->group[d] * g->local[d] + l->local[d];
}

static int report(const lane *a, const lane *b, const capture_work_item *position, poise_error *err)
{
    size_t p[3], q[3];
    global_id(a, position, p);
    global_id(b, position, q);
    return poise_fail(
        err, POISE_FAILED,
        "line %u: work-item (%zu, %zu, %zu) waits at this barrier and work-item (%zu, %zu, %zu) of the same "
        "group at the one in line %u: all work-items of a group must reach the same barrier",
        a->barrier_line, p[0], p[1], p[2], q[0], q[1], q[2], b->barrier_line);
}

int capture_barrier_open(lane *lanes, size_t n, const capture_work_item *position,
                         capture_barrier_opening *opening, poise_error *err)
{
    const lane *first = NULL;
    *opening = (capture_barrier_opening){0};
    for (size_t i = 0; i < n; i++) {
        lane *l = &lanes[i];
        opening->n_ended += l->state == LANE_DONE;
        if (l->state != LANE_AT_BARRIER)
            continue;
        opening->n_waiting++;
        opening->line = l->barrier_line;
        if (!first)
            first = l;
        if (l->barrier != first->barrier)
            return report(first, l, position, err);
        l->state = LANE_READY;
    }
    return POISE_OK;
}

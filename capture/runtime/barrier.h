/* Barriers: when all work-items of a group that have not ended wait, it is checked that they wait at the same
 * one. */
#ifndef POISE_CAPTURE_BARRIER_H
#define POISE_CAPTURE_BARRIER_H

#include "capture/runtime/lane.h"
#include "capture/runtime/work_item.h"

/* A barrier that opened. */
typedef struct capture_barrier_opening {
    unsigned line;      /* of the source */
    uint32_t n_waiting; /* work-items that waited; 0 = none did, and there was no barrier */
    uint32_t n_ended;   /* those of the group that will never come, as they have ended */
} capture_barrier_opening;

/* Lets the waiting lanes of a group (lanes[i] is work-item i) go on. POISE_FAILED with both source lines when
 * two of them wait at different barriers: undefined in OpenCL 1.2 (section 6.12.8), and the barriers of a GPU
 * would get out of step. Work-items that have ended are not waited for, as on a GPU; programs rely on it. */
int capture_barrier_open(lane *lanes, size_t n, const capture_work_item *position,
                         capture_barrier_opening *opening, poise_error *err);

#endif

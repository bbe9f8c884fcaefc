/* The simulations of a sweep that are to be done next, shared by its threads: a stack, so that a kernel that
 * was begun comes before others. */
#ifndef POISE_PROFILE_SWEEP_WORK_H
#define POISE_PROFILE_SWEEP_WORK_H

#include "common/error.h"
#include "profile/sweep/grid.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/* One simulation. */
typedef struct sweep_task {
    size_t launch; /* a number of the caller's */
    sweep_point point;
} sweep_task;

typedef struct sweep_work {
    pthread_mutex_t lock;
    pthread_cond_t change;
    size_t n, n_running;
    sweep_task *tasks; /* the next one last */
} sweep_work;

/* Room for `most` tasks. POISE_FAILED when out of memory. */
int sweep_work_create(sweep_work *work, size_t most, poise_error *err);
void sweep_work_destroy(sweep_work *work);

/* Puts tasks before all others, points[0] first. */
void sweep_work_add(sweep_work *work, size_t launch, const sweep_point *points, size_t n);
/* Takes the next task; false when none is left and none can follow. Waits while there is none, but others are
 * running, which may add some. */
bool sweep_work_take(sweep_work *work, sweep_task *task);
/* A task that was taken is done, and what follows from it was added. */
void sweep_work_done(sweep_work *work);

#endif

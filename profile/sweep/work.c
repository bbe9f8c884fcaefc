#include "profile/sweep/work.h"

#include <stdlib.h>

int sweep_work_create(sweep_work *work, size_t most, poise_error *err)
{
    *work = (sweep_work){.tasks = calloc(most + 1, sizeof *work->tasks)};
    if (work->tasks == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for a sweep of %zu simulations", most);
    pthread_mutex_init(&work->lock, NULL);
    pthread_cond_init(&work->change, NULL);
    return POISE_OK;
}

void sweep_work_destroy(sweep_work *work)
{
    pthread_cond_destroy(&work->change);
    pthread_mutex_destroy(&work->lock);
    free(work->tasks);
}

void sweep_work_add(sweep_work *work, size_t launch, const sweep_point *points, size_t n)
{
    pthread_mutex_lock(&work->lock);
    for (size_t i = n; i-- > 0;)
        work->tasks[work->n++] = (sweep_task){launch, points[i]};
    pthread_cond_broadcast(&work->change);
    pthread_mutex_unlock(&work->lock);
}

bool sweep_work_take(sweep_work *work, sweep_task *task)
{
    pthread_mutex_lock(&work->lock);
    while (work->n == 0 && work->n_running > 0)
        pthread_cond_wait(&work->change, &work->lock);
    bool is_there = work->n > 0;
    if (is_there) {
        *task = work->tasks[--work->n];
        work->n_running++;
    }
    pthread_mutex_unlock(&work->lock);
    return is_there;
}

void sweep_work_done(sweep_work *work)
{
    pthread_mutex_lock(&work->lock);
    if (--work->n_running == 0)
        pthread_cond_broadcast(&work->change);
    pthread_mutex_unlock(&work->lock);
}

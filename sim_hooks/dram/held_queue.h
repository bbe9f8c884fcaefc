/* A queue of a scheduler that has several, one for each kind of request. What finds no place waits in order
 * behind its own queue, as what a channel holds for frfcfs waits in front of its one: a full queue never
 * holds up the requests of another. */
#ifndef POISE_SIM_HOOKS_DRAM_HELD_QUEUE_H
#define POISE_SIM_HOOKS_DRAM_HELD_QUEUE_H

#include "sim_hooks/dram/queue.h"

/* Requests that have been taken, the DRAM cycles that they have waited in all, and the most. */
typedef struct held_waits {
    uint64_t taken, waited, longest;
} held_waits;

typedef struct held_queue {
    dram_queue seen, held; /* by the scheduler; in order behind them */
    held_waits waits;      /* statistics of the launch */
} held_queue;

/* Of `size` units, behind which `held` wait. False without memory; held_queue_free frees it all the same. */
static inline bool held_queue_init(held_queue *queue, const dram_host *host, uint32_t size, uint32_t held)
{
    dram_host seen_host = *host, held_host = *host;
    seen_host.queue_entries = size;
    held_host.queue_entries = held;
    return dram_queue_init(&queue->seen, &seen_host) && dram_queue_init(&queue->held, &held_host);
}

static inline void held_queue_free(held_queue *queue)
{
    free(queue->seen.entry);
    free(queue->held.entry);
}

/* Whether a request comes to what the scheduler sees, and not behind others that wait for a place. */
static inline bool held_queue_has_room(const held_queue *queue, const dram_request *request)
{
    return !queue->held.units && dram_queue_can_accept(&queue->seen, request);
}

static inline bool held_queue_can_accept(const held_queue *queue, const dram_request *request)
{
    return held_queue_has_room(queue, request) || dram_queue_can_accept(&queue->held, request);
}

static inline void held_queue_accept(held_queue *queue, const dram_request *request)
{
    dram_queue_accept(held_queue_has_room(queue, request) ? &queue->seen : &queue->held, request);
}

/* What is held comes to what the scheduler sees, in order, as much as fits. */
static inline void held_queue_advance(held_queue *queue)
{
    while (queue->held.units) {
        const dram_request oldest = queue->held.entry[queue->held.all.oldest].request;
        if (!dram_queue_can_accept(&queue->seen, &oldest))
            return;
        (void)dram_queue_take(&queue->held, queue->held.all.oldest);
        dram_queue_accept(&queue->seen, &oldest);
    }
}

static inline void held_waits_add(held_waits *sum, const held_waits *more)
{
    sum->taken += more->taken;
    sum->waited += more->waited;
    sum->longest = more->longest > sum->longest ? more->longest : sum->longest;
}

/* Mean, NAN without any. */
static inline double held_waits_mean(const held_waits *waits)
{
    return (double)waits->waited / (double)waits->taken;
}

/* Removes the request of `place` of what is seen; returns its handle. */
static inline uint32_t held_queue_take(held_queue *queue, uint16_t place, uint64_t cycle)
{
    const uint64_t waited = cycle - queue->seen.entry[place].request.arrival;
    held_waits_add(&queue->waits, &(held_waits){1, waited, waited});
    const uint32_t handle = dram_queue_take(&queue->seen, place);
    held_queue_advance(queue);
    return handle;
}

/* Removes what frfcfs would of the requests to idle banks; DRAM_NO_REQUEST if there is none. */
static inline uint32_t held_queue_take_first_ready(held_queue *queue, const dram_view *view)
{
    const uint16_t place = dram_queue_in_turn(&queue->seen, view, true);
    return place == DRAM_QUEUE_END ? DRAM_NO_REQUEST : held_queue_take(queue, place, view->cycle);
}

#endif

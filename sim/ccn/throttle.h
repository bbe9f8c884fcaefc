/* The request throttler of a core: an SM whose misses are hardly ever found in other L1s stops asking, until
 * the next epoch. It goes on answering others. Epochs are counted in thread instructions of the SM.
 * Source: [S4.4.4]; that an epoch without a request, and one with exactly the least share, go on asking is
 * our choice. */
#ifndef POISE_SIM_CCN_THROTTLE_H
#define POISE_SIM_CCN_THROTTLE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct ccn_throttle {
    uint64_t sample, epoch; /* thread instructions; epoch = 0: never throttled */
    double least_share;     /* of the requests of a sample that must be hits */
    uint64_t number;        /* of the present epoch */
    uint64_t requests, hits;
    bool has_decided; /* the sample is over */
    bool is_off;      /* this SM does not ask */
    uint64_t epochs, epochs_off;
} ccn_throttle;

/* The SM has come to thread instruction `insts`: a sample or an epoch may have ended. */
void throttle_update(ccn_throttle *t, uint64_t insts);

/* During a sample: a request has been sent; one has been answered by another L1. */
static inline void throttle_sent(ccn_throttle *t)
{
    t->requests += !t->has_decided;
}
static inline void throttle_hit(ccn_throttle *t)
{
    t->hits += !t->has_decided;
}

#endif

/* Something whose memory system can be asked: a simulated machine, a device, a model. It answers how long the
 * loads of a pointer chase take; whoever infers something knows nothing else of it. */
#ifndef POISE_PROBE_BENCH_H
#define POISE_PROBE_BENCH_H

#include "probe/chain.h"

#include <stdbool.h>

/* A chase that goes round `chain` from its first word on: `warm` loads on caches and TLBs that hold nothing
 * (or, on a device, whatever), and the `loads` after them, which are asked for. */
typedef struct probe_question {
    const probe_chain *chain;
    uint64_t warm;
    uint32_t loads;
} probe_question;

typedef struct probe_bench probe_bench;
struct probe_bench {
    const char *unit;    /* of all times: "core cycles", "ns" */
    uint64_t most_bytes; /* that a chain may span */
    /* Time of all loads together. */
    int (*total)(probe_bench *bench, const probe_question *question, double *time, poise_error *err);
    /* Time of each, as a clock read before every load would show it; NULL when the bench cannot. */
    int (*each)(probe_bench *bench, const probe_question *question, double *times, poise_error *err);
    void (*close)(probe_bench *bench); /* frees it */
    /* Is told what is being found out now, a part of a sentence; NULL: nobody is. Set by whoever opens it. */
    void (*asking)(void *owner, const char *what);
    void *owner;
};

static inline void probe_asking(const probe_bench *bench, const char *what)
{
    if (bench->asking != NULL)
        bench->asking(bench->owner, what);
}

/* Round the ring `passes` times, and once more for the times of all its loads. */
static inline probe_question probe_round(const probe_chain *chain, uint32_t passes)
{
    return (probe_question){chain, (uint64_t)passes * chain->n, chain->n};
}

#endif

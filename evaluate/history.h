/* The warp-tuples that a policy has set in each SM in the course of a launch.
 *
 * A tuple that is replaced within HISTORY_SEARCH cycles belonged to a search: the engine of the thesis
 * samples at (max, max) and (1, 1) for 12,000 cycles each (T_warmup + T_feature) and corrects in steps of
 * 6,000 (T_warmup + T_correct), then stays for the rest of an epoch of 200,000 [T5.5]. The
 * limit lies between and is our choice; it needs to know nothing of the policy. The tuple in force when the
 * launch ends is no search. */
#ifndef POISE_EVALUATE_HISTORY_H
#define POISE_EVALUATE_HISTORY_H

#include "evaluate/facts.h"

enum {
    HISTORY_SEARCH = 20000,     /* core cycles */
    HISTORY_MOST_CHANGES = 1024 /* kept of each SM and launch, the first ones (our choice); all are counted */
};

typedef struct evaluate_change {
    uint64_t cycle; /* of the launch */
    uint32_t sm, n, p;
} evaluate_change;

/* What is kept of a launch: SM by SM, in order of time. */
typedef struct evaluate_history {
    size_t n;
    evaluate_change *changes;
} evaluate_history;
/* A zeroed one is fine. */
void evaluate_history_free(evaluate_history *history);

/* Watches one simulator; used by its threads for different SMs at the same time. */
typedef struct history_recorder history_recorder;

/* NULL when out of memory. */
history_recorder *history_recorder_new(uint32_t n_sms);
void history_recorder_free(history_recorder *recorder); /* NULL is fine */

/* A launch begins whose occupancy allows `warps` per scheduler: more in a tuple count as that many. */
void history_recorder_begin(history_recorder *recorder, uint32_t warps);
/* A sim_tuple_observer; `recorder` is a history_recorder. Setting the tuple that is in force is no change. */
void history_recorder_note(void *recorder, uint32_t sm, uint64_t cycle, uint32_t n, uint32_t p);
/* The launch has ended: adds what the tuples took to `facts` and makes `history`, which the caller frees.
 * POISE_FAILED when memory was short, then or before. */
int history_recorder_end(history_recorder *recorder, uint64_t cycles, evaluate_facts *facts,
                         evaluate_history *history, poise_error *err);

#endif

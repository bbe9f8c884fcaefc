/* What the components keep to measure stall causes (sim/measure/bottleneck.h); NULL in a component when
 * nobody asked. A component settles before anything of it changes: the cycles since the last time count for
 * the state as it was left then. Cycles are those of the component's own clock. */
#ifndef POISE_SIM_MEASURE_STALLS_H
#define POISE_SIM_MEASURE_STALLS_H

#include "sim/measure/bottleneck.h"
#include "sim/program.h"

/* Kept out of the paths of those who do not measure. */
#define MEASURING __attribute__((cold, noinline))

struct gpu;
struct sim_sm;
struct l2_bank;
struct dram_channel;

/* ---- schedulers and L1 (stalls_sm.c) ---- */

typedef struct sm_stalls {
    sim_bottleneck statistics;
    struct {
        uint64_t since; /* first cycle that is not counted */
        uint32_t set;   /* causes from then on, 0 = no unfinished warp */
    } scheduler[4];
    uint32_t *waited; /* per hardware warp: 1 + number of the last instruction that waited for memory */
    uint64_t refused; /* cycle of the first refusal of the L1's head */
    uint32_t l1_set;  /* causes of the present one */
} sm_stalls;

/* All three: false when there is no memory. Nothing is made when the machine does not measure. */
bool sm_stalls_make(struct sim_sm *sm);
void sm_stalls_begin(struct sim_sm *sm);
void sm_stalls_free(struct sim_sm *sm);
/* Around the run of a cycle. */
MEASURING void sm_stalls_settle(struct sim_sm *sm, uint64_t now);
MEASURING void sm_stalls_examine(struct sim_sm *sm, uint64_t now);
/* A look-up of the L1's head: the causes that now refuse it (0 = accepted), after refusal before. */
MEASURING void sm_stalls_looked_up(struct sim_sm *sm, uint32_t set, bool was_refused, uint64_t now);
/* The refusal has lasted for `cycles`. */
MEASURING void sm_stalls_refused(struct sim_sm *sm, uint64_t cycles);
/* A miss has returned, so many cycles after its look-up. */
MEASURING void sm_stalls_filled(struct sim_sm *sm, uint64_t cycles, bool l2_hit);

/* ---- L2 banks (stalls_l2.c) ---- */

typedef struct l2_stalls {
    sim_bottleneck statistics;
    uint64_t since;         /* first L2 cycle that is not counted */
    uint32_t units;         /* in the access queue from then on; it changes at edges of the L2 clock only */
    uint32_t set;           /* why they are not served */
    uint64_t replies_since; /* the same of the response queue, in core cycles: it changes at any time */
    uint32_t replies;
} l2_stalls;

/* Counts the cycles up to `end` (exclusive) for the state as it is. */
MEASURING void l2_stalls_settle(const struct gpu *gpu, struct l2_bank *bank, uint64_t end);
/* The edge of L2 cycle `cycle` with a queue of `units` > 0 before it: whether its head was served. */
MEASURING void l2_stalls_edge(const struct gpu *gpu, struct l2_bank *bank, uint64_t cycle, uint32_t units,
                              bool served);

/* The response queue has changed. */
MEASURING void l2_stalls_replies(const struct gpu *gpu, struct l2_bank *bank);

/* ---- DRAM channels (stalls_dram.c) ---- */

typedef struct dram_stalls {
    sim_bottleneck statistics;
    uint64_t since; /* first DRAM cycle that is not counted */
} dram_stalls;

/* End of the data of the last column, counted from its command as dram_busy does. */
uint64_t dram_data_end(const struct gpu *gpu, const struct dram_channel *channel);
MEASURING void dram_stalls_settle(const struct gpu *gpu, struct dram_channel *channel, uint64_t end);

#endif

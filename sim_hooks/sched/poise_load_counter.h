/* What an SM counts of its loads while policy poise samples: the table, and whose each L1 line is. */
#ifndef POISE_SIM_HOOKS_POISE_LOAD_COUNTER_H
#define POISE_SIM_HOOKS_POISE_LOAD_COUNTER_H

#include "sim_hooks/sched.h"
#include "sim_hooks/sched/poise_load_marks.h"
#include "sim_hooks/sched/poise_load_table.h"

typedef struct poise_load_counter {
    bool counts;
    poise_load_table table;
    bool lines;
    poise_load_marks marks; /* with `lines` */
} poise_load_counter;

/* Of an SM whose L1 has the shape; `lines`: it is counted what becomes of lines. False: no memory. Freed by
 * poise_load_counter_free(), also when zeroed. */
bool poise_load_counter_create(poise_load_counter *counter, const cache_shape *l1, bool lines);
void poise_load_counter_free(poise_load_counter *counter);

/* Counting begins, with an empty table: lines that are in the L1 now are nobody's. */
void poise_load_counter_begin(poise_load_counter *counter);

/* What was counted so far is over. Who has brought which line stays known. */
void poise_load_counter_go_on(poise_load_counter *counter);

/* As the functions of sched_policy. */
void poise_load_counter_access(poise_load_counter *counter, const sched_access *access);
void poise_load_counter_evict(poise_load_counter *counter, const sched_eviction *eviction);

/* Bits of an SM: the table, whether it counts, marks of `lines` L1 lines; 0 = what becomes of lines is not
 * counted. */
uint64_t poise_load_counter_bits(uint32_t lines);

#endif

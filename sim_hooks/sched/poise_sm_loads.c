#include "sim_hooks/sched/poise_sm_loads.h"

#include "infer/cost.h"

#include <stddef.h>

void poise_sm_loads_begin(poise_sm_loads *loads, const poise_kept_loads *kept)
{
    *loads = (poise_sm_loads){.counter = loads->counter};
    loads->counter.counts = false;
    if (kept != NULL) {
        loads->list = kept->list;
        loads->around = loads->chosen = kept->chosen;
    }
}

static bool samples(const poise_hie *engine)
{
    return engine->state == POISE_HIE_SAMPLE_MAX || engine->state == POISE_HIE_SAMPLE_ONE;
}

static bool runs_the_prediction(const poise_hie *engine)
{
    return engine->state == POISE_HIE_CHECK || engine->state == POISE_HIE_CORRECT_N ||
           engine->state == POISE_HIE_CORRECT_P || engine->state == POISE_HIE_RUN;
}

/* While an SM warms up for a window it is only kept whose each line is. */
static void count(poise_load_counter *counter, const poise_hie *before, const poise_hie *engine)
{
    if (!samples(engine))
        counter->counts = false;
    else if (counter->counts && before->state == engine->state && before->warming)
        poise_load_counter_go_on(counter);
    else
        poise_load_counter_begin(counter);
}

void poise_sm_loads_step(poise_sm_loads *loads, const poise_load_weights *weights, uint32_t share,
                         const poise_hie *before, const poise_hie *engine)
{
    const bool is_all = engine->n == engine->warps && engine->p == engine->warps;
    if (before->state == POISE_HIE_SAMPLE_MAX && !before->warming)
        loads->at_max = loads->counter.table;
    if (before->state == POISE_HIE_SAMPLE_ONE && engine->state == POISE_HIE_PREDICT)
        loads->chosen =
            poise_loads_choose(weights, &loads->at_max, &loads->counter.table, share, &loads->list);
    if (before->state == POISE_HIE_CHECK && engine->state == POISE_HIE_RUN && is_all)
        loads->chosen = 0;
    loads->around = runs_the_prediction(engine) ? loads->chosen : 0;
    count(&loads->counter, before, engine);
}

/* The list and the set of each kernel that is kept are more than the Verilog has. */
uint64_t poise_sm_loads_storage_bits(const poise_load_weights *weights, uint32_t lines, uint32_t remember)
{
    const uint64_t kept = POISE_LIST_BITS + POISE_TABLE_LOADS, marks = (uint64_t)lines * POISE_LOAD_MARK_BITS;
    return poise_load_table_bits(weights, POISE_TABLE_LOADS) + marks + remember * kept;
}

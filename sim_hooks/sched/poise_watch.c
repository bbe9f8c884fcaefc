#include "sim_hooks/sched/poise_watch.h"

#include "sim_hooks/sched/poise_learner_moves.h"
#include "sim_hooks/sched/poise_spread.h"

bool poise_learner_is_busy(const poise_learner *l, const poise_shared_parameters *parameters)
{
    const poise_arm *course = &l->course;
    return course->sm_cycles > 0 &&
           course->instructions * 1000 >= course->sm_cycles * parameters->schedulers * parameters->busy;
}

void poise_learner_begin_watch(poise_learner *l, const poise_shared_parameters *parameters, uint32_t lanes)
{
    l->at_max = l->at_one = (poise_sample){0};
    l->loads_at_max.count = l->loads_at_one.count = 0;
    l->footprint = (poise_footprint){0};
    l->course = (poise_arm){0};
    if (parameters->watch > 0)
        poise_learner_enter(l, POISE_WATCH, parameters->watch);
    else
        poise_learner_begin_spread(l, parameters, lanes);
}

/* Until every line of the L1 has been filled most misses are first ones, which no tuple avoids. */
static bool is_full(poise_learner *l, const poise_shared_parameters *parameters)
{
    const poise_arm *course = &l->course;
    uint64_t misses = l->at_max.misses_returned, lines = course->sm_cycles * parameters->lines;
    if (lines > 0)
        l->filled += (uint32_t)(misses * parameters->watch * 1000 / lines);
    return l->filled >= parameters->fill;
}

/* Whether all warps may go on: loads hit, or there are few (I_max of Table 5.5), or schedulers are busy. */
static bool is_well(const poise_learner *l, const poise_shared_parameters *parameters)
{
    const poise_sample *sample = &l->at_max;
    return sample->l1_hits * 1000ull >= (uint64_t)sample->l1_accesses * parameters->enough ||
           sample->instructions > (uint64_t)parameters->max_instructions_per_load * sample->global_loads ||
           poise_learner_is_busy(l, parameters);
}

/* Whether warps ask for more lines than the L1 has. Then most of them are replaced before they are asked for
 * again, even where loads hit nine times in ten: what misses takes all the time. */
static bool is_crowded(const poise_learner *l, const poise_shared_parameters *parameters)
{
    return parameters->crowd > 0 && !poise_learner_is_busy(l, parameters) &&
           poise_footprint_reaches(&l->footprint, l->warps * parameters->schedulers, parameters->lines,
                                   parameters->crowd);
}

/* One bad look may be the end of the launch. */
void poise_learner_end_watch(poise_learner *l, const poise_shared_parameters *parameters, uint32_t lanes)
{
    const bool full = is_full(l, parameters);
    l->doubts = is_well(l, parameters) ? 0 : l->doubts + 1;
    l->crowds = is_crowded(l, parameters) ? l->crowds + 1 : 0;
    if ((full && l->doubts >= parameters->doubts) || l->crowds >= parameters->doubts)
        poise_learner_begin_spread(l, parameters, lanes);
    else
        poise_learner_begin_watch(l, parameters, lanes);
}

/* Whether the launch that begins, the number-th in a row at all warps, watches. */
static bool is_watched(uint8_t number, uint32_t anew)
{
    return number <= anew || (number & (number - 1)) == 0;
}

static void begin_with_most(poise_learner *l, const poise_shared_parameters *parameters)
{
    if (!parameters->most || l->most_issued <= l->issued || poise_tuple_is(l->most, l->centre))
        return;
    poise_learner_set_centre(l, parameters, l->most);
    poise_learner_run_centre(l, parameters);
}

void poise_learner_begin_launch(poise_learner *l, const poise_shared_parameters *parameters, uint32_t lanes)
{
    const bool settled = l->phase == POISE_RUN || l->phase == POISE_TRIAL || l->phase == POISE_DUEL;
    if (settled)
        begin_with_most(l, parameters);
    l->issued = l->most_issued = 0;
    if (!settled || parameters->anew == 0)
        return;
    if (!poise_tuple_is(l->centre, (poise_tuple){l->warps, l->warps, 0})) {
        l->at_all = 0;
        return;
    }
    if (!is_watched(++l->at_all, parameters->anew))
        return;
    poise_learner_set_centre(l, parameters, l->centre);
    l->predicted = l->looked = l->tried = false;
    l->around = 0;
    l->finalists = 0;
    l->known.count = 0;
    l->doubts = l->crowds = 0;
    poise_learner_begin_watch(l, parameters, lanes);
}

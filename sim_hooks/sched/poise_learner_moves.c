#include "sim_hooks/sched/poise_learner_moves.h"

void poise_learner_enter(poise_learner *l, poise_phase phase, uint32_t cycles)
{
    l->phase = (uint8_t)phase;
    l->left = cycles;
}

void poise_learner_run(poise_learner *l)
{
    l->course = l->recent = (poise_arm){.tuple = l->centre};
    poise_learner_enter(l, POISE_RUN, l->stay);
}

void poise_learner_next_window(poise_learner *l, const poise_shared_parameters *parameters, uint32_t lanes)
{
    poise_arms *arms = &l->arms;
    arms->until = arms->from + lanes < arms->count ? arms->from + lanes : arms->count;
    l->left = parameters->window;
}

void poise_learner_first_window(poise_learner *l, poise_phase phase,
                                const poise_shared_parameters *parameters, uint32_t lanes)
{
    l->phase = (uint8_t)phase;
    l->arms.from = 0;
    poise_learner_next_window(l, parameters, lanes);
}

static void leave_centre(poise_learner *l)
{
    if (l->issued > l->most_issued) {
        l->most = l->centre;
        l->most_issued = l->issued;
    }
    l->issued = 0;
}

void poise_learner_set_centre(poise_learner *l, const poise_shared_parameters *parameters, poise_tuple centre)
{
    if (!poise_tuple_is(centre, l->centre))
        leave_centre(l);
    l->centre = centre;
    l->wins = l->rival = 0;
    l->stay = parameters->stay;
}

void poise_learner_add_finalist(poise_learner *l, poise_tuple tuple)
{
    for (uint32_t i = 0; i < l->finalists; i++)
        if (poise_tuple_is(l->finalist[i], tuple))
            return;
    if (l->finalists < POISE_MOST_FINALISTS && !poise_tuple_is(tuple, l->centre))
        l->finalist[l->finalists++] = tuple;
}

void poise_learner_run_centre(poise_learner *l, const poise_shared_parameters *parameters)
{
    poise_learner_run(l);
    if (l->finalists > 0)
        l->left = parameters->brief;
}

bool poise_learner_refills(const poise_learner *l)
{
    return (l->arms.arm[0].tuple.around & ~l->arms.arm[1].tuple.around) != 0;
}

uint32_t poise_learner_waits(const poise_learner *l, const poise_shared_parameters *parameters)
{
    const poise_tuple rival = l->arms.arm[1].tuple;
    if (poise_learner_refills(l) && parameters->refill > 0)
        return parameters->refill;
    return rival.p < rival.n ? parameters->fade : 0;
}

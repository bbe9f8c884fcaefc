#include "sim_hooks/sched/poise_window.h"

#include "sim_hooks/sched/poise_learner_moves.h"
#include "sim_hooks/sched/poise_spread.h"

bool poise_window_is_one(const poise_learner *l)
{
    return l->phase != POISE_WATCH && l->phase != POISE_RUN;
}

/* Instructions that the best arm has issued on an SM since the window began. */
static uint64_t seen_of(const poise_learner *l, const poise_shared_parameters *parameters)
{
    const poise_arm *best = poise_arms_best(&l->arms);
    uint64_t passed = parameters->window - l->left;
    return best->sm_cycles > 0 ? best->instructions * passed / best->sm_cycles : 0;
}

/* What part of the best one's rate an arm needs to go on: from `quit` at a quarter of the instructions up to
 * `close` at the end. */
static uint32_t needed(const poise_shared_parameters *parameters, uint64_t seen)
{
    uint64_t quarter = parameters->insts / 4, most = parameters->close;
    if (parameters->quit == 0 || most <= parameters->quit)
        return parameters->quit;
    uint64_t rise = (most - parameters->quit) * (seen - quarter) / (3 * quarter + 1);
    return parameters->quit + (uint32_t)(rise < most - parameters->quit ? rise : most - parameters->quit);
}

/* What a trial has seen so far counts from now on only to give it up: the L1 is as its rival makes it. */
static void end_fading(poise_learner *l, const poise_shared_parameters *parameters)
{
    poise_arm *rival = &l->arms.arm[1];
    if (!l->fading || l->left > parameters->window)
        return;
    l->fading = false;
    rival->instructions = rival->sm_cycles = 0;
}

/* A trial takes no more of all SMs than it needs to lose. */
static bool is_lost(const poise_learner *l, const poise_shared_parameters *parameters)
{
    if (l->phase != POISE_TRIAL || (l->fading && poise_learner_refills(l)))
        return false;
    uint64_t whole = parameters->window + (l->fading ? poise_learner_waits(l, parameters) : 0);
    return l->left + parameters->window / 4 <= whole &&
           poise_arm_exceeds(&l->arms.arm[0], &l->arms.arm[1], 1000 + parameters->lose);
}

/* Whether SMs that are alone have seen enough of each load. The first look-ups of an SM miss in an L1 that
 * others have filled. */
static bool has_seen_loads(const poise_learner *l, const poise_shared_parameters *parameters,
                           uint32_t all_sms)
{
    enum { LEAST = 8 };
    const poise_arms *arms = &l->arms;
    uint32_t sms = arms->until - arms->from == 1 ? all_sms : 1;
    return !poise_learner_misses_loads(l, parameters, parameters->lookups * (sms > LEAST ? sms : LEAST));
}

bool poise_window_is_over(poise_learner *l, const poise_shared_parameters *parameters, uint32_t sms)
{
    if (l->left == 0)
        return true;
    if (!poise_window_is_one(l))
        return false;
    if (l->phase == POISE_ALONE)
        return has_seen_loads(l, parameters, sms);
    if (is_lost(l, parameters))
        return true;
    end_fading(l, parameters);
    if (l->fading)
        return false;
    uint64_t seen = seen_of(l, parameters);
    if (seen >= parameters->insts / 4 && !poise_arms_stop(&l->arms, needed(parameters, seen)))
        return true;
    return seen >= parameters->insts;
}

#include "sim_hooks/sched/poise_learner.h"

#include "sim_hooks/sched/poise_learner_moves.h"
#include "sim_hooks/sched/poise_spread.h"
#include "sim_hooks/sched/poise_watch.h"

#include <stddef.h>

enum {
    RIVALS = 5,        /* of the trials, in turn */
    BYPASS_FAR = 3000, /* times 1 / 1000 the rate of all warps, beyond which (max, 1) is not tried */
};

/* ---- duels with neighbours ---- */

static bool add_neighbour(poise_learner *l, const poise_shared_parameters *parameters)
{
    uint32_t moves = parameters->diagonal ? POISE_MOVES_DIAGONAL : POISE_MOVES;
    for (; l->move < moves; l->move++)
        if (poise_arms_add(&l->arms, poise_neighbour(l->centre, l->move, l->warps, l->stride_n, l->stride_p)))
            return true;
    return false;
}

static void stay_longer(poise_learner *l, const poise_shared_parameters *parameters)
{
    l->stay = l->stay < parameters->period / 2 ? 2 * l->stay : parameters->period;
}

/* All neighbours have lost: half the strides, in the end all of them again, and longer peace until then. */
static void next_strides(poise_learner *l, const poise_shared_parameters *parameters)
{
    l->move = 0;
    stay_longer(l, parameters);
    l->stride_n /= 2;
    l->stride_p /= 2;
    if (l->stride_n == 0 && l->stride_p == 0) {
        l->stride_n = parameters->stride_n;
        l->stride_p = parameters->stride_p;
    }
}

static void begin_duel(poise_learner *l, const poise_shared_parameters *parameters, uint32_t lanes)
{
    l->arms.count = 0;
    poise_arms_add(&l->arms, l->centre);
    if (add_neighbour(l, parameters)) {
        poise_learner_first_window(l, POISE_DUEL, parameters, lanes);
    } else {
        next_strides(l, parameters);
        poise_learner_run(l);
    }
}

static void end_duel(poise_learner *l, const poise_shared_parameters *parameters, uint32_t lanes)
{
    const poise_arm *arm = l->arms.arm;
    if (!poise_arm_exceeds(&arm[1], &arm[0], 1000 + parameters->gain)) {
        l->move++;
        l->wins = 0;
    } else if (++l->wins < parameters->wins) {
        begin_duel(l, parameters, lanes); /* the same neighbour */
        return;
    } else {
        poise_learner_set_centre(l, parameters, arm[1].tuple);
    }
    poise_learner_run(l);
}

/* ---- trials: what all SMs do at a tuple far from the centre ---- */

/* Where loads go around, first the way back: all warps and loads, as nobody has compared both with all SMs.
 * Else one warp that allocates, unless N = p is much faster than all warps, at the begin and at the end of
 * twice, a quarter, four times the centre's N; half and an eighth of it stand there where that warp is not
 * tried. */
static poise_tuple next_rival(poise_learner *l, const poise_shared_parameters *parameters)
{
    bool bypass = !parameters->diagonal && l->around == 0 && l->centre.p > 1 &&
                  !poise_arm_exceeds(&l->course, &l->all_warps, BYPASS_FAR);
    uint32_t rival = l->rival, shift = 1 + rival / 2, n = l->centre.n;
    l->rival = (uint8_t)((rival + 1) % RIVALS);
    if (bypass && (rival == 0 || rival == RIVALS - 1))
        return (poise_tuple){l->warps, 1, 0};
    if (rival == 0 && l->centre.around != 0)
        return (poise_tuple){l->warps, l->warps, 0};
    n = rival % 2 == 0 ? n >> shift : n << shift;
    n = n < 1 ? 1 : n > l->warps ? l->warps : n;
    return (poise_tuple){(uint8_t)n, (uint8_t)n, l->centre.around};
}

static poise_tuple next_finalist(poise_learner *l)
{
    poise_tuple first = l->finalist[0];
    l->finalists--;
    for (uint32_t i = 0; i < l->finalists; i++)
        l->finalist[i] = l->finalist[i + 1];
    return first;
}

/* A tuple with p < N looks better at first than it is: what other warps left in the L1 stays there for a
 * while. One in which loads allocate again looks worse: their lines are not there yet. */
static bool begin_trial(poise_learner *l, const poise_shared_parameters *parameters)
{
    l->arms.count = 0;
    poise_arms_add(&l->arms, l->centre);
    l->arms.arm[0] = l->course;
    poise_tuple rival = l->finalists > 0 ? next_finalist(l) : next_rival(l, parameters);
    if (!poise_arms_add(&l->arms, rival))
        return false;
    l->arms.from = 1;
    l->arms.until = 2;
    const uint32_t wait = poise_learner_waits(l, parameters);
    l->fading = wait > 0;
    poise_learner_enter(l, POISE_TRIAL, parameters->window + wait);
    return true;
}

static void end_trial(poise_learner *l, const poise_shared_parameters *parameters)
{
    const poise_arm *arm = l->arms.arm;
    poise_arms_note(&l->known, &arm[1]);
    if (poise_arm_exceeds(&arm[1], &arm[0], 1000 + parameters->trial)) {
        poise_learner_set_centre(l, parameters, arm[1].tuple);
        l->move = 0;
    }
    poise_learner_run_centre(l, parameters);
}

/* What tuples with p < N had belongs to the time when all SMs ran them, and a run may be slower now because
 * its kernel does something else: they are tried anew. */
static bool is_tried_anew(poise_learner *l, const poise_shared_parameters *parameters, poise_tuple best)
{
    if (!parameters->retry || best.p == best.n)
        return false;
    l->course = l->recent;
    l->finalists = 0;
    poise_learner_add_finalist(l, best);
    l->tried = true;
    return begin_trial(l, parameters);
}

bool poise_learner_overtaken(poise_learner *l, const poise_shared_parameters *parameters)
{
    poise_arms_note(&l->known, &l->recent);
    const poise_arm *best = poise_arms_best(&l->known);
    bool overtaken = !poise_tuple_is(best->tuple, l->centre) &&
                     poise_arm_exceeds(best, &l->recent, 1000 + parameters->trial);
    if (overtaken && !is_tried_anew(l, parameters, best->tuple)) {
        poise_learner_set_centre(l, parameters, best->tuple);
        poise_learner_run_centre(l, parameters);
    }
    l->recent = (poise_arm){.tuple = l->centre};
    return overtaken;
}

/* In the long run loads are looked at again: they may have changed their behaviour. Sooner where nobody has
 * looked yet. */
static bool is_time_to_look(const poise_learner *l, const poise_shared_parameters *parameters, uint32_t lanes)
{
    return parameters->loads != NULL && l->finalists == 0 && lanes > 1 &&
           (l->owes_look || l->stay >= parameters->period);
}

/* After a run, trials and duels in turn. */
static void end_run(poise_learner *l, const poise_shared_parameters *parameters, uint32_t lanes)
{
    if (poise_learner_is_busy(l, parameters)) {
        stay_longer(l, parameters);
        poise_learner_run(l);
        return;
    }
    l->looked = !l->looked && is_time_to_look(l, parameters, lanes);
    if (l->looked) {
        l->owes_look = false;
        poise_learner_begin_alone(l, parameters, lanes, true);
        return;
    }
    l->tried = l->finalists > 0 || (!l->tried && parameters->trial > 0);
    if (!l->tried || !begin_trial(l, parameters))
        begin_duel(l, parameters, lanes);
}

/* ---- the course of a kernel ---- */

void poise_learner_begin(poise_learner *l, const poise_shared_parameters *parameters, uint64_t kernel,
                         uint32_t warps, uint32_t lanes)
{
    *l = (poise_learner){.kernel = kernel,
                         .warps = (uint8_t)warps,
                         .stride_n = parameters->stride_n,
                         .stride_p = parameters->stride_p};
    poise_learner_set_centre(l, parameters, (poise_tuple){(uint8_t)warps, (uint8_t)warps, 0});
    poise_learner_begin_watch(l, parameters, lanes);
}

void poise_learner_next(poise_learner *l, const poise_shared_parameters *parameters,
                        const poise_weights *weights, uint32_t lanes)
{
    poise_phase phase = (poise_phase)l->phase;
    if (phase == POISE_WATCH) {
        poise_learner_end_watch(l, parameters, lanes);
    } else if (phase == POISE_RUN) {
        end_run(l, parameters, lanes);
    } else if (phase == POISE_TRIAL) {
        end_trial(l, parameters);
    } else if (phase == POISE_ALONE) {
        poise_learner_end_alone(l, parameters, weights, lanes);
    } else if (l->arms.until < l->arms.count) {
        l->arms.from = l->arms.until;
        poise_learner_next_window(l, parameters, lanes);
    } else if (phase == POISE_SPREAD) {
        poise_learner_end_spread(l, parameters, weights, lanes);
    } else {
        end_duel(l, parameters, lanes);
    }
}

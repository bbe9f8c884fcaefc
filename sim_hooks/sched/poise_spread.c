#include "sim_hooks/sched/poise_spread.h"

#include "sim_hooks/sched/poise_learner_moves.h"

#include <stddef.h>

enum { FEW_POINTS = 3 /* more of them know the diagonal better than a prediction */ };

void poise_learner_begin_spread(poise_learner *l, const poise_shared_parameters *parameters, uint32_t lanes)
{
    uint32_t most = lanes < 3 ? 3 : lanes; /* three points where there are fewer SMs */
    poise_arms_diagonal(&l->arms, l->warps, l->around, most < parameters->points ? most : parameters->points);
    poise_learner_first_window(l, POISE_SPREAD, parameters, lanes);
}

static poise_tuple prediction(const poise_learner *l, const poise_shared_parameters *parameters,
                              const poise_weights *weights)
{
    unsigned n = 1, p = 1;
    poise_predict_windows(weights, &l->at_max, &l->at_one, l->warps, &n, &p);
    return (poise_tuple){(uint8_t)n, (uint8_t)(parameters->diagonal ? n : p), 0};
}

static const poise_arm *find_all_warps(const poise_learner *l)
{
    const poise_arm *arm = l->arms.arm;
    while (arm->tuple.p != l->warps)
        arm++;
    return arm;
}

/* What a spread without some loads has found best is tried by all SMs, if it is not the centre. */
static void add_best_without_loads(poise_learner *l)
{
    for (uint32_t i = 0; i < l->known.count; i++) {
        if (l->known.arm[i].tuple.around != 0) {
            poise_learner_add_finalist(l, l->known.arm[i].tuple);
            return;
        }
    }
}

/* Without the loads that go around, when there was no second spread: all warps where no point is much better,
 * else all SMs try the best point and all warps. */
static void add_loads(poise_learner *l, const poise_shared_parameters *parameters, bool flat)
{
    poise_tuple best = l->centre;
    if (l->around == 0 || parameters->again)
        return;
    best.around = l->around;
    if (flat)
        poise_learner_set_centre(l, parameters, best);
    else
        poise_learner_add_finalist(l, best);
    poise_learner_add_finalist(l, (poise_tuple){l->warps, l->warps, l->around});
}

/* The fastest point becomes the centre. What is far from the diagonal is tried by all SMs: side by side its
 * gain, less traffic, goes to the others. Where loads go around, (max, 1) is not: it gains in the same way,
 * and less. */
static void choose_centre(poise_learner *l, const poise_shared_parameters *parameters,
                          const poise_weights *weights)
{
    const poise_arm *best = &l->known.arm[0];
    bool flat = !poise_arm_exceeds(best, &l->all_warps, parameters->flat);
    poise_learner_set_centre(l, parameters, flat ? l->all_warps.tuple : best->tuple);
    add_loads(l, parameters, flat);
    add_best_without_loads(l);
    poise_tuple predicted = prediction(l, parameters, weights);
    if (parameters->prior && (predicted.p < predicted.n || l->known.count <= FEW_POINTS))
        poise_learner_add_finalist(l, predicted);
    if (!parameters->diagonal && l->around == 0 &&
        !poise_arm_exceeds(best, &l->all_warps, parameters->bypass))
        poise_learner_add_finalist(l, (poise_tuple){l->warps, 1, 0});
    if (flat && l->centre.around == 0)
        l->known.count = 0;
    poise_learner_run_centre(l, parameters);
}

/* ---- loads ---- */

bool poise_learner_misses_loads(const poise_learner *l, const poise_shared_parameters *parameters,
                                uint32_t lookups)
{
    return poise_loads_undecided(&l->loads_at_max, &l->loads_at_one, parameters->share, lookups);
}

static uint32_t choose_loads(poise_learner *l, const poise_shared_parameters *parameters)
{
    return poise_loads_choose(parameters->loads, &l->loads_at_max, &l->loads_at_one, parameters->share,
                              &l->loads);
}

/* Whether one warp of each scheduler is so slow that its kernel waits for memory, not for lines that others
 * replace. */
static bool is_slow_alone(const poise_learner *l, const poise_shared_parameters *parameters)
{
    for (uint32_t i = 0; i < l->known.count; i++) {
        poise_arm all = l->all_warps;
        all.instructions = all.instructions * parameters->slow / 1000;
        if (l->known.arm[i].tuple.n == 1)
            return poise_arm_exceeds(&all, &l->known.arm[i], 1000);
    }
    return false;
}

/* Whether it has not been seen that all loads hit with one warp. */
static bool may_matter(poise_learner *l, const poise_shared_parameters *parameters)
{
    return poise_learner_misses_loads(l, parameters, POISE_LOAD_LEAST_LOOKUPS) ||
           choose_loads(l, parameters) != 0;
}

/* Where throttling gains little, loads are looked at in any case. Where it gains much, they have their reuse
 * in the warp: they are looked at when the spread has not seen that they hit, but not when all SMs would lose
 * too much meanwhile; then it is one SM that looks, later. */
static bool is_worth_a_look(poise_learner *l, const poise_shared_parameters *parameters)
{
    const poise_arm *best = &l->known.arm[0];
    const bool slow = is_slow_alone(l, parameters);
    l->owes_look = false;
    if (!slow && !poise_arm_exceeds(best, &l->all_warps, parameters->flat))
        return true;
    if (!may_matter(l, parameters))
        return false;
    const bool too_much = slow || poise_arm_exceeds(best, &l->all_warps, parameters->alone);
    l->owes_look = too_much && parameters->late;
    return !too_much;
}

/* All SMs run one warp of each scheduler; or, in a run, one SM. What was counted before was counted in an L1
 * that others had filled. */
void poise_learner_begin_alone(poise_learner *l, const poise_shared_parameters *parameters, uint32_t lanes,
                               bool beside_centre)
{
    l->arms.count = 0;
    if (beside_centre)
        poise_arms_add(&l->arms, l->centre);
    poise_arms_add(&l->arms, (poise_tuple){1, 1, 0});
    l->loads_at_one.count = 0;
    poise_learner_first_window(l, POISE_ALONE, parameters, lanes);
}

/* Loads have changed their behaviour: what is now chosen is tried by all SMs. */
static void end_look(poise_learner *l, const poise_shared_parameters *parameters)
{
    const uint32_t before = l->around;
    l->around = choose_loads(l, parameters);
    if (l->around != before)
        poise_learner_add_finalist(l, (poise_tuple){l->centre.n, l->centre.p, l->around});
    poise_learner_run_centre(l, parameters);
}

void poise_learner_end_alone(poise_learner *l, const poise_shared_parameters *parameters,
                             const poise_weights *weights, uint32_t lanes)
{
    if (l->looked) {
        end_look(l, parameters);
        return;
    }
    l->around = choose_loads(l, parameters);
    if (l->around != 0 && parameters->again)
        poise_learner_begin_spread(l, parameters, lanes);
    else
        choose_centre(l, parameters, weights);
}

static void end_first_spread(poise_learner *l, const poise_shared_parameters *parameters,
                             const poise_weights *weights, uint32_t lanes)
{
    l->all_warps = *find_all_warps(l);
    poise_arms_rank(&l->arms);
    l->known = l->arms;
    l->predicted = true;
    if (parameters->loads != NULL && is_worth_a_look(l, parameters))
        poise_learner_begin_alone(l, parameters, lanes, false);
    else
        choose_centre(l, parameters, weights);
}

/* Beside its points stay the best of the first, as far as there is room. */
static void end_second_spread(poise_learner *l, const poise_shared_parameters *parameters,
                              const poise_weights *weights)
{
    enum { KEPT = 3 };
    for (uint32_t i = 0; i < KEPT && i < l->known.count; i++)
        poise_arms_note(&l->arms, &l->known.arm[i]);
    poise_arms_rank(&l->arms);
    l->known = l->arms;
    choose_centre(l, parameters, weights);
}

void poise_learner_end_spread(poise_learner *l, const poise_shared_parameters *parameters,
                              const poise_weights *weights, uint32_t lanes)
{
    if (l->around == 0)
        end_first_spread(l, parameters, weights, lanes);
    else
        end_second_spread(l, parameters, weights);
}

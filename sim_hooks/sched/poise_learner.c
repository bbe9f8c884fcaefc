#include "sim_hooks/sched/poise_learner.h"

/* ---- windows ---- */

static void enter(poise_learner *l, poise_phase phase, uint32_t cycles)
{
    l->phase = (uint8_t)phase;
    l->left = cycles;
}

void poise_learner_run(poise_learner *l)
{
    l->course = (poise_arm){.tuple = l->centre};
    enter(l, POISE_RUN, l->stay);
}

/* The next arms, as many as can run at a time. */
static void next_window(poise_learner *l, const poise_shared_parameters *parameters, uint32_t lanes)
{
    poise_arms *arms = &l->arms;
    arms->until = arms->from + lanes < arms->count ? arms->from + lanes : arms->count;
    l->left = parameters->window;
}

static void first_window(poise_learner *l, poise_phase phase, const poise_shared_parameters *parameters,
                         uint32_t lanes)
{
    l->phase = (uint8_t)phase;
    l->arms.from = 0;
    next_window(l, parameters, lanes);
}

/* ---- spread: from the diagonal to one tuple ---- */

static void begin_spread(poise_learner *l, const poise_shared_parameters *parameters, uint32_t lanes)
{
    /* Three points where there are fewer SMs; one place is for the prediction. */
    uint32_t most = lanes < 3 ? 3 : lanes < POISE_MOST_ARMS ? lanes : POISE_MOST_ARMS - 1;
    poise_arms_diagonal(&l->arms, l->warps, parameters->step, most);
    first_window(l, POISE_SPREAD, parameters, lanes);
}

/* A tuple with p < N looks better in a first window than it is: what the L1 holds of other warps stays. */
static poise_tuple prediction(const poise_learner *l, const poise_shared_parameters *parameters,
                              const poise_weights *weights)
{
    unsigned n = 1, p = 1;
    poise_predict_windows(weights, &l->at_max, &l->at_one, l->warps, &n, &p);
    return (poise_tuple){(uint8_t)n, (uint8_t)(parameters->diagonal ? n : p)};
}

static void set_centre(poise_learner *l, const poise_shared_parameters *parameters, poise_tuple centre)
{
    l->centre = centre;
    l->wins = l->rival = 0;
    l->stay = parameters->stay;
}

static void end_spread(poise_learner *l, const poise_shared_parameters *parameters,
                       const poise_weights *weights, uint32_t lanes)
{
    poise_arms_halve(&l->arms, parameters->close);
    if (!l->predicted && parameters->prior)
        poise_arms_add(&l->arms, prediction(l, parameters, weights));
    l->predicted = true;
    if (l->arms.count > 1) {
        first_window(l, POISE_SPREAD, parameters, lanes);
        return;
    }
    set_centre(l, parameters, l->arms.arm[0].tuple);
    poise_learner_run(l);
}

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
        first_window(l, POISE_DUEL, parameters, lanes);
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
        set_centre(l, parameters, arm[1].tuple);
    }
    poise_learner_run(l);
}

/* ---- trials: far from the centre, where neighbours do not lead ---- */

/* Half, twice, a quarter, four times the centre's N. */
static poise_tuple next_rival(poise_learner *l)
{
    uint32_t shift = 1 + l->rival / 2, n = l->centre.n;
    n = l->rival % 2 == 0 ? n >> shift : n << shift;
    n = n < 1 ? 1 : n > l->warps ? l->warps : n;
    l->rival = (uint8_t)((l->rival + 1) % 4);
    return (poise_tuple){(uint8_t)n, (uint8_t)n};
}

static bool begin_trial(poise_learner *l, const poise_shared_parameters *parameters)
{
    l->arms.count = 0;
    poise_arms_add(&l->arms, l->centre);
    l->arms.arm[0] = l->course;
    if (!poise_arms_add(&l->arms, next_rival(l)))
        return false;
    l->arms.from = 1;
    l->arms.until = 2;
    enter(l, POISE_TRIAL, parameters->window);
    return true;
}

static void end_trial(poise_learner *l, const poise_shared_parameters *parameters)
{
    const poise_arm *arm = l->arms.arm;
    if (poise_arm_exceeds(&arm[1], &arm[0], 1000 + parameters->trial)) {
        set_centre(l, parameters, arm[1].tuple);
        l->move = 0;
    }
    poise_learner_run(l);
}

/* Whether no tuple can be much faster: a scheduler issues one instruction in a cycle at most. */
static bool is_busy(const poise_learner *l, const poise_shared_parameters *parameters)
{
    const poise_arm *course = &l->course;
    return course->sm_cycles > 0 &&
           course->instructions * 1000 >= course->sm_cycles * parameters->schedulers * parameters->busy;
}

/* After a run, trials and duels in turn. */
static void end_run(poise_learner *l, const poise_shared_parameters *parameters, uint32_t lanes)
{
    if (is_busy(l, parameters)) {
        stay_longer(l, parameters);
        poise_learner_run(l);
        return;
    }
    l->tried = !l->tried && parameters->trial > 0;
    if (!l->tried || !begin_trial(l, parameters))
        begin_duel(l, parameters, lanes);
}

/* ---- watching ---- */

static void begin_watch(poise_learner *l, const poise_shared_parameters *parameters, uint32_t lanes)
{
    l->at_max = l->at_one = (poise_sample){0};
    l->course = (poise_arm){0};
    if (parameters->watch > 0)
        enter(l, POISE_WATCH, parameters->watch);
    else
        begin_spread(l, parameters, lanes);
}

/* Whether all warps may go on: loads hit, or there are few (I_max of Table 5.5), or schedulers are busy. */
static bool is_well(const poise_learner *l, const poise_shared_parameters *parameters)
{
    const poise_sample *sample = &l->at_max;
    return sample->l1_hits * 1000ull >= (uint64_t)sample->l1_accesses * parameters->enough ||
           sample->instructions > (uint64_t)parameters->max_instructions_per_load * sample->global_loads ||
           is_busy(l, parameters);
}

/* ---- the course of a kernel ---- */

void poise_learner_begin(poise_learner *l, const poise_shared_parameters *parameters, uint64_t kernel,
                         uint32_t warps, uint32_t lanes)
{
    *l = (poise_learner){.kernel = kernel,
                         .warps = (uint8_t)warps,
                         .stride_n = parameters->stride_n,
                         .stride_p = parameters->stride_p};
    set_centre(l, parameters, (poise_tuple){(uint8_t)warps, (uint8_t)warps});
    begin_watch(l, parameters, lanes);
}

void poise_learner_next(poise_learner *l, const poise_shared_parameters *parameters,
                        const poise_weights *weights, uint32_t lanes)
{
    poise_phase phase = (poise_phase)l->phase;
    if (phase == POISE_WATCH && is_well(l, parameters)) {
        begin_watch(l, parameters, lanes);
    } else if (phase == POISE_WATCH) {
        begin_spread(l, parameters, lanes);
    } else if (phase == POISE_RUN) {
        end_run(l, parameters, lanes);
    } else if (phase == POISE_TRIAL) {
        end_trial(l, parameters);
    } else if (l->arms.until < l->arms.count) {
        l->arms.from = l->arms.until;
        next_window(l, parameters, lanes);
    } else if (phase == POISE_SPREAD) {
        end_spread(l, parameters, weights, lanes);
    } else {
        end_duel(l, parameters, lanes);
    }
}

/* The state machine in every state that it can reach, for every number of warps, every prediction and every
 * outcome of every comparison, with p >= 1 and with p >= 0: it stays within the legal tuples, the epoch goes
 * on in every step and ends at (max, max). */
/* test: slow */
#include "infer_test.h"

#include <math.h>

/* Long enough that it never ends by itself: an exploration ends it on purpose, in each state. */
enum { PERIOD = 1 << 30, STATES = POISE_HIE_CHECK + 1, SLOTS = 1 << 21 };

typedef struct exploration {
    poise_hie_parameters parameters;
    bool zero_p;
    poise_hie *found; /* SLOTS of them: states that were reached, in order */
    uint64_t *key;    /* hash table of SLOTS, 0 = free */
    unsigned n_found;
    unsigned in_state[STATES];
    unsigned with_p_0; /* of the states that were found */
} exploration;

/* What decides how it goes on, but for timers, scores and features. */
static uint64_t key_of(const poise_hie *hie)
{
    uint64_t key = 1;
    const unsigned flags = hie->warming | (unsigned)hie->recalled << 1 | (unsigned)hie->settled << 2;
    const unsigned part[] = {hie->state,  hie->n,      hie->p,    hie->probe,
                             hie->stride, hie->centre, hie->best, flags};
    for (unsigned i = 0; i < sizeof part / sizeof part[0]; i++)
        key = key << (i == 0 || i == 3 ? 4 : i == 4 ? 8 : 7) | part[i];
    return key;
}

static void remember(exploration *all, const poise_hie *hie)
{
    uint64_t key = key_of(hie);
    size_t slot = (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 40) % SLOTS;
    while (all->key[slot] != 0 && all->key[slot] != key)
        slot = (slot + 1) % SLOTS;
    if (all->key[slot] == key)
        return;
    assert_true(all->n_found < SLOTS / 2);
    all->key[slot] = key;
    poise_hie *found = &all->found[all->n_found++];
    *found = *hie;
    found->epoch_left = PERIOD;
    if (hie->state == POISE_HIE_RUN || hie->state == POISE_HIE_COMPUTE)
        found->left = PERIOD; /* these two last as long as the epoch */
    all->in_state[hie->state]++;
    all->with_p_0 += hie->p == 0;
}

static void check_legal(const exploration *all, const poise_hie *hie)
{
    assert_true(hie->state < STATES);
    assert_true(1 <= hie->n && hie->p <= hie->n && hie->n <= hie->warps);
    assert_true(hie->p >= 1 || all->zero_p);
    if (hie->state == POISE_HIE_SAMPLE_MAX || hie->state == POISE_HIE_COMPUTE)
        assert_true(hie->p == hie->warps);
    if (hie->state == POISE_HIE_SAMPLE_ONE || hie->state == POISE_HIE_PREDICT)
        assert_true(hie->n == 1 && hie->p == 1);
}

/* One step of a copy; the window issues so many instructions and so many loads. */
static void follow(exploration *all, const poise_hie *from, const poise_weights *weights,
                   uint32_t instructions, uint32_t loads)
{
    poise_hie hie = *from;
    poise_sample window = {.l1_accesses = 10, .instructions = instructions, .global_loads = loads};
    uint32_t cycles = poise_hie_next(&hie);
    hie.best_score = 1000;
    hie.max_score = 2500; /* 1,000 instructions in a check of 4,000 cycles are as fast as 2,500 in 10,000 */
    poise_hie_step(&hie, &all->parameters, weights, &window);
    check_legal(all, &hie);
    assert_true(cycles >= 1);
    assert_true(hie.epoch_left == from->epoch_left - cycles || hie.epoch_left == PERIOD);
    assert_true(hie.epoch_left < PERIOD || hie.state == POISE_HIE_SAMPLE_MAX);
    remember(all, &hie);
}

/* Weights that predict {n, p} for a kernel of `warps` warps, whatever the features are; a quarter of a warp
 * rounds to 0. */
static poise_weights predicting(bool zero_p, unsigned n, unsigned p, unsigned warps)
{
    poise_weights weights = {.shift = {20, 20}, .max_warps = (uint8_t)warps, .zero_p = zero_p};
    weights.weight[0][POISE_FEATURES - 1] = (int32_t)lround(log2(n) * (1 << 20));
    weights.weight[1][POISE_FEATURES - 1] = (int32_t)lround(log2(p > 0 ? p : 0.25) * (1 << 20));
    return weights;
}

static void follow_predictions(exploration *all, const poise_hie *from)
{
    for (unsigned n = 1; n <= from->warps; n++) {
        for (unsigned p = all->zero_p ? 0 : 1; p <= n; p++) {
            poise_weights weights = predicting(all->zero_p, n, p, from->warps);
            unsigned got_n, got_p;
            poise_predict(&weights, &from->features, from->warps, &got_n, &got_p);
            assert_true(got_n == n && got_p == p);
            follow(all, from, &weights, 1000, 1000);
        }
    }
}

static void follow_all(exploration *all, const poise_hie *from)
{
    poise_weights weights = predicting(all->zero_p, 1, 1, 24);
    if (from->state == POISE_HIE_PREDICT && !from->warming)
        follow_predictions(all, from);
    follow(all, from, &weights, 1000, 1000); /* as fast as the best so far */
    follow(all, from, &weights, 1001, 1000); /* faster */
    if (from->state == POISE_HIE_CHECK)
        follow(all, from, &weights, 999, 1000); /* slower */
    follow(all, from, &weights, 1000, 0);       /* without loads */
    poise_hie last = *from;
    last.epoch_left = 1;
    poise_hie_step(&last, &all->parameters, &weights, &(poise_sample){0});
    assert_int_equal(last.state, POISE_HIE_SAMPLE_MAX);
    assert_int_equal(last.epoch_left, PERIOD);
    check_legal(all, &last);
    remember(all, &last);
}

/* With checks a kernel may also begin at any tuple that is remembered. */
static void recall_all(exploration *all, unsigned warps)
{
    for (unsigned n = 1; n <= warps; n++) {
        for (unsigned p = all->zero_p ? 0 : 1; p <= n; p++) {
            poise_hie hie;
            poise_hie_memory memory = {
                .warps = (uint8_t)warps, .n = (uint8_t)n, .p = (uint8_t)p, .settled = (n + p) % 2 == 0};
            poise_hie_recall(&hie, &all->parameters, &memory);
            check_legal(all, &hie);
            remember(all, &hie);
        }
    }
}

static void explore(exploration *all, const poise_hie_parameters *parameters, bool zero_p, unsigned warps)
{
    poise_hie begin;
    all->zero_p = zero_p;
    all->with_p_0 = 0;
    all->parameters = *parameters;
    all->parameters.period = PERIOD;
    all->n_found = 0;
    memset(all->key, 0, SLOTS * sizeof *all->key);
    memset(all->in_state, 0, sizeof all->in_state);
    poise_hie_reset(&begin, &all->parameters, warps);
    check_legal(all, &begin);
    remember(all, &begin);
    if (parameters->check_window > 0)
        recall_all(all, warps);
    for (unsigned i = 0; i < all->n_found; i++) {
        poise_hie from = all->found[i];
        follow_all(all, &from);
    }
}

static exploration all;

static int make_room(void **state)
{
    (void)state;
    all.found = malloc(SLOTS / 2 * sizeof *all.found);
    all.key = malloc(SLOTS * sizeof *all.key);
    return all.found == NULL || all.key == NULL ? -1 : 0;
}

static int free_room(void **state)
{
    (void)state;
    free(all.found);
    free(all.key);
    return 0;
}

/* With the thesis' parameters: all seven states, but no search where there is nothing to search. */
static void explore_thesis(bool zero_p)
{
    for (unsigned warps = 1; warps <= 24; warps++) {
        explore(&all, &poise_hie_thesis, zero_p, warps);
        for (unsigned i = 0; i < STATES; i++) {
            bool searched = (i == POISE_HIE_CORRECT_N && warps > 1) ||
                            (i == POISE_HIE_CORRECT_P && (warps > 1 || zero_p)) ||
                            (i != POISE_HIE_CORRECT_N && i != POISE_HIE_CORRECT_P && i != POISE_HIE_CHECK);
            assert_true((all.in_state[i] > 0) == searched);
        }
        assert_true((all.with_p_0 > 0) == zero_p);
    }
    print_message("           %u states with 24 warps\n", all.n_found);
    assert_int_equal(all.n_found, zero_p ? 35858 : 33462);
    explore(&all, &poise_hie_thesis, zero_p, POISE_MAX_WARPS);
    print_message("           %u states with %u warps\n", all.n_found, POISE_MAX_WARPS);
}

static void every_reachable_state_is_legal(void **state)
{
    (void)state;
    explore_thesis(false);
}

static void every_reachable_state_is_legal_with_p_0(void **state)
{
    (void)state;
    explore_thesis(true);
}

/* Checks of predictions and of remembered tuples. */
static void every_reachable_state_is_legal_with_checks(void **state)
{
    (void)state;
    poise_hie_parameters parameters = poise_hie_thesis;
    parameters.check_window = 4000;
    for (unsigned warps = 1; warps <= 24; warps++) {
        explore(&all, &parameters, true, warps);
        assert_true(all.in_state[POISE_HIE_CHECK] > 0);
        assert_true(all.in_state[POISE_HIE_RUN] > 0 && all.in_state[POISE_HIE_SAMPLE_MAX] > 0);
    }
    print_message("           %u states with 24 warps\n", all.n_found);
}

/* Windows of 0 cycles, no correction, strides larger than all warps. */
static void unusual_parameters_are_legal_too(void **state)
{
    (void)state;
    static const poise_hie_parameters unusual[] = {
        {.stride_n = 2, .stride_p = 4},
        {.warmup = 5, .stride_n = 0, .stride_p = 0},
        {.feature_window = 1, .stride_n = 0, .stride_p = 255},
        {.warmup = 1, .correct_window = 9, .stride_n = 255, .stride_p = 0},
        {.warmup = 1,
         .predict_cycles = 1,
         .max_instructions_per_load = UINT32_MAX,
         .stride_n = 7,
         .stride_p = 7},
    };
    for (unsigned i = 0; i < 2 * sizeof unusual / sizeof unusual[0]; i++) {
        const poise_hie_parameters *parameters = &unusual[i / 2];
        for (unsigned warps = 1; warps <= 24; warps += i == 0 ? 1 : 7) {
            explore(&all, parameters, i % 2, warps);
            assert_int_equal(all.in_state[POISE_HIE_CORRECT_N] > 0,
                             parameters->max_instructions_per_load > 0 && parameters->stride_n > 0 &&
                                 warps > 1);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_reachable_state_is_legal),
        cmocka_unit_test(every_reachable_state_is_legal_with_p_0),
        cmocka_unit_test(every_reachable_state_is_legal_with_checks),
        cmocka_unit_test(unusual_parameters_are_legal_too),
    };
    return cmocka_run_group_tests(tests, make_room, free_room);
}

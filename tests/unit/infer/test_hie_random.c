/* Hardware inference engine under arbitrary counters and parameters: it never leaves the legal triangle, no
 * window is longer than it should be, every epoch has its length, and every state is reached. Also: storage.
 */
#include "infer_test.h"

#include "infer/cost.h"

enum { STATES = POISE_HIE_CHECK + 1 };

static poise_hie_parameters random_parameters(poise_random *random)
{
    return (poise_hie_parameters){
        .period = (uint32_t)poise_random_below(random, 2000),
        .warmup = (uint32_t)poise_random_below(random, 20),
        .feature_window = (uint32_t)poise_random_below(random, 50),
        .predict_cycles = (uint32_t)poise_random_below(random, 20),
        .correct_window = (uint32_t)poise_random_below(random, 20),
        .max_instructions_per_load =
            (uint32_t)(poise_random_u64(random) >> (32 + poise_random_below(random, 32))),
        .stride_n = (uint8_t)poise_random_u64(random),
        .stride_p = (uint8_t)(poise_random_u64(random) >> poise_random_below(random, 64)),
        .check_window = poise_random_below(random, 2) ? (uint32_t)poise_random_below(random, 20) : 0,
    };
}

static poise_weights random_weights(poise_random *random)
{
    poise_weights weights = {
        .shift = {26, 26}, .max_warps = 24, .zero_p = poise_random_below(random, 2) == 1};
    for (int i = 0; i < POISE_FEATURES; i++) {
        weights.weight[0][i] = (int32_t)poise_random_below(random, 1u << 30) - (1 << 28);
        weights.weight[1][i] = (int32_t)poise_random_below(random, 1u << 30) - (1 << 29);
    }
    return weights;
}

static uint32_t at_least_one(uint32_t value)
{
    return value > 0 ? value : 1;
}

/* Longest stretch that the present state may ask for. */
static uint32_t longest_stretch(const poise_hie *hie, const poise_hie_parameters *parameters)
{
    if (hie->warming)
        return parameters->warmup;
    switch (hie->state) {
    case POISE_HIE_SAMPLE_MAX:
    case POISE_HIE_SAMPLE_ONE: return at_least_one(parameters->feature_window);
    case POISE_HIE_PREDICT: return at_least_one(parameters->predict_cycles);
    case POISE_HIE_CORRECT_N:
    case POISE_HIE_CORRECT_P: return at_least_one(parameters->correct_window);
    case POISE_HIE_CHECK: return at_least_one(parameters->check_window);
    default: return at_least_one(parameters->period);
    }
}

static void check_legal(const poise_hie *hie, const poise_hie_parameters *parameters,
                        const poise_weights *weights, unsigned warps)
{
    assert_in_range(hie->state, POISE_HIE_SAMPLE_MAX, POISE_HIE_CHECK);
    assert_true(1 <= hie->n && hie->p <= hie->n && hie->n <= warps);
    assert_true(hie->p >= 1 || weights->zero_p);
    assert_in_range(poise_hie_next(hie), 1, longest_stretch(hie, parameters));
    if (hie->state == POISE_HIE_SAMPLE_MAX || hie->state == POISE_HIE_COMPUTE)
        assert_true(hie->n == warps && hie->p == warps);
    if (hie->state == POISE_HIE_SAMPLE_ONE || hie->state == POISE_HIE_PREDICT)
        assert_true(hie->n == 1 && hie->p == 1);
}

static void run_epochs(poise_random *random, unsigned warps, unsigned epochs, bool seen[STATES])
{
    poise_hie_parameters parameters = random_parameters(random);
    poise_weights weights = random_weights(random);
    poise_hie hie;
    poise_hie_reset(&hie, &parameters, warps);
    for (unsigned epoch = 0; epoch < epochs; epoch++) {
        uint32_t passed = 0;
        assert_int_equal(hie.state, POISE_HIE_SAMPLE_MAX);
        do {
            check_legal(&hie, &parameters, &weights, warps);
            seen[hie.state] = true;
            poise_sample window =
                poise_random_below(random, 2) ? plausible_sample(random) : random_sample(random);
            passed += poise_hie_next(&hie);
            poise_hie_step(&hie, &parameters, &weights, &window);
        } while (passed < parameters.period);
        assert_int_equal(passed, at_least_one(parameters.period));
    }
}

static void never_leaves_the_legal_triangle(void **state)
{
    (void)state;
    poise_random random;
    poise_random_seed(&random, 8);
    bool seen[STATES] = {false};
    for (unsigned warps = 1; warps <= POISE_MAX_WARPS; warps++) {
        for (int i = 0; i < 100; i++)
            run_epochs(&random, warps, 5, seen);
    }
    for (int i = 0; i < STATES; i++)
        assert_true(seen[i]);
}

static void same_counters_give_the_same_course(void **state)
{
    (void)state;
    poise_random random;
    poise_random_seed(&random, 9);
    poise_weights weights = random_weights(&random);
    poise_hie first, second;
    poise_hie_reset(&first, &poise_hie_thesis, 24);
    memset(&second, 0xff, sizeof second); /* reset leaves nothing of what was there */
    poise_hie_reset(&second, &poise_hie_thesis, 24);
    for (int i = 0; i < 1000; i++) {
        poise_sample window = plausible_sample(&random);
        poise_hie_step(&first, &poise_hie_thesis, &weights, &window);
        poise_hie_step(&second, &poise_hie_thesis, &weights, &window);
        assert_int_equal(first.n, second.n);
        assert_int_equal(first.p, second.p);
        assert_int_equal(poise_hie_next(&first), poise_hie_next(&second));
    }
}

static void warps_out_of_range_are_limited(void **state)
{
    (void)state;
    poise_hie hie;
    poise_hie_reset(&hie, &poise_hie_thesis, 0);
    assert_int_equal(hie.n, 1);
    poise_hie_reset(&hie, &poise_hie_thesis, 1000);
    assert_int_equal(hie.n, POISE_MAX_WARPS);
}

/* 536 bytes for 32 SMs; ours in full: 7 x 32 + 4 x 32 + 6 + (18 + 14) + 5 x 5 + (32 + 3). */
static void storage_is_counted(void **state)
{
    (void)state;
    assert_int_equal(32 * POISE_HIE_THESIS_BITS, 8 * 536);
    assert_int_equal(poise_hie_storage_bits(&poise_hie_thesis, 24), 224 + 128 + 6 + 32 + 25 + 35);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(never_leaves_the_legal_triangle),
        cmocka_unit_test(same_counters_give_the_same_course),
        cmocka_unit_test(warps_out_of_range_are_limited),
        cmocka_unit_test(storage_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

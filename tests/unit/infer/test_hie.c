/* Hardware inference engine: order and length of the states (U8, U9), the local search, epochs cut short. */
#include "infer_test.h"

/* One stretch between two steps. */
typedef struct stretch {
    unsigned state, n, p;
    bool warming;
    uint32_t cycles;
} stretch;

/* Instructions that the SM under test issues in a window, by tuple. */
typedef uint32_t (*surface)(unsigned n, unsigned p);

/* Memory-bound: I_n = 4. Every window of `cycles` cycles is so many accesses, which lets a test see exactly
 * which cycles were sampled. */
static poise_sample window_of(uint32_t cycles, uint32_t instructions)
{
    return (poise_sample){
        .l1_accesses = cycles, .instructions = instructions, .global_loads = instructions / 4 + 1};
}

static stretch advance(poise_hie *hie, const poise_hie_parameters *parameters, const poise_weights *weights,
                       surface speed)
{
    stretch seen = {hie->state, hie->n, hie->p, hie->warming, poise_hie_next(hie)};
    poise_sample window = window_of(seen.cycles, speed(hie->n, hie->p));
    poise_hie_step(hie, parameters, weights, &window);
    return seen;
}

static void expect(poise_hie *hie, const poise_weights *weights, surface speed, stretch expected)
{
    stretch seen = advance(hie, &poise_hie_thesis, weights, speed);
    assert_int_equal(seen.state, expected.state);
    assert_int_equal(seen.n, expected.n);
    assert_int_equal(seen.p, expected.p);
    assert_int_equal(seen.warming, expected.warming);
    assert_int_equal(seen.cycles, expected.cycles);
}

/* Warm-up and window of one probe of the local search. */
static void expect_probe(poise_hie *hie, const poise_weights *weights, surface speed, unsigned state,
                         unsigned n, unsigned p)
{
    expect(hie, weights, speed, (stretch){state, n, p, true, 2000});
    expect(hie, weights, speed, (stretch){state, n, p, false, 4000});
}

/* 12,000 + 12,000 cycles of sampling, then the link functions. */
static void expect_prediction(poise_hie *hie, const poise_weights *weights, surface speed, unsigned max)
{
    expect(hie, weights, speed, (stretch){POISE_HIE_SAMPLE_MAX, max, max, true, 2000});
    expect(hie, weights, speed, (stretch){POISE_HIE_SAMPLE_MAX, max, max, false, 10000});
    expect(hie, weights, speed, (stretch){POISE_HIE_SAMPLE_ONE, 1, 1, true, 2000});
    expect(hie, weights, speed, (stretch){POISE_HIE_SAMPLE_ONE, 1, 1, false, 10000});
    expect(hie, weights, speed, (stretch){POISE_HIE_PREDICT, 1, 1, false, 64});
}

static uint32_t distance(unsigned a, unsigned b)
{
    return a > b ? a - b : b - a;
}

static uint32_t peak_at_12_5(unsigned n, unsigned p)
{
    return 1000 - 10 * distance(n, 12) - 10 * distance(p, 5);
}

static uint32_t flat(unsigned n, unsigned p)
{
    (void)n, (void)p;
    return 500;
}

/* From the prediction {8, 4}: N climbs 8, 10, 12 with stride 2 and stays with stride 1; p finds no better
 * point with strides 4 (1 after clamping, 8) and 2 (2 and 6, which is only as fast), and moves to 5 with
 * stride 1. */
static void whole_epoch_in_order(void **state)
{
    (void)state;
    poise_weights weights = constant_weights(3, 2);
    poise_hie hie;
    poise_hie_reset(&hie, &poise_hie_thesis, 24);
    expect_prediction(&hie, &weights, peak_at_12_5, 24);
    static const unsigned n_probes[] = {8, 6, 10, 10, 8, 12, 12, 10, 14, 12, 11, 13};
    for (unsigned i = 0; i < sizeof n_probes / sizeof n_probes[0]; i++)
        expect_probe(&hie, &weights, peak_at_12_5, POISE_HIE_CORRECT_N, n_probes[i], 4);
    static const unsigned p_probes[] = {4, 1, 8, 4, 2, 6, 4, 3, 5, 5, 4, 6};
    for (unsigned i = 0; i < sizeof p_probes / sizeof p_probes[0]; i++)
        expect_probe(&hie, &weights, peak_at_12_5, POISE_HIE_CORRECT_P, 12, p_probes[i]);
    uint32_t rest = 200000 - 24000 - 64 - 24 * 6000;
    expect(&hie, &weights, peak_at_12_5, (stretch){POISE_HIE_RUN, 12, 5, false, rest});
    expect(&hie, &weights, peak_at_12_5, (stretch){POISE_HIE_SAMPLE_MAX, 24, 24, true, 2000});
}

/* {1, 1} on a flat surface: each round has one neighbour only, above; for p under N = 1 there is none at all.
 */
static void clamped_neighbours_are_skipped(void **state)
{
    (void)state;
    poise_weights weights = constant_weights(0, 0);
    poise_hie hie;
    poise_hie_reset(&hie, &poise_hie_thesis, 24);
    expect_prediction(&hie, &weights, flat, 24);
    static const unsigned n_probes[] = {1, 3, 1, 2};
    for (unsigned i = 0; i < sizeof n_probes / sizeof n_probes[0]; i++)
        expect_probe(&hie, &weights, flat, POISE_HIE_CORRECT_N, n_probes[i], 1);
    assert_int_equal(hie.state, POISE_HIE_RUN);
}

/* At the upper end: {8, 8} of 8 warps has neighbours 6 is below p, so none for N; for p those below only. */
static void search_stays_below_the_warps_of_the_kernel(void **state)
{
    (void)state;
    poise_weights weights = constant_weights(5, 5); /* 32 * 8 / 24 = 10.7, clamped to 8 */
    poise_hie hie;
    poise_hie_reset(&hie, &poise_hie_thesis, 8);
    expect_prediction(&hie, &weights, flat, 8);
    static const unsigned p_probes[] = {8, 4, 8, 6, 8, 7};
    for (unsigned i = 0; i < sizeof p_probes / sizeof p_probes[0]; i++)
        expect_probe(&hie, &weights, flat, POISE_HIE_CORRECT_P, 8, p_probes[i]);
    assert_int_equal(hie.state, POISE_HIE_RUN);
}

/* With p = 0: N is searched down to 1, p down to 0, and a kernel whose reuse comes too late ends there. From
 * the prediction {2, 1} strides of p of 4 and 2 are shortened to 0. */
static uint32_t best_without_allocation(unsigned n, unsigned p)
{
    return 500 + 10 * n - 20 * p;
}

static void the_search_reaches_p_0(void **state)
{
    (void)state;
    poise_weights weights = constant_weights(1, 0);
    weights.zero_p = true;
    poise_hie_parameters parameters = poise_hie_thesis;
    parameters.stride_n = 0;
    for (int zero_p = 0; zero_p < 2; zero_p++) {
        poise_hie hie;
        weights.zero_p = zero_p;
        poise_hie_reset(&hie, &parameters, 24);
        while (hie.state != POISE_HIE_CORRECT_P)
            advance(&hie, &parameters, &weights, best_without_allocation);
        static const unsigned p_probes[2][12] = {{1, 2, 1, 2, 1, 2}, {1, 0, 2, 0, 2, 0, 2, 0, 1}};
        for (unsigned i = 0; i < (zero_p ? 9 : 6); i++) {
            assert_int_equal(hie.p, p_probes[zero_p][i]);
            assert_int_equal(hie.n, 2);
            advance(&hie, &parameters, &weights, best_without_allocation);
            advance(&hie, &parameters, &weights, best_without_allocation);
        }
        assert_int_equal(hie.state, POISE_HIE_RUN);
        assert_int_equal(hie.p, zero_p ? 0 : 1);
    }
}

/* From the prediction {4, 0}: N goes down to 1 and not to 0, then p has one neighbour, 1. */
static uint32_t best_at_1_0(unsigned n, unsigned p)
{
    return 500 - 10 * n - 10 * p;
}

static void a_prediction_of_p_0_is_corrected(void **state)
{
    (void)state;
    poise_weights weights = constant_weights(2, -2);
    weights.zero_p = true;
    poise_hie hie;
    poise_hie_reset(&hie, &poise_hie_thesis, 24);
    expect_prediction(&hie, &weights, best_at_1_0, 24);
    static const unsigned n_probes[] = {4, 2, 6, 2, 1, 4, 1, 3, 1, 2};
    for (unsigned i = 0; i < sizeof n_probes / sizeof n_probes[0]; i++)
        expect_probe(&hie, &weights, best_at_1_0, POISE_HIE_CORRECT_N, n_probes[i], 0);
    static const unsigned p_probes[] = {0, 1, 0, 1, 0, 1};
    for (unsigned i = 0; i < sizeof p_probes / sizeof p_probes[0]; i++)
        expect_probe(&hie, &weights, best_at_1_0, POISE_HIE_CORRECT_P, 1, p_probes[i]);
    assert_int_equal(hie.state, POISE_HIE_RUN);
    assert_true(hie.n == 1 && hie.p == 0);
}

static void zero_strides_mean_prediction_only(void **state)
{
    (void)state;
    poise_hie_parameters parameters = poise_hie_thesis;
    parameters.stride_n = parameters.stride_p = 0;
    poise_weights weights = constant_weights(3, 2);
    poise_hie hie;
    poise_hie_reset(&hie, &parameters, 24);
    for (int i = 0; i < 5; i++)
        advance(&hie, &parameters, &weights, flat);
    stretch run = advance(&hie, &parameters, &weights, flat);
    assert_int_equal(run.state, POISE_HIE_RUN);
    assert_int_equal(run.n, 8);
    assert_int_equal(run.p, 4);
    assert_int_equal(run.cycles, 200000 - 24064);
}

/* U9, with the boundary: I_n = I_max goes on, one instruction more does not. */
static void compute_bound_kernels_keep_all_warps(void **state)
{
    (void)state;
    poise_weights weights = constant_weights(3, 2);
    for (uint32_t extra = 0; extra < 2; extra++) {
        poise_hie hie;
        poise_hie_reset(&hie, &poise_hie_thesis, 24);
        poise_sample window = {.instructions = 4900 + extra, .global_loads = 100};
        poise_hie_step(&hie, &poise_hie_thesis, &weights, &window);
        poise_hie_step(&hie, &poise_hie_thesis, &weights, &window);
        assert_int_equal(hie.state, extra ? POISE_HIE_COMPUTE : POISE_HIE_SAMPLE_ONE);
        assert_int_equal(hie.n, extra ? 24 : 1);
        assert_int_equal(hie.p, extra ? 24 : 1);
        if (extra) {
            assert_int_equal(poise_hie_next(&hie), 200000 - 12000);
            poise_hie_step(&hie, &poise_hie_thesis, &weights, &window);
            assert_int_equal(hie.state, POISE_HIE_SAMPLE_MAX);
        }
    }
}

static void a_window_without_loads_is_compute_bound(void **state)
{
    (void)state;
    poise_weights weights = constant_weights(3, 2);
    poise_hie hie;
    poise_sample idle = {0};
    poise_hie_reset(&hie, &poise_hie_thesis, 24);
    poise_hie_step(&hie, &poise_hie_thesis, &weights, &idle);
    poise_hie_step(&hie, &poise_hie_thesis, &weights, &idle);
    assert_int_equal(hie.state, POISE_HIE_COMPUTE);
}

/* What is counted in warm-ups leaves no trace in the features. */
static void only_the_windows_are_sampled(void **state)
{
    (void)state;
    static const poise_sample noise = {7, 7, 7, 700, 7, 7000, 1000};
    static const poise_sample at_max = {1000, 250, 125, 60000, 100, 2000, 200};
    static const poise_sample at_one = {800, 600, 500, 30000, 100, 9999, 77};
    poise_weights weights = constant_weights(3, 2);
    poise_hie hie;
    poise_hie_reset(&hie, &poise_hie_thesis, 24);
    poise_hie_step(&hie, &poise_hie_thesis, &weights, &noise);
    poise_hie_step(&hie, &poise_hie_thesis, &weights, &at_max);
    poise_hie_step(&hie, &poise_hie_thesis, &weights, &noise);
    poise_hie_step(&hie, &poise_hie_thesis, &weights, &at_one);
    assert_int_equal(hie.state, POISE_HIE_PREDICT);
    poise_features expected = features_of(&at_max, &at_one);
    assert_memory_equal(&hie.features, &expected, sizeof expected);
}

/* The epoch ends after every possible number of cycles, in every state: always exactly then, at (max, max).
 */
static void epoch_ends_wherever_it_is(void **state)
{
    (void)state;
    poise_weights weights = constant_weights(3, 2);
    poise_hie_parameters parameters = {.warmup = 2,
                                       .feature_window = 5,
                                       .predict_cycles = 3,
                                       .correct_window = 4,
                                       .max_instructions_per_load = 49,
                                       .stride_n = 2,
                                       .stride_p = 4};
    for (parameters.period = 1; parameters.period < 300; parameters.period++) {
        poise_hie hie;
        uint64_t passed = 0;
        poise_hie_reset(&hie, &parameters, 24);
        do {
            passed += advance(&hie, &parameters, &weights, peak_at_12_5).cycles;
            assert_true(passed <= parameters.period);
        } while (hie.epoch_left < parameters.period);
        assert_int_equal(passed, parameters.period);
        assert_int_equal(hie.state, POISE_HIE_SAMPLE_MAX);
        assert_int_equal(hie.n, 24);
        assert_int_equal(hie.p, 24);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_epoch_in_order),
        cmocka_unit_test(clamped_neighbours_are_skipped),
        cmocka_unit_test(search_stays_below_the_warps_of_the_kernel),
        cmocka_unit_test(the_search_reaches_p_0),
        cmocka_unit_test(a_prediction_of_p_0_is_corrected),
        cmocka_unit_test(zero_strides_mean_prediction_only),
        cmocka_unit_test(compute_bound_kernels_keep_all_warps),
        cmocka_unit_test(a_window_without_loads_is_compute_bound),
        cmocka_unit_test(only_the_windows_are_sampled),
        cmocka_unit_test(epoch_ends_wherever_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

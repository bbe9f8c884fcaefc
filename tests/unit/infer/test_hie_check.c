/* The engine's checks of what it predicts or remembers: check_window, poise_hie_remember, poise_hie_recall.
 */
#include "infer_test.h"

enum { WARPS = 24 };

static poise_hie_parameters checking(void)
{
    poise_hie_parameters parameters = poise_hie_thesis;
    parameters.check_window = 4000;
    parameters.stride_n = parameters.stride_p = 0;
    return parameters;
}

/* Ends a warm-up and a window with so many instructions. */
static void window(poise_hie *hie, const poise_hie_parameters *parameters, const poise_weights *weights,
                   uint32_t instructions)
{
    const poise_sample none = {0},
                       seen = {.instructions = instructions, .global_loads = instructions / 10 + 1};
    assert_true(hie->warming);
    poise_hie_step(hie, parameters, weights, &none);
    poise_hie_step(hie, parameters, weights, &seen);
}

/* Until the prediction has been applied: 10,000 instructions in the 10,000 cycles at (max, max). */
static void predict(poise_hie *hie, const poise_hie_parameters *parameters, const poise_weights *weights)
{
    poise_hie_reset(hie, parameters, WARPS);
    window(hie, parameters, weights, 10000);
    window(hie, parameters, weights, 1000);
    assert_int_equal(hie->state, POISE_HIE_PREDICT);
    poise_hie_step(hie, parameters, weights, &(poise_sample){0});
}

static void expect(const poise_hie *hie, unsigned state, unsigned n, unsigned p)
{
    assert_int_equal(hie->state, state);
    assert_int_equal(hie->n, n);
    assert_int_equal(hie->p, p);
}

static void a_slower_prediction_is_left(void **state)
{
    (void)state;
    const poise_hie_parameters parameters = checking();
    const poise_weights weights = constant_weights(3, 1);
    poise_hie hie;
    predict(&hie, &parameters, &weights);
    expect(&hie, POISE_HIE_CHECK, 8, 2);
    window(&hie, &parameters, &weights, 3999); /* of 4,000 cycles */
    expect(&hie, POISE_HIE_RUN, WARPS, WARPS);
    predict(&hie, &parameters, &weights);
    window(&hie, &parameters, &weights, 4000);
    expect(&hie, POISE_HIE_RUN, 8, 2);
}

static void a_part_of_the_speed_may_be_allowed(void **state)
{
    (void)state;
    poise_hie_parameters parameters = checking();
    const poise_weights weights = constant_weights(3, 1);
    poise_hie hie;
    parameters.check_shift = 2; /* a quarter */
    predict(&hie, &parameters, &weights);
    window(&hie, &parameters, &weights, 2999);
    expect(&hie, POISE_HIE_RUN, WARPS, WARPS);
    predict(&hie, &parameters, &weights);
    window(&hie, &parameters, &weights, 3000);
    expect(&hie, POISE_HIE_RUN, 8, 2);
}

static void the_search_follows_the_check(void **state)
{
    (void)state;
    poise_hie_parameters parameters = checking();
    const poise_weights weights = constant_weights(3, 1);
    poise_hie hie;
    parameters.stride_n = 2;
    predict(&hie, &parameters, &weights);
    window(&hie, &parameters, &weights, 4000);
    expect(&hie, POISE_HIE_CORRECT_N, 8, 2);
}

static void all_warps_need_no_check(void **state)
{
    (void)state;
    const poise_hie_parameters parameters = checking();
    const poise_weights weights = constant_weights(5, 5);
    poise_hie hie;
    poise_hie_memory memory;
    predict(&hie, &parameters, &weights);
    expect(&hie, POISE_HIE_RUN, WARPS, WARPS);
    assert_false(poise_hie_remember(&hie, &parameters, &memory));
}

static void without_a_window_the_prediction_is_believed(void **state)
{
    (void)state;
    poise_hie_parameters parameters = checking();
    const poise_weights weights = constant_weights(3, 1);
    poise_hie hie;
    poise_hie_memory memory;
    parameters.check_window = 0;
    predict(&hie, &parameters, &weights);
    expect(&hie, POISE_HIE_RUN, 8, 2);
    assert_false(poise_hie_remember(&hie, &parameters, &memory));
}

static void the_next_launch_begins_with_what_was_found(void **state)
{
    (void)state;
    const poise_hie_parameters parameters = checking();
    const poise_weights weights = constant_weights(3, 1);
    poise_hie hie, next;
    poise_hie_memory memory;
    predict(&hie, &parameters, &weights);
    assert_false(poise_hie_remember(&hie, &parameters, &memory)); /* not checked */
    window(&hie, &parameters, &weights, 5000);
    assert_true(poise_hie_remember(&hie, &parameters, &memory));
    assert_true(memory.warps == WARPS && memory.n == 8 && memory.p == 2 && memory.settled);
    poise_hie_recall(&next, &parameters, &memory);
    expect(&next, POISE_HIE_CHECK, 8, 2);
    window(&next, &parameters, &weights, 4000);
    expect(&next, POISE_HIE_RUN, 8, 2);
    assert_true(poise_hie_remember(&next, &parameters, &memory));
    poise_hie_recall(&next, &parameters, &memory); /* this launch is unlike the others */
    window(&next, &parameters, &weights, 3999);
    expect(&next, POISE_HIE_SAMPLE_MAX, WARPS, WARPS);
    assert_int_equal(next.epoch_left, parameters.period);
    window(&next, &parameters, &weights, 10000);
    window(&next, &parameters, &weights, 1000);
    assert_int_equal(next.state, POISE_HIE_PREDICT);
}

static void a_search_goes_on_in_the_next_launch(void **state)
{
    (void)state;
    poise_hie_parameters parameters = checking();
    const poise_weights weights = constant_weights(3, 1);
    poise_hie hie;
    poise_hie_memory memory;
    parameters.stride_n = 2;
    predict(&hie, &parameters, &weights);
    window(&hie, &parameters, &weights, 4000);
    window(&hie, &parameters, &weights, 4000); /* centre, then (6, 2) */
    expect(&hie, POISE_HIE_CORRECT_N, 6, 2);
    assert_true(poise_hie_remember(&hie, &parameters, &memory));
    assert_true(memory.n == 8 && memory.p == 2 && !memory.settled);
    poise_hie_recall(&hie, &parameters, &memory);
    window(&hie, &parameters, &weights, 4000);
    expect(&hie, POISE_HIE_CORRECT_N, 8, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slower_prediction_is_left),
        cmocka_unit_test(a_part_of_the_speed_may_be_allowed),
        cmocka_unit_test(the_search_follows_the_check),
        cmocka_unit_test(all_warps_need_no_check),
        cmocka_unit_test(without_a_window_the_prediction_is_believed),
        cmocka_unit_test(the_next_launch_begins_with_what_was_found),
        cmocka_unit_test(a_search_goes_on_in_the_next_launch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The compiled Verilog, simulated by Icarus Verilog, gives the bits that poise_infer.c gives, in the time
 * that it should. Skipped where there is no iverilog, and the gates where there is no yosys.
 * POISE_VERILOG_VECTORS asks for the full run, with so many vectors for the thesis' model: five minutes for
 * 100000. */
/* test: slow */
#include "tests/oracle/infer/courses.h"
#include "tests/oracle/infer/verilog.h"

#include "infer/quantise.h"

static poise_weights thesis_weights(void)
{
    poise_model model = thesis_model();
    poise_weights weights;
    assert_int_equal(poise_quantise(&model, &weights, NULL), POISE_OK);
    return weights;
}

static void thesis_model_bit_for_bit(void **state)
{
    (void)state;
    skip_without("iverilog");
    poise_weights weights = thesis_weights();
    expect_equal(&weights, vectors_wanted(), 1);
}

/* Weights at both ends of 32 bits, with both ends of binary point and warps: no word of the data path is too
 * short. */
static void extreme_weights_bit_for_bit(void **state)
{
    (void)state;
    skip_without("iverilog");
    for (unsigned corner = 0; corner < 4; corner++) {
        poise_weights weights = {.shift = {corner & 1 ? POISE_MAX_SHIFT : 0, corner & 1 ? 27 : 24},
                                 .max_warps = corner & 2 ? POISE_MAX_WARPS : 1,
                                 .zero_p = corner == 1 || corner == 2};
        for (int i = 0; i < POISE_FEATURES; i++) {
            weights.weight[0][i] = corner & 2 ? INT32_MAX : INT32_MIN;
            weights.weight[1][i] = (i + (int)corner) % 2 ? INT32_MAX : INT32_MIN;
        }
        expect_equal(&weights, fewer_vectors(), 10 + corner);
    }
}

/* Weights with which the tuple is seldom clamped, at every binary point. */
static void random_weights_bit_for_bit(void **state)
{
    (void)state;
    skip_without("iverilog");
    poise_random random;
    poise_random_seed(&random, 4);
    for (int model = 0; model < 4; model++) {
        poise_weights weights = {.shift = {(uint8_t)(9 + 7 * model), (uint8_t)(26 - 6 * model)},
                                 .max_warps = (uint8_t)(1 + poise_random_below(&random, POISE_MAX_WARPS)),
                                 .zero_p = model % 2 == 1};
        for (int output = 0; output < POISE_OUTPUTS; output++) {
            for (int i = 0; i < POISE_FEATURES; i++) {
                double value = 4 * poise_random_real(&random) - 1.5;
                double scaled = value * (double)(1u << weights.shift[output]);
                weights.weight[output][i] = (int32_t)(scaled < 2e9 ? scaled > -2e9 ? scaled : -2e9 : 2e9);
            }
        }
        expect_equal(&weights, fewer_vectors(), 20 + (uint64_t)model);
    }
}

/* With the thesis' weights a fifth of the vectors has p = 0 where it may: the comparison finds an engine that
 * says 1 there. */
static void p_0_bit_for_bit(void **state)
{
    (void)state;
    skip_without("iverilog");
    poise_weights weights = thesis_weights();
    weights.zero_p = true;
    expect_equal(&weights, fewer_vectors(), 40);
    weights.zero_p = false;
    emit(&weights);
    weights.zero_p = true;
    assert_in_range(simulate_engine(&weights, 100, 40, false).differing, 5, 95);
}

/* The comparison finds a weight that is wrong by one. */
static void a_wrong_weight_is_found(void **state)
{
    (void)state;
    skip_without("iverilog");
    poise_weights weights = thesis_weights();
    weights.weight[0][7] += 1 << (weights.shift[0] - 8);
    emit(&weights);
    weights = thesis_weights();
    outcome seen = simulate_engine(&weights, 200, 3, false);
    assert_true(seen.differing > 0);
}

/* What Yosys makes of it computes the same. The gates take a second for ten vectors: few, but in the full
 * run. */
static void gates_bit_for_bit(void **state)
{
    (void)state;
    skip_without("iverilog");
    skip_without("yosys");
    poise_weights weights = thesis_weights();
    emit(&weights);
    make_gates();
    assert_int_equal(simulate_engine(&weights, full_run() > 0 ? 100 : 10, 30, true).differing, 0);
}

/* The state machine, cycle for cycle: long epochs, epochs cut short everywhere, no correction, strides beyond
 * all warps, short registers. */
static void state_machine_cycle_for_cycle(void **state)
{
    (void)state;
    skip_without("iverilog");
    static const struct {
        uint32_t period;
        course_widths widths;
        uint8_t stride_n, stride_p;
        bool zero_p;
    } variant[] = {{3000, {7, 32}, 2, 4, false},     {619, {7, 32}, 1, 3, false},
                   {3000, {7, 32}, 0, 5, false},     {800, {7, 32}, 0, 0, false},
                   {5000, {7, 32}, 255, 100, false}, {3000, {5, 16}, 2, 4, false},
                   {3000, {7, 32}, 2, 4, true},      {5000, {5, 16}, 255, 100, true}};
    const unsigned stretches = full_run() > 0 ? 4000 : 1000;
    poise_weights weights = thesis_weights();
    for (size_t i = 0; i < sizeof variant / sizeof variant[0]; i++) {
        /* Windows are those of hie_bench.v. */
        poise_hie_parameters parameters = {.period = variant[i].period,
                                           .warmup = 40,
                                           .feature_window = 50,
                                           .predict_cycles = 64,
                                           .correct_window = 45,
                                           .max_instructions_per_load = 49,
                                           .stride_n = variant[i].stride_n,
                                           .stride_p = variant[i].stride_p};
        weights.zero_p = variant[i].zero_p;
        emit(&weights);
        FILE *course = fopen(test_path("course"), "w");
        assert_non_null(course);
        print_course(course, &parameters, &weights, variant[i].widths, stretches, i);
        assert_int_equal(fclose(course), 0);
        char settings[192];
        snprintf(settings, sizeof settings,
                 "-Phie_bench.PERIOD=%" PRIu32 " -Phie_bench.STRIDE_N=%u -Phie_bench.STRIDE_P=%u "
                 "-Phie_bench.WARP_BITS=%u -Phie_bench.COUNTER_BITS=%u",
                 parameters.period, parameters.stride_n, parameters.stride_p, variant[i].widths.warp_bits,
                 variant[i].widths.counter_bits);
        char *text = simulate_with("hie_bench", "engine.v", settings, "course=course");
        snprintf(settings, sizeof settings, "total: %u stretches, 0 cycles differ", stretches);
        if (strstr(text, settings) == NULL)
            fail_msg("period %" PRIu32 ": %s", parameters.period, text);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(thesis_model_bit_for_bit),
        cmocka_unit_test(extreme_weights_bit_for_bit),
        cmocka_unit_test(random_weights_bit_for_bit),
        cmocka_unit_test(a_wrong_weight_is_found),
        cmocka_unit_test(p_0_bit_for_bit),
        cmocka_unit_test(gates_bit_for_bit),
        cmocka_unit_test(state_machine_cycle_for_cycle),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_test_folder);
}

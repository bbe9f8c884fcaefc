/* The compiled Verilog of a choice among tuples gives the bits that poise_views.c and poise_choice.c give, in
 * the time that it should. Skipped where there is no iverilog. POISE_VERILOG_VECTORS as for test_verilog.c.
 */
/* test: slow */
#include "tests/oracle/infer/verilog.h"

#include "infer/poise_views.h"

static unsigned long few_vectors(void)
{
    return 20 + vectors_wanted() / 50;
}

static poise_model default_model(void)
{
    char path[4096];
    poise_model model = {0};
    poise_error err = {0};
    if (poise_find_installed("models/default.model", path, sizeof path, &err) != 0 ||
        poise_model_read(path, &model, &err) != 0)
        fail_msg("%s", err.text);
    return model;
}

static void default_model_bit_for_bit(void **state)
{
    (void)state;
    skip_without("iverilog");
    poise_model model = default_model();
    poise_weights weights = compiled(&model);
    expect_equal(&weights, 2 * few_vectors(), 1);
    poise_weights_free(&weights);
    poise_model_free(&model);
}

/* Few tuples of so many warps, weights of any size: sums of both signs, and equal ones. */
static void random_tuples_bit_for_bit(void **state)
{
    (void)state;
    skip_without("iverilog");
    static const struct {
        uint8_t max_warps, tuples;
        unsigned weight_bits;
    } variant[] = {{24, 6, 32}, {1, 1, 32}, {64, 5, 20}, {48, 4, 2}, {7, 3, 1}};
    poise_random random;
    poise_random_seed(&random, 7);
    for (size_t v = 0; v < sizeof variant / sizeof variant[0]; v++) {
        poise_candidate tuple[8] = {0};
        const poise_choice choice = {.count = variant[v].tuples, .tuple = tuple};
        const poise_weights weights = {.max_warps = variant[v].max_warps,
                                       .zero_p = true,
                                       .choice = &choice,
                                       .choose = poise_choose,
                                       .view = &poise_logs_view};
        for (uint32_t i = 0; i < choice.count; i++) {
            tuple[i].n = (uint8_t)(1 + poise_random_below(&random, weights.max_warps));
            tuple[i].p = (uint8_t)poise_random_below(&random, tuple[i].n + 1u);
            for (int f = 0; f < POISE_FEATURES; f++)
                tuple[i].weight[f] =
                    (int32_t)((int64_t)(poise_random_u64(&random) >> (64 - variant[v].weight_bits)) -
                              (INT64_C(1) << (variant[v].weight_bits - 1)));
        }
        expect_equal(&weights, few_vectors(), 10 + v);
    }
}

/* Weights at both ends of 32 bits: no word of the data path is too short. */
static void extreme_weights_bit_for_bit(void **state)
{
    (void)state;
    skip_without("iverilog");
    poise_candidate tuple[4] = {{.n = 24, .p = 24}, {.n = 12, .p = 0}, {.n = 1, .p = 1}, {.n = 20, .p = 3}};
    const poise_choice choice = {.count = 4, .tuple = tuple};
    const poise_weights weights = {
        .max_warps = 24, .zero_p = true, .choice = &choice, .choose = poise_choose, .view = &poise_logs_view};
    for (int i = 0; i < 4; i++)
        for (int f = 0; f < POISE_FEATURES; f++)
            tuple[i].weight[f] = (i == 0 || (i == 3 && f % 2)) ? INT32_MAX : INT32_MIN;
    expect_equal(&weights, few_vectors(), 30);
    for (int i = 0; i < 4; i++)
        for (int f = 0; f < POISE_FEATURES; f++)
            tuple[i].weight[f] = INT32_MAX - (i == 2 && f == 4);
    expect_equal(&weights, few_vectors(), 31);
}

/* The comparison finds a weight that is wrong by one. */
static void a_wrong_weight_is_found(void **state)
{
    (void)state;
    skip_without("iverilog");
    poise_candidate tuple[2] = {{.n = 4, .p = 1, .weight = {5, 6, 7, 8, 9, 10, 11, 12}}, {.n = 8, .p = 8}};
    const poise_choice choice = {.count = 2, .tuple = tuple};
    const poise_weights weights = {
        .max_warps = 24, .choice = &choice, .choose = poise_choose, .view = &poise_logs_view};
    memset(tuple[1].weight, 1, sizeof tuple[1].weight);
    emit(&weights);
    assert_int_equal(simulate_engine(&weights, few_vectors(), 3, false).differing, 0);
    tuple[0].weight[4]++;
    assert_true(simulate_engine(&weights, few_vectors(), 3, false).differing > 0);
}

/* What Yosys makes of it computes the same: of two tuples, and in the full run of the default model, a minute
 * for ten vectors. */
static void gates_bit_for_bit(void **state)
{
    (void)state;
    skip_without("iverilog");
    skip_without("yosys");
    poise_candidate tuple[2] = {{.n = 4, .p = 1, .weight = {5, -6000, 70000, -8, INT32_MIN, 10, 11, 12}},
                                {.n = 8, .p = 8}};
    const poise_choice choice = {.count = 2, .tuple = tuple};
    poise_weights weights = {
        .max_warps = 24, .choice = &choice, .choose = poise_choose, .view = &poise_logs_view};
    emit(&weights);
    make_gates();
    assert_int_equal(simulate_engine(&weights, 5, 30, true).differing, 0);
    if (full_run() == 0)
        return;
    poise_model model = default_model();
    weights = compiled(&model);
    emit(&weights);
    make_gates();
    assert_int_equal(simulate_engine(&weights, 10, 31, true).differing, 0);
    poise_weights_free(&weights);
    poise_model_free(&model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(default_model_bit_for_bit),   cmocka_unit_test(random_tuples_bit_for_bit),
        cmocka_unit_test(extreme_weights_bit_for_bit), cmocka_unit_test(a_wrong_weight_is_found),
        cmocka_unit_test(gates_bit_for_bit),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_test_folder);
}

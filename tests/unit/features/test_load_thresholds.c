/* Simple rules for loads: what they lose, and what thresholds of other programs lose. */
#include "features/dataset.h"
#include "features/load_thresholds.h"
#include "tests/unit/features/sample_loads.h"

#include <math.h>

/* Loads 0 and 1 have a row at the best schedule: 0 had better allocate, 1 go around. */
static void rules_without_thresholds_are_judged(void **state)
{
    (void)state;
    load_dataset data = sample_loads();
    load_losses losses;
    const double first = log(30000. / 20101), second = log(20303. / 12000);
    assert_int_equal(load_losses_find(&data, &losses, NULL), POISE_OK);
    assert_int_equal(losses.loads, 2);
    assert_int_equal(losses.allocate, 1);
    assert_int_equal(losses.programs, 1);
    assert_true(fabs(losses.all - first - second) < 1e-12);
    assert_true(fabs(losses.always - second) < 1e-12 && fabs(losses.never - first) < 1e-12);
    data.launches[0].excluded = DATASET_EVALUATED;
    assert_int_equal(load_losses_find(&data, &losses, NULL), POISE_OK);
    assert_int_equal(losses.loads, 0);
    load_dataset_free(&data);
}

static load_threshold find(const load_dataset *data, size_t of)
{
    load_threshold rule;
    assert_int_equal(load_threshold_find(data, of, &rule, NULL), POISE_OK);
    return rule;
}

static void thresholds_are_found_in_both_directions(void **state)
{
    (void)state;
    load_dataset data = sample_loads();
    const double second = log(20303. / 12000);
    load_threshold rule = find(&data, LOAD_X_h_max); /* 0.25 and 0 */
    assert_true(!rule.at_most && rule.threshold == 0.25 && fabs(rule.lost) < 1e-12);
    rule = find(&data, LOAD_X_h_one); /* 0 and 0.625 */
    assert_true(rule.at_most && rule.threshold == 0 && fabs(rule.lost) < 1e-12);
    rule = find(&data, LOAD_X_constant); /* tells nothing: all allocate */
    assert_true(!rule.at_most && rule.threshold == 0 && fabs(rule.lost - second) < 1e-12);
    /* Of one program nothing is learned without it: all allocate. */
    assert_true(fabs(rule.lost_left_out - second) < 1e-12);
    data.loads[1].extra[LOAD_EXTRA_intra_one] = NAN;
    rule = find(&data, 2 * LOAD_DATASET_FEATURES + LOAD_EXTRA_intra_one);
    assert_true(rule.threshold == 0 && rule.lost == 0);
    load_dataset_free(&data);
}

/* Two programs that contradict each other: each is judged by the other's threshold, and always wrongly. */
static void programs_are_left_out(void **state)
{
    (void)state;
    profile first = source_of_loads(), other = source_of_loads();
    load_dataset data = {0};
    load_losses losses;
    other.kernels[0].trace_hash[0] = 'a';
    free(other.kernels[0].program);
    other.kernels[0].program = strdup("other");
    assert_int_equal(load_dataset_add_profile(&data, &first, "a", NULL, NULL), POISE_OK);
    assert_int_equal(load_dataset_add_profile(&data, &other, "b", NULL, NULL), POISE_OK);
    load_threshold rule = find(&data, LOAD_X_h_one);
    assert_true(fabs(rule.lost) < 1e-12 && fabs(rule.lost_left_out) < 1e-12);
    data.loads[3].x[LOAD_X_h_one] = 0.625;
    data.loads[4].x[LOAD_X_h_one] = 0;
    rule = find(&data, LOAD_X_h_one);
    assert_int_equal(load_losses_find(&data, &losses, NULL), POISE_OK);
    assert_int_equal(losses.programs, 2);
    assert_true(fabs(rule.lost_left_out - losses.all) < 1e-12);
    load_dataset_free(&data);
    profile_free(&first);
    profile_free(&other);
}

static void values_have_names(void **state)
{
    (void)state;
    assert_string_equal(load_value_name(LOAD_X_h_one), "h_one");
    assert_string_equal(load_value_name(LOAD_DATASET_FEATURES + LOAD_X_h_one), "whole_h_one");
    assert_string_equal(load_value_name(2 * LOAD_DATASET_FEATURES + LOAD_EXTRA_unused_one), "unused_one");
    for (size_t i = 0; i < LOAD_VALUES; i++)
        assert_true(strlen(load_value_name(i)) > 0 && strlen(load_value_definition(i)) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_without_thresholds_are_judged),
        cmocka_unit_test(thresholds_are_found_in_both_directions),
        cmocka_unit_test(programs_are_left_out),
        cmocka_unit_test(values_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Are different responses found, once each, with the weight of all their rows? */
#include "tests/test.h"
#include "train/numerics/distinct.h"

static void weights_of_equal_values_add_up(void **state)
{
    (void)state;
    const double values[7] = {3, 0, 2.5, 3, 0, 1e300, 3};
    const double weights[7] = {1, 2, 4, 8, 16, 0, 32};
    train_distinct d;
    assert_true(train_distinct_collect(&d, values, weights, 7));
    assert_int_equal(d.n, 3);
    const double expected[3][2] = {
        {3, 41}, {0, 18}, {2.5, 4}}; /* in order of appearance; weight 0 has no part */
    for (size_t i = 0; i < 3; i++) {
        assert_true(d.value[i] == expected[i][0]);
        assert_true(d.weight[i] == expected[i][1]);
    }
    train_distinct_free(&d);
}

static void rows_without_weights_count_once(void **state)
{
    (void)state;
    double values[1000];
    for (size_t i = 0; i < 1000; i++)
        values[i] = (double)(i * 7919 % 500) / 8.0;
    train_distinct d;
    assert_true(train_distinct_collect(&d, values, NULL, 1000));
    assert_int_equal(d.n, 500);
    for (size_t i = 0; i < d.n; i++)
        assert_true(d.value[i] == values[i] && d.weight[i] == 2.0);
    train_distinct_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_of_equal_values_add_up),
        cmocka_unit_test(rows_without_weights_count_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

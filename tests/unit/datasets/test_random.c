/* Random inputs are the published generator's, within bounds, and the same for the same seed. */
#include "datasets/common/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* The published check values of splitmix64 for seed 1234567. */
static void splitmix64_gives_the_published_values(void **state)
{
    (void)state;
    random_source source = {1234567};
    assert_true(random_u64(&source) == UINT64_C(6457827717110365317));
    assert_true(random_u64(&source) == UINT64_C(3203168211198807973));
    assert_true(random_u64(&source) == UINT64_C(9817491932198370423));
}

static void below_reaches_every_value_and_no_other(void **state)
{
    (void)state;
    enum { BOUND = 7, DRAWS = 7000 };
    random_source source = {1};
    unsigned count[BOUND] = {0};
    for (int i = 0; i < DRAWS; i++) {
        uint32_t value = random_below(&source, BOUND);
        assert_in_range(value, 0, BOUND - 1);
        count[value]++;
    }
    for (int i = 0; i < BOUND; i++) /* 1000 expected, standard deviation 29 */
        assert_in_range(count[i], 850, 1150);
    assert_int_equal(random_below(&source, 1), 0);
}

static void unit_stays_in_the_half_open_interval(void **state)
{
    (void)state;
    random_source source = {2};
    const float *value = random_vector(&source, 10000);
    double sum = 0.0;
    for (size_t i = 0; i < 10000; i++) {
        assert_true(value[i] >= 0.0f && value[i] < 1.0f);
        sum += (double)value[i];
    }
    assert_true(sum > 4800.0 && sum < 5200.0);
}

static void permutation_holds_each_number_once(void **state)
{
    (void)state;
    enum { N = 1000 };
    random_source source = {3};
    const uint32_t *order = random_permutation(&source, N);
    unsigned seen[N] = {0}, fixed = 0;
    for (uint32_t i = 0; i < N; i++) {
        assert_in_range(order[i], 0, N - 1);
        seen[order[i]]++;
        fixed += order[i] == i;
    }
    for (uint32_t i = 0; i < N; i++)
        assert_int_equal(seen[i], 1);
    assert_in_range(fixed, 0, 10); /* one expected: it is not the identity */
}

static void seed_decides_the_sequence(void **state)
{
    (void)state;
    random_source a = {5}, b = {5}, c = {6};
    uint64_t first = random_u64(&a);
    assert_true(first == random_u64(&b));
    assert_true(first != random_u64(&c));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(splitmix64_gives_the_published_values),
        cmocka_unit_test(below_reaches_every_value_and_no_other),
        cmocka_unit_test(unit_stays_in_the_half_open_interval),
        cmocka_unit_test(permutation_holds_each_number_once),
        cmocka_unit_test(seed_decides_the_sequence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

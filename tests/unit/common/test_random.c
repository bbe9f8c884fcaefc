/* Are the sequences those of xoshiro256** and splitmix64, and the derived numbers uniform? */
#include "common/random.h"
#include "tests/test.h"

/* The state {1, 2, 3, 4} and its outputs: worked out by hand from the published recurrence. The first is
 * rotl(2 * 5, 7) * 9 = 11520. */
static void sequence_is_xoshiro256_starstar(void **state)
{
    (void)state;
    static const uint64_t expected[] = {11520, 0, 1509978240, UINT64_C(1215971899390074240)};
    poise_random random = {{1, 2, 3, 4}};
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++)
        assert_true(poise_random_u64(&random) == expected[i]);
}

/* First outputs of splitmix64 for seed 1234567: the published test vector of that generator. */
static void seed_is_spread_by_splitmix64(void **state)
{
    (void)state;
    poise_random random;
    poise_random_seed(&random, 1234567);
    assert_true(random.state[0] == UINT64_C(6457827717110365317));
    assert_true(random.state[1] == UINT64_C(3203168211198807973));
    assert_true(random.state[2] == UINT64_C(9817491932198370423));
    assert_true(random.state[3] == UINT64_C(4593380528125082431));
}

static void below_stays_below_and_is_uniform(void **state)
{
    (void)state;
    enum { BOUND = 6, DRAWS = 60000 };
    poise_random random;
    poise_random_seed(&random, 0);
    int count[BOUND] = {0};
    for (int i = 0; i < DRAWS; i++) {
        const uint64_t value = poise_random_below(&random, BOUND);
        assert_true(value < BOUND);
        count[value]++;
    }
    /* 10000 expected of each; 5 standard deviations are 5 * sqrt(60000 * 1/6 * 5/6) = 456. */
    for (int i = 0; i < BOUND; i++)
        assert_in_range(count[i], 10000 - 456, 10000 + 456);
    assert_true(poise_random_below(&random, 1) == 0);
}

/* Scaled without repeated draws, the bound 3 * 2^62 would give multiples of 3 half of the time. */
static void large_bounds_are_unbiased(void **state)
{
    (void)state;
    poise_random random;
    poise_random_seed(&random, 3);
    int multiples = 0;
    for (int i = 0; i < 9000; i++)
        multiples += poise_random_below(&random, UINT64_C(3) << 62) % 3 == 0;
    /* 5 standard deviations are 5 * sqrt(9000 * 1/3 * 2/3) = 224. */
    assert_in_range(multiples, 3000 - 224, 3000 + 224);
}

static void real_is_in_the_unit_interval(void **state)
{
    (void)state;
    poise_random random;
    poise_random_seed(&random, 9);
    double sum = 0;
    for (int i = 0; i < 10000; i++) {
        const double value = poise_random_real(&random);
        assert_true(value >= 0 && value < 1);
        sum += value;
    }
    /* The mean of 10000 uniform numbers has the standard deviation 0.0029. */
    assert_true(sum / 10000 > 0.4855 && sum / 10000 < 0.5145);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sequence_is_xoshiro256_starstar),  cmocka_unit_test(seed_is_spread_by_splitmix64),
        cmocka_unit_test(below_stays_below_and_is_uniform), cmocka_unit_test(large_bounds_are_unbiased),
        cmocka_unit_test(real_is_in_the_unit_interval),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

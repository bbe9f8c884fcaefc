/* Arms of policy poise's shared search: are they compared as their rates are, however much they have
 * measured? */
#include "sim_hooks/sched/poise_arms.h"
#include "tests/test.h"

static poise_arm measured(uint64_t instructions, uint64_t sm_cycles)
{
    return (poise_arm){.instructions = instructions, .sm_cycles = sm_cycles};
}

/* 3/4 instructions a cycle beside 1/2, in numbers whose products do not fit 64 bits, too. */
static void rates_are_compared(void **state)
{
    (void)state;
    for (uint32_t shift = 0; shift <= 50; shift += 10) {
        const poise_arm fast = measured(UINT64_C(300) << shift, UINT64_C(400) << shift),
                        slow = measured(UINT64_C(200) << shift, UINT64_C(400) << shift);
        assert_true(poise_arm_exceeds(&fast, &slow, 1000));
        assert_true(poise_arm_exceeds(&fast, &slow, 1499));
        assert_false(poise_arm_exceeds(&fast, &slow, 1500));
        assert_false(poise_arm_exceeds(&fast, &slow, 4000));
        assert_false(poise_arm_exceeds(&slow, &fast, 1000));
        assert_true(poise_arm_exceeds(&slow, &fast, 600));
    }
}

/* One that has issued little for long has no more than a rate of nothing; what has not run is slower still.
 */
static void what_was_measured_is_faster_than_what_was_not(void **state)
{
    (void)state;
    const poise_arm nothing = measured(0, 0), little = measured(1, UINT64_C(1) << 60),
                    much = measured(10, 10);
    assert_true(poise_arm_exceeds(&little, &nothing, 4000));
    assert_false(poise_arm_exceeds(&nothing, &little, 0));
    assert_false(poise_arm_exceeds(&nothing, &nothing, 0));
    assert_true(poise_arm_exceeds(&much, &little, 1000));
    assert_false(poise_arm_exceeds(&little, &much, 1000));
}

/* No more arms than there is room for, none twice. */
static void arms_are_few_and_different(void **state)
{
    (void)state;
    poise_arms arms = {0};
    for (uint32_t around = 0; around < POISE_MOST_ARMS; around++) {
        assert_true(poise_arms_add(&arms, (poise_tuple){4, 4, around}));
        assert_false(poise_arms_add(&arms, (poise_tuple){4, 4, around}));
    }
    assert_false(poise_arms_add(&arms, (poise_tuple){4, 1, 0}));
    assert_int_equal(arms.count, POISE_MOST_ARMS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rates_are_compared),
        cmocka_unit_test(what_was_measured_is_faster_than_what_was_not),
        cmocka_unit_test(arms_are_few_and_different),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Which of many launches stand for all. */
#include "profile/sweep/thin.h"
#include "tests/test.h"

enum { LAUNCHES = 12 };

static sweep_launch_name of(const char *run, const char *kernel)
{
    return (sweep_launch_name){.run = run, .n_run = strlen(run), .kernel = kernel};
}

static void assert_kept(const sweep_launch_name *launches, size_t most, const char *expected)
{
    bool keep[LAUNCHES];
    char kept[LAUNCHES + 1] = {0};
    sweep_thin(launches, LAUNCHES, most, keep);
    for (size_t i = 0; i < LAUNCHES; i++)
        kept[i] = keep[i] ? 'x' : '.';
    assert_string_equal(kept, expected);
}

static void middles_of_equal_parts_stay(void **state)
{
    (void)state;
    sweep_launch_name launches[LAUNCHES];
    for (size_t i = 0; i < LAUNCHES; i++)
        launches[i] = of("run", "kernel");
    assert_kept(launches, 1, "......x.....");
    assert_kept(launches, 2, "...x.....x..");
    assert_kept(launches, 3, "..x...x...x.");
    assert_kept(launches, 5, ".x.x..x.x.x.");
    assert_kept(launches, 11, "xxxxx.xxxxxx");
    assert_kept(launches, 12, "xxxxxxxxxxxx");
    assert_kept(launches, 1000, "xxxxxxxxxxxx");
}

/* Runs and kernel functions are counted apart; what is rare stays whole. */
static void every_kernel_of_every_run_has_its_own(void **state)
{
    (void)state;
    sweep_launch_name launches[LAUNCHES];
    for (size_t i = 0; i < LAUNCHES; i++)
        launches[i] = of(i < 6 ? "one" : "two", i % 3 == 0 ? "rare" : "often");
    assert_kept(launches, 1, "...xx....xx.");
    assert_kept(launches, 2, "x.xx.xx.xx.x");
    assert_kept(launches, 4, "xxxxxxxxxxxx");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(middles_of_equal_parts_stay),
        cmocka_unit_test(every_kernel_of_every_run_has_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Which loads an SM lets allocate while its engine goes from window to window (mode thesis). */
#include "sim_hooks/sched/poise_sm_loads.h"
#include "tests/test.h"

enum { SHARE = 50 };

/* Loads allocate that hit in a third of their look-ups at (1, 1). */
static const poise_load_weights third = {{3 << 20, 0, 0, 0, 0, 0, 0, -(1 << 20)}, 20};

/* `pc` is looked up 90 times; of ten, `hits` hit. */
static void look_up(poise_sm_loads *loads, uint32_t pc, uint32_t hits)
{
    for (uint32_t i = 0; loads->counter.counts && i < 90; i++)
        poise_load_table_count(&loads->counter.table,
                               &(poise_load_look){pc, i % 2 == 0, i % 10 < hits, false});
}

/* The engine steps to `state`; the loads 4 and 70 are looked up there, and 70 never hits. */
static void step(poise_sm_loads *loads, poise_hie *engine, poise_hie_state state, bool warming, uint8_t n)
{
    const poise_hie before = *engine;
    *engine = (poise_hie){.state = (uint8_t)state, .warming = warming, .warps = 24, .n = n, .p = n};
    poise_sm_loads_step(loads, &third, SHARE, &before, engine);
    look_up(loads, 4, 9);
    look_up(loads, 70, 0);
}

static void sample(poise_sm_loads *loads, poise_hie *engine)
{
    step(loads, engine, POISE_HIE_SAMPLE_MAX, true, 24);
    step(loads, engine, POISE_HIE_SAMPLE_MAX, false, 24);
    step(loads, engine, POISE_HIE_SAMPLE_ONE, true, 1);
    step(loads, engine, POISE_HIE_SAMPLE_ONE, false, 1);
    step(loads, engine, POISE_HIE_PREDICT, false, 1);
}

static void loads_go_around_while_the_prediction_runs(void **unused)
{
    (void)unused;
    static const poise_hie_state states[] = {POISE_HIE_CORRECT_N, POISE_HIE_CORRECT_P, POISE_HIE_RUN};
    uint64_t mask[POISE_TABLE_MOST_PC / 64];
    poise_sm_loads loads = {0};
    poise_hie engine = {0};
    poise_sm_loads_begin(&loads, NULL);
    sample(&loads, &engine);
    assert_int_equal(loads.around, 0); /* it has been chosen, and is not yet in force */
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) {
        step(&loads, &engine, states[i], false, 4);
        assert_int_equal(poise_loads_mask(&loads.list, loads.around, mask), 2);
        assert_true(mask[0] == 0 && mask[1] == UINT64_C(1) << (70 - 64));
    }
    step(&loads, &engine, POISE_HIE_SAMPLE_MAX, true, 24);
    assert_int_equal(loads.around, 0); /* a new epoch sees all loads allocate */
}

static void nothing_is_counted_outside_the_windows(void **unused)
{
    (void)unused;
    poise_sm_loads loads = {0};
    poise_hie engine = {0};
    poise_sm_loads_begin(&loads, NULL);
    const poise_load_table *table = &loads.counter.table;
    step(&loads, &engine, POISE_HIE_SAMPLE_MAX, true, 24);
    step(&loads, &engine, POISE_HIE_SAMPLE_MAX, false, 24);
    assert_int_equal(table->count, 2);
    assert_int_equal(table->load[0].sample.lookups, 90); /* and not those of the warm-up */
    step(&loads, &engine, POISE_HIE_SAMPLE_ONE, true, 1);
    assert_int_equal(loads.at_max.load[1].sample.lookups, 90);
    step(&loads, &engine, POISE_HIE_COMPUTE, false, 24);
    assert_false(loads.counter.counts);
    assert_int_equal(loads.around, 0);
}

static void a_prediction_that_lost_takes_its_loads_with_it(void **unused)
{
    (void)unused;
    poise_sm_loads loads = {0};
    poise_hie engine = {0};
    poise_sm_loads_begin(&loads, NULL);
    sample(&loads, &engine);
    step(&loads, &engine, POISE_HIE_CHECK, false, 4);
    assert_int_not_equal(loads.around, 0);
    step(&loads, &engine, POISE_HIE_RUN, false, 24);
    assert_int_equal(loads.around, 0);
}

static void loads_of_a_remembered_kernel_go_around_at_once(void **unused)
{
    (void)unused;
    const poise_kept_loads kept = {{2, {4, 70}}, 2};
    uint64_t mask[POISE_TABLE_MOST_PC / 64];
    poise_sm_loads loads = {0};
    poise_sm_loads_begin(&loads, &kept);
    assert_int_equal(poise_loads_mask(&loads.list, loads.around, mask), 2);
    assert_true(mask[1] == UINT64_C(1) << (70 - 64));
    poise_sm_loads_begin(&loads, NULL);
    assert_int_equal(poise_loads_mask(&loads.list, loads.around, mask), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_go_around_while_the_prediction_runs),
        cmocka_unit_test(nothing_is_counted_outside_the_windows),
        cmocka_unit_test(a_prediction_that_lost_takes_its_loads_with_it),
        cmocka_unit_test(loads_of_a_remembered_kernel_go_around_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

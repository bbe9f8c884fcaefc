/* pc_bypass: who is counted in a sample, who goes around after it, and that all is sampled again. */
#include "tests/unit/sim_hooks/script.h"

/* `n` look-ups of load `pc` on SM 0, of which `hits` hit. */
static void look_up(script *s, uint32_t pc, uint32_t n, uint32_t hits)
{
    for (uint32_t i = 0; i < n; i++) {
        const sched_access access = {
            .at = script_place(0, 1), .pc = pc, .outcome = i < hits ? SCHED_HIT : SCHED_MISS};
        s->policy->l1_access(s->state, &access);
    }
}

static uint64_t tick(script *s)
{
    return s->policy->tick(s->state, 0, 1);
}

static void loads_of_low_hit_rate_go_around(void **state)
{
    (void)state;
    script s;
    script_open(&s, "pc_bypass:threshold=30:sample=500:hold=7000");
    look_up(&s, 1, 100, 0); /* before the sample: not counted */
    assert_int_equal(tick(&s), 500);
    look_up(&s, 3, 100, 29);
    look_up(&s, 5, 100, 30);
    look_up(&s, 7, 63, 0); /* too few to say */
    assert_int_equal(s.around[0], 0);
    assert_int_equal(tick(&s), 7000);
    assert_int_equal(s.around[0], 1 << 3);
    assert_int_equal(s.around[1], 0);
    look_up(&s, 5, 100, 0); /* not a sample */
    assert_int_equal(tick(&s), 500);
    assert_int_equal(s.around[0], 0); /* all allocate while they are sampled */
    look_up(&s, 5, 100, 0);
    look_up(&s, 3, 100, 90);
    tick(&s);
    assert_int_equal(s.around[0], 1 << 5);
    script_close(&s);
}

static void a_load_that_joins_a_miss_has_hit(void **state)
{
    (void)state;
    script s;
    script_open(&s, "pc_bypass");
    tick(&s);
    for (uint32_t i = 0; i < 100; i++)
        s.policy->l1_access(s.state,
                            &(sched_access){.at = script_place(0, 1), .pc = 4, .outcome = SCHED_MERGED});
    tick(&s);
    assert_int_equal(s.around[0], 0);
    script_close(&s);
}

static void the_table_has_sixteen_loads(void **state)
{
    (void)state;
    script s;
    script_open(&s, "pc_bypass");
    tick(&s);
    for (uint32_t pc = 0; pc < 17; pc++)
        look_up(&s, pc, 100, 0);
    look_up(&s, 1 << 16, 100, 0); /* beyond what an entry can name */
    tick(&s);
    assert_int_equal(s.around[0], 0xffff);
    assert_int_equal(s.policy->life.storage_bits(s.state), SCRIPT_SMS * 16 * 49);
    script_close(&s);
}

static void without_a_threshold_nothing_goes_around(void **state)
{
    (void)state;
    script s;
    script_open(&s, "pc_bypass:threshold=0");
    tick(&s);
    look_up(&s, 3, 1000, 0);
    tick(&s);
    assert_int_equal(s.around[0], 0);
    script_close(&s);
}

static void one_warp_samples_and_all_run(void **state)
{
    (void)state;
    script s;
    script_open(&s, "pc_bypass:12:3:at=one");
    assert_true(s.n[0] == 12 && s.p[0] == 3);
    tick(&s);
    assert_true(s.n[0] == 1 && s.p[0] == 1);
    look_up(&s, 3, 100, 10);
    tick(&s);
    assert_true(s.n[0] == 12 && s.p[0] == 3);
    assert_int_equal(s.around[0], 1 << 3);
    script_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_of_low_hit_rate_go_around),
        cmocka_unit_test(a_load_that_joins_a_miss_has_hit),
        cmocka_unit_test(the_table_has_sixteen_loads),
        cmocka_unit_test(one_warp_samples_and_all_run),
        cmocka_unit_test(without_a_threshold_nothing_goes_around),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

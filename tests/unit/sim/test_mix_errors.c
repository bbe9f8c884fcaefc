/* Programs side by side: what cannot be run, gets stuck or is stopped. */
#include "tests/unit/sim/mix_scene.h"

static scene failed(const scene *from, const sim_config *config, int code, const char *text)
{
    scene s = *from;
    run(&s, config, NULL, 1);
    assert_int_equal(s.code, code);
    assert_contains(s.err.text, text);
    return s;
}

static void wrong_mixes(void **state)
{
    (void)state;
    sim_config config = machine(plain, 4);
    scene s = {0};
    failed(&s, &config, POISE_USAGE, "a mix needs a program");
    add(&s, 0, 2, 1, hard_everything());
    add(&s, 1, 2, 1, hard_everything());
    failed(&s, &config, POISE_USAGE, "SM 1 belongs to 2 programs");
    s.program[1].first_sm = 3;
    failed(&s, &config, POISE_USAGE, "program 1 has SMs 3 to 4; the machine has 4");
    s.program[1].n_sms = 0;
    failed(&s, &config, POISE_USAGE, "program 1 has no SM");
    s.program[1] = (sim_mix_program){.first_sm = 3, .n_sms = 1};
    failed(&s, &config, POISE_USAGE, "program 1 has no launches");
    s.program[1].n_launches = 2;
    s.trace[1][1] = NULL;
    failed(&s, &config, POISE_DAMAGED, "program 1: there is no trace");
    s.trace[1][1] = hard_everything();
    config.stalls = 1;
    failed(&s, &config, POISE_USAGE, "stall causes");
    config.stalls = 0;
    config.warps = 4;
    failed(&s, &config, POISE_USAGE, "program 0: a thread block of kernel micro");
}

static void addresses_that_name_a_program(void **state)
{
    (void)state;
    sim_config config = machine(plain, 4);
    warp_trace far = *hard_everything();
    uint64_t pages[MICRO_PAGES];
    memcpy(pages, far.page_address, sizeof pages);
    pages[2] = UINT64_C(1) << 48;
    far.page_address = pages;
    scene s = {0};
    add(&s, 0, 2, 1, &far);
    run(&s, &config, NULL, 1);
    assert_int_equal(s.code, 0);
    add(&s, 2, 2, 1, hard_everything());
    failed(&s, &config, POISE_USAGE, "programs side by side need addresses below 2^48");
}

static void stuck_programs(void **state)
{
    (void)state;
    sim_config config = machine(plain, 4);
    simulator *sim;
    scene s = {0};
    add(&s, 0, 2, 1, hard_everything());
    add(&s, 2, 2, 1, hard_everything());
    for (int watched = 0; watched < 2; watched++) {
        config.watchdog = watched ? 5000 : 0;
        config.max_cycles = 0;
        forget(&s);
        assert_int_equal(sim_create(&sim, &config, NULL, &s.err), 0);
        gpu *g = (gpu *)(void *)sim;
        for (uint32_t i = watched ? 2 : 0; i < g->base.n_sms; i++)
            g->sms[i].l1.mshrs.total = 0; /* no load can miss */
        run_on(&s, sim);
        assert_int_equal(s.code, POISE_FAILED);
        assert_contains(s.err.text, watched ? "no instruction has retired" : "deadlocked");
        assert_contains(sim_stuck_report(sim), watched ? "SM 2 warp" : "SM 0 warp");
        sim_destroy(sim);
    }
}

static void stopped(void **state)
{
    (void)state;
    sim_config config = machine(plain, 4);
    simulator *sim;
    static atomic_bool stop = true;
    scene s = {0};
    add(&s, 0, 2, 1, hard_everything());
    assert_int_equal(sim_create(&sim, &config, NULL, &s.err), 0);
    sim_set_stop(sim, &stop);
    run_on(&s, sim);
    assert_int_equal(s.code, POISE_INCOMPLETE);
    /* The simulator can go on. */
    sim_counters counters;
    sim_set_stop(sim, NULL);
    assert_int_equal(sim_launch(sim, hard_everything(), &counters, NULL, &s.err), 0);
    forget(&s);
    run_on(&s, sim);
    assert_int_equal(s.code, 0);
    sim_destroy(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_mixes),
        cmocka_unit_test(addresses_that_name_a_program),
        cmocka_unit_test(stuck_programs),
        cmocka_unit_test(stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Programs side by side: is one on all SMs the same as sim_launch, do programs keep apart what is theirs, are
 * launches of a program apart, and is everything the same with any number of threads? */
/* test: slow */
#include "tests/unit/sim/mix_scene.h"

static void assert_same_outcome(const scene *a, const scene *b)
{
    assert_int_equal(a->code, b->code);
    assert_string_equal(a->err.text, b->err.text);
    assert_same_launches(a, b);
    for (size_t i = 0; i < a->n; i++) {
        const sim_mix_result *one = &a->result[i], *other = &b->result[i];
        assert_true(one->cut_short == other->cut_short && one->restarts == other->restarts);
        assert_int_equal(one->n_statistics, other->n_statistics);
        for (size_t k = 0; k < one->n_statistics; k++)
            assert_true(one->statistics[k].value == other->statistics[k].value);
        assert_memory_equal(&one->counters, &other->counters, sizeof one->counters);
    }
    assert_memory_equal(&a->machine, &b->machine, sizeof a->machine);
}

static scene same_with(uint32_t threads, const scene *from, const sim_config *config, const char *sched)
{
    scene one = *from;
    static scene more;
    more = *from;
    run(&one, config, sched, 1);
    run(&more, config, sched, threads);
    assert_same_outcome(&one, &more);
    return one;
}

static scene same_with_threads(const scene *from, const sim_config *config, const char *sched)
{
    (void)same_with(2, from, config, sched);
    return same_with(4, from, config, sched);
}

/* ---- one program ---- */

static void one_on_all_sms_is_a_launch_after_the_other(void **state)
{
    (void)state;
    sim_config config = machine(plain, 4);
    simulator *sim;
    poise_error err;
    sim_counters sum = {0}, one;
    assert_int_equal(sim_create(&sim, &config, NULL, &err), 0);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(sim_launch(sim, hard_everything(), &one, NULL, &err), 0);
        sim_counters_add(&sum, &one);
    }
    sim_destroy(sim);
    scene s = {0};
    add(&s, 0, 4, 3, hard_everything());
    run(&s, &config, NULL, 1);
    assert_int_equal(s.code, 0);
    assert_int_equal(s.n_ended, 3);
    assert_memory_equal(&s.result[0].counters, &sum, sizeof sum);
    assert_memory_equal(&s.machine, &sum, sizeof sum);
}

/* SMs without a program are as good as none. */
static void one_on_some_sms_is_a_smaller_machine(void **state)
{
    (void)state;
    warp_trace loads = hard_random_loads();
    sim_config small = machine(plain, 3), large = machine(plain, 8);
    simulator *sim;
    poise_error err;
    sim_counters alone;
    assert_int_equal(sim_create(&sim, &small, NULL, &err), 0);
    assert_int_equal(sim_launch(sim, &loads, &alone, NULL, &err), 0);
    sim_destroy(sim);
    scene s = {0};
    add(&s, 0, 3, 1, &loads);
    run(&s, &large, NULL, 1);
    assert_int_equal(s.code, 0);
    sim_counters *c = &s.result[0].counters;
    /* Its end is that of the last warp; a launch waits for the last access to DRAM. */
    assert_true(c->cycles <= alone.cycles && c->cycles + 200 > alone.cycles);
    c->cycles = alone.cycles;
    assert_true(c->dram_pending == 0 && s.machine.dram_pending > 0);
    c->dram_pending = alone.dram_pending;
    assert_memory_equal(c, &alone, sizeof alone);
    warp_trace_free(&loads);
}

/* ---- several programs ---- */

/* A short program runs again beside a long one, and counts once. */
static void counters_stop_at_the_first_end(void **state)
{
    (void)state;
    warp_trace loads = hard_random_loads();
    sim_config config = machine(plain, 5);
    scene s = {0};
    add(&s, 0, 2, 1, hard_everything());
    add(&s, 2, 3, 8, &loads);
    run(&s, &config, NULL, 1);
    assert_int_equal(s.code, 0);
    assert_int_equal(s.n_ended, 9);
    assert_true(s.result[0].restarts > 0);
    assert_int_equal(s.result[1].restarts, 0);
    assert_int_equal(s.result[1].counters.warp_insts, 8 * loads.warp_insts);
    assert_int_equal(s.result[1].counters.cycles, s.machine.cycles);
    assert_true(s.result[0].counters.cycles < s.machine.cycles);
    scene once = {0};
    add(&once, 0, 2, 1, hard_everything());
    run(&once, &config, NULL, 1);
    assert_int_equal(s.result[0].counters.warp_insts, once.result[0].counters.warp_insts);
    assert_true(s.machine.warp_insts > s.result[0].counters.warp_insts + s.result[1].counters.warp_insts);
    assert_true(s.machine.warp_insts >= s.result[0].restarts * once.result[0].counters.warp_insts);
    warp_trace_free(&loads);
}

static uint64_t below(const sim_counters *c)
{
    return c->l2_reads + c->l2_writes + c->dram_reads + c->dram_writes + c->dram_busy + c->reply_flits;
}

/* Two programs of one length: all that L2 and DRAM count belongs to one of them, and programs that use the
 * same addresses find nothing of each other in the L2. */
static void programs_have_their_own_memory(void **state)
{
    (void)state;
    warp_trace loads = hard_random_loads();
    sim_config config = machine(plain, 4);
    config.l2_sets = 512; /* all of both fits */
    scene s = {0}, alone = {0};
    add(&alone, 0, 2, 1, &loads);
    run(&alone, &config, NULL, 1);
    add(&s, 0, 2, 1, &loads);
    add(&s, 2, 2, 1, &loads);
    run(&s, &config, NULL, 1);
    assert_int_equal(s.code, 0);
    for (size_t i = 0; i < 2; i++) {
        const sim_counters *c = &s.result[i].counters, *a = &alone.result[0].counters;
        assert_int_equal(c->dram_reads, a->dram_reads);
        assert_true(c->dram_row_hits > 0 && c->l2_read_hits > 0 && c->cycles >= a->cycles);
    }
    assert_true(below(&s.machine) >= below(&s.result[0].counters) + below(&s.result[1].counters));
    assert_true(s.machine.dram_reads >= 2 * alone.result[0].counters.dram_reads);
    warp_trace_free(&loads);
}

static void launches_of_a_program_follow_each_other(void **state)
{
    (void)state;
    sim_config config = machine(plain, 4);
    scene s = {0};
    add(&s, 0, 1, 4, hard_everything());
    add(&s, 1, 3, 4, hard_everything());
    run(&s, &config, NULL, 1);
    uint64_t end[2] = {0}, sum[2] = {0}, window = 0;
    for (size_t i = 0; i < s.n_ended; i++) {
        const sim_mix_launch *l = &s.ended[i];
        uint64_t gap = l->began - end[l->program];
        assert_true(l->began >= end[l->program]);
        window = gap > window ? gap : window;
        end[l->program] = l->began + l->counters.cycles;
        sum[l->program] += l->counters.warp_insts;
    }
    assert_true(window < 64); /* the next exchange of SMs and memory */
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(end[i], s.result[i].counters.cycles);
        assert_int_equal(sum[i], s.result[i].counters.warp_insts);
    }
}

/* ---- any number of threads, any machine and policy ---- */

static void hard_machines_and_all_policies(void **state)
{
    (void)state;
    warp_trace loads = hard_random_loads();
    scene s = {0};
    add(&s, 0, 1, 2, hard_everything());
    add(&s, 1, 2, 1, &loads);
    add(&s, 4, 1, 1, hard_everything());
    for (size_t m = 0; m < HARD_MACHINES; m++) {
        sim_config config = machine(hard_machines[m], 6);
        for (size_t p = 0; p < HARD_POLICIES; p++) {
            if (p % HARD_MACHINES != m && (THREAD_SANITIZER || p % 3 != m % 3))
                continue;
            scene o = same_with(2u << (m + p / 3) % 2, &s, &config, hard_policies[p]);
            if (o.code)
                fail_msg("machine %zu: %s", m, o.err.text);
        }
    }
    warp_trace_free(&loads);
}

/* A component that sleeps through its turn would be found. */
static void nobody_oversleeps(void **state)
{
    (void)state;
    warp_trace loads = hard_random_loads();
    scene s = {0};
    add(&s, 0, 1, 2, hard_everything());
    add(&s, 2, 2, 1, &loads);
    for (size_t m = 0; m < HARD_MACHINES; m++) {
        sim_config config = machine(hard_machines[m], 4);
        scene asleep = s, awake = s;
        run(&asleep, &config, "gto", 1);
        config.wake_always = 1;
        run(&awake, &config, "gto", 1);
        assert_same_outcome(&asleep, &awake);
    }
    warp_trace_free(&loads);
}

/* ---- limits ---- */

/* What a launch that is cut short has asked for comes back before the next begins. */
static void launches_that_are_cut_short(void **state)
{
    (void)state;
    scene s = {0};
    add(&s, 0, 2, 3, hard_everything());
    add(&s, 2, 1, 2, hard_everything());
    for (size_t m = 0; m < HARD_MACHINES; m++) {
        sim_config config = machine(hard_machines[m], 3);
        config.max_cycles = 500;
        scene o = same_with_threads(&s, &config, "apres");
        assert_int_equal(o.code, 0);
        assert_int_equal(o.result[0].cut_short + o.result[1].cut_short, 5);
        config.max_cycles = 0;
        config.max_insts = 3000;
        o = same_with_threads(&s, &config, "gto");
        assert_int_equal(o.result[0].cut_short, 3);
        for (size_t i = 0; i < o.n_ended; i++)
            assert_true(o.ended[i].cut_short && o.ended[i].counters.thread_insts >= 3000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_on_all_sms_is_a_launch_after_the_other),
        cmocka_unit_test(one_on_some_sms_is_a_smaller_machine),
        cmocka_unit_test(counters_stop_at_the_first_end),
        cmocka_unit_test(programs_have_their_own_memory),
        cmocka_unit_test(launches_of_a_program_follow_each_other),
        cmocka_unit_test(hard_machines_and_all_policies),
        cmocka_unit_test(nobody_oversleeps),
        cmocka_unit_test(launches_that_are_cut_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Does DAWS find loops, classify loads, predict footprints and admit warps as its rules say?
 * (Rogers et al., MICRO 2013) The L1 has 128 lines: 0.6 of them are 76. */
#include "tests/unit/sim_hooks/script.h"

enum { ALL_LANES = -1, LOAD = 3, SECOND_LOAD = 4 };

static uint64_t loading(const script *s)
{
    return s->rights[0].load & 0xf;
}

/* One iteration of the loop of instructions 2 to 5: `lines` lines of the warp's own, for each of `loads`
 * loads `apart` lines further on. They are there except in the first iteration. */
static void iterate(script *s, uint32_t warp, uint64_t cycle, uint32_t lanes, uint32_t lines, uint32_t loads,
                    uint32_t apart)
{
    script_block(s, warp, cycle, 2, 5, lanes);
    for (uint32_t k = 0; k < loads; k++) {
        script_issue(s, warp, cycle, LOAD + k, SCHED_LOAD_GLOBAL, lanes);
        for (uint32_t i = 0; i < lines; i++)
            script_access(s, warp, cycle, LOAD + k, 1000 * warp + k * apart + i,
                          cycle < 10 ? SCHED_MISS : SCHED_HIT, warp, i == 0);
    }
}

/* Four warps in the loop. Warp 0 has been watched for a while, then all pass its begin with `lanes` lanes. */
static void four_in_loop(script *s, const char *policy, uint32_t lines, uint32_t loads, uint32_t apart,
                         uint32_t lanes)
{
    script_open(s, policy);
    script_begin_warps(s, 4);
    for (uint32_t w = 0; w < 4; w++)
        script_block(s, w, 1, 0, 1, (uint32_t)ALL_LANES);
    for (uint64_t cycle = 5; cycle < 45; cycle += 5)
        iterate(s, 0, cycle, (uint32_t)ALL_LANES, lines, loads, apart);
    for (uint32_t w = 0; w < 4; w++)
        iterate(s, w, 50, lanes, 1, loads, apart);
}

static void divergent_loads_take_a_line_per_lane(void **state)
{
    (void)state;
    script s;
    four_in_loop(&s, "daws", 8, 1, 0, (uint32_t)ALL_LANES);
    assert_int_equal(loading(&s), 0x3); /* 32 + 32 <= 76 */
    for (uint32_t w = 0; w < 4; w++)
        script_block(&s, w, 60, 2, 5, 0xff);
    assert_int_equal(loading(&s), 0xf); /* 4 * 8: lanes have left */
    assert_int_equal(s.rights[1].load, ~0ull);
    script_close(&s);
}

static void convergent_loads_take_two_lines(void **state)
{
    (void)state;
    script s;
    four_in_loop(&s, "daws:0.04", 2, 1, 0, (uint32_t)ALL_LANES); /* 5 lines fit */
    assert_int_equal(loading(&s), 0x3);
    script_block(&s, 0, 60, 2, 5, 1);
    assert_int_equal(loading(&s), 0x7); /* 1 + 2 + 2 */
    script_close(&s);
}

/* Loads of the same lines count once, loads of others add up. */
static void repetitions_count_once(void **state)
{
    (void)state;
    script s;
    four_in_loop(&s, "daws", 8, 2, 0, 0xffff);
    assert_int_equal(loading(&s), 0xf); /* 4 * 16 */
    script_close(&s);
    four_in_loop(&s, "daws", 8, 2, 100, 0xffff);
    assert_int_equal(loading(&s), 0x3); /* 32 + 32 */
    script_close(&s);
}

static void ignoring_lanes_is_an_option(void **state)
{
    (void)state;
    script s;
    four_in_loop(&s, "daws:lanes=0", 8, 1, 0, 0xff);
    assert_int_equal(loading(&s), 0x3);
    script_close(&s);
    four_in_loop(&s, "daws:seen=1", 8, 1, 0, (uint32_t)ALL_LANES);
    assert_int_equal(loading(&s), 0xf); /* 4 * 8 lines that were seen */
    script_close(&s);
}

/* What is larger than the whole L1 cannot be helped; what is larger than its share still leaves the oldest.
 */
static void large_footprints(void **state)
{
    (void)state;
    script s;
    four_in_loop(&s, "daws:0.2", 8, 1, 0, (uint32_t)ALL_LANES);
    assert_int_equal(loading(&s), 0x1);
    script_close(&s);
    script_open(&s, "daws");
    s.policy->life.destroy(s.state);
    s.host.l1.sets = 4; /* 16 lines */
    assert_int_equal(s.policy->create(&s.host, s.choice.options, &s.state, NULL), POISE_OK);
    script_begin_warps(&s, 4);
    for (uint64_t cycle = 0; cycle < 50; cycle += 5)
        for (uint32_t w = 0; w < 4; w++)
            iterate(&s, w, cycle, (uint32_t)ALL_LANES, 8, 1, 0);
    assert_int_equal(loading(&s), 0xf);
    script_close(&s);
}

/* Lines that nobody uses again give no reason to hold anybody back. */
static void streams_are_left_alone(void **state)
{
    (void)state;
    script s;
    script_open(&s, "daws");
    script_begin_warps(&s, 4);
    for (uint64_t i = 0; i < 400; i++)
        iterate(&s, (uint32_t)i % 4, 0, (uint32_t)ALL_LANES, 8, 1, 0);
    assert_int_equal(loading(&s), 0xf);
    assert_true(script_figure(&s, "predictions") == 0);
    script_close(&s);
}

/* A warp gives its share back when it leaves the loop, waits at a barrier or ends. */
static void shares_are_given_back(void **state)
{
    (void)state;
    script s;
    four_in_loop(&s, "daws", 8, 1, 0, (uint32_t)ALL_LANES);
    script_block(&s, 0, 60, 6, 9, (uint32_t)ALL_LANES);
    assert_int_equal(loading(&s), 0x7);
    script_wait(&s, 1, 61, SCHED_WAIT_BARRIER, true);
    assert_int_equal(loading(&s), 0xf);
    script_wait(&s, 1, 62, SCHED_WAIT_BARRIER, false);
    script_block(&s, 1, 63, 2, 5, (uint32_t)ALL_LANES);
    assert_int_equal(loading(&s), 0x7); /* the youngest is held back, warp 1 is older */
    script_end_warp(&s, 2, 64);
    assert_int_equal(loading(&s) & 0xb, 0xb);
    assert_true(script_figure(&s, "held_inside_loops") > 0);
    script_close(&s);
}

/* One line for each of `lanes` lanes, from line `line` on, by load `pc` of warp 0. */
static void load_rows(script *s, uint64_t cycle, uint32_t pc, uint64_t line, uint32_t lanes)
{
    script_issue(s, 0, cycle, pc, SCHED_LOAD_GLOBAL, (uint32_t)ALL_LANES);
    for (uint32_t i = 0; i < lanes; i++)
        script_access(s, 0, cycle, pc, line + i, SCHED_HIT, 0, i == 0);
}

/* An outer loop of instructions 2 to 9 with one divergent load around an inner one of 4 to 7 with two: who
 * has been in the inner one counts for it in the rest of the outer one and in its next iteration. */
static void inner_loops_count_through_the_outer_one(void **state)
{
    (void)state;
    enum { OUTER_LOAD = 3, INNER_LOAD = 5, TWENTY_LANES = 0xfffff, EIGHT_LANES = 0xff };
    script s;
    script_open(&s, "daws");
    script_begin_warps(&s, 4);
    for (uint64_t cycle = 5; cycle < 45; cycle += 5) {
        script_block(&s, 0, cycle, 2, 3, (uint32_t)ALL_LANES);
        load_rows(&s, cycle, OUTER_LOAD, 0, 8);
        for (int turn = 0; turn < 3; turn++) {
            script_block(&s, 0, cycle, 4, 7, (uint32_t)ALL_LANES);
            load_rows(&s, cycle, INNER_LOAD, 100, 8);
            load_rows(&s, cycle, INNER_LOAD + 1, 200, 8);
        }
        script_block(&s, 0, cycle, 8, 9, (uint32_t)ALL_LANES);
    }
    for (uint32_t w = 0; w < 4; w++)
        script_block(&s, w, 50, 2, 3, TWENTY_LANES);
    assert_int_equal(loading(&s), 0x3); /* 40 of warp 0, 20 of others: 60 <= 76 < 80 */
    script_block(&s, 0, 51, 4, 7, EIGHT_LANES);
    assert_int_equal(loading(&s), 0xf); /* 16 + 20 + 20 + 20 */
    script_block(&s, 0, 52, 8, 9, (uint32_t)ALL_LANES);
    assert_int_equal(loading(&s), 0xf); /* nothing changes before the next iteration */
    script_block(&s, 0, 53, 2, 3, (uint32_t)ALL_LANES);
    assert_int_equal(loading(&s), 0x1); /* 64 + 20 */
    script_block(&s, 0, 54, 10, 11, (uint32_t)ALL_LANES);
    assert_int_equal(loading(&s), 0xf); /* out of both */
    script_close(&s);
}

/* While others are in the loop, a warp in front of it counts already. */
static void warps_in_front_of_the_loop_are_charged(void **state)
{
    (void)state;
    script s;
    four_in_loop(&s, "daws", 8, 1, 0, (uint32_t)ALL_LANES);
    sched_place at = script_place(4, 60);
    s.policy->warp_begin(s.state, &at);
    script_block(&s, 4, 60, 0, 1, (uint32_t)ALL_LANES);
    assert_int_equal(s.rights[0].load >> 4 & 1, 0);
    for (uint32_t w = 0; w < 4; w++)
        script_block(&s, w, 61, 6, 9, (uint32_t)ALL_LANES);
    assert_int_equal(s.rights[0].load, ~0ull);
    script_close(&s);
}

/* With profiled=1 the second launch knows the loop from its first instruction on. */
static void the_launch_before_teaches(void **state)
{
    (void)state;
    static const char *const policies[] = {"daws", "daws:profiled=1"};
    for (uint32_t i = 0; i < 2; i++) {
        script s;
        four_in_loop(&s, policies[i], 8, 1, 0, (uint32_t)ALL_LANES);
        for (uint32_t w = 0; w < 4; w++)
            script_end_warp(&s, w, 90);
        s.policy->life.launch_begin(s.state, &(policy_launch){.cycle = 0, .warps = 24});
        s.rights[0].load = ~0ull;
        script_begin_warps(&s, 4);
        for (uint32_t w = 0; w < 4; w++)
            script_block(&s, w, 1, 2, 5, (uint32_t)ALL_LANES);
        assert_int_equal(loading(&s), i ? 0x3 : 0xf);
        script_close(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(divergent_loads_take_a_line_per_lane),
        cmocka_unit_test(convergent_loads_take_two_lines),
        cmocka_unit_test(repetitions_count_once),
        cmocka_unit_test(ignoring_lanes_is_an_option),
        cmocka_unit_test(large_footprints),
        cmocka_unit_test(streams_are_left_alone),
        cmocka_unit_test(shares_are_given_back),
        cmocka_unit_test(inner_loops_count_through_the_outer_one),
        cmocka_unit_test(warps_in_front_of_the_loop_are_charged),
        cmocka_unit_test(the_launch_before_teaches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Mode shared of policy poise on a scripted GPU: phases, legal tuples, what is kept of kernels, short
 * launches. */
#include "tests/unit/sim_hooks/shared_gpu.h"

static void all_warps_run_while_loads_hit(void **unused)
{
    (void)unused;
    gpu *g = open_gpu(8, 24, "");
    g->hits = 900;
    begin(g);
    for (int i = 0; i < 100; i++) {
        run(g, 500);
        assert_true(all_sms_at(g, 24));
    }
    g->hits = 300; /* a phase in which they miss */
    run(g, 30000);
    assert_int_equal((int)figure(g, "n"), 4);
    close_gpu(g);
}

/* As at the end of a launch. */
static void one_bad_look_is_not_enough(void **unused)
{
    (void)unused;
    for (int doubts = 1; doubts <= 2; doubts++) {
        gpu *g = open_gpu(8, 24, doubts == 2 ? ":fill=0" : ":fill=0:doubts=1");
        bool all = true;
        g->hits = 900;
        begin(g);
        run(g, 5000);
        g->hits = 300;
        run(g, 450);
        g->hits = 900;
        for (int i = 0; i < 100; i++) {
            run(g, 50);
            all = all && all_sms_at(g, 24);
        }
        assert_int_equal(all, doubts == 2);
        close_gpu(g);
    }
}

static void all_warps_run_while_schedulers_are_busy(void **unused)
{
    (void)unused;
    gpu *g = open_gpu(8, 5, ":busy=400"); /* 10 / 15 of 10 instructions at N = 5: 417 per mille */
    launch(g, 100000);
    for (uint32_t sm = 0; sm < 8; sm++)
        assert_int_equal(g->n[sm], 5);
    close_gpu(g);
    g = open_gpu(8, 5, ":busy=430");
    launch(g, 100000);
    assert_int_equal(g->n[0], 4);
    close_gpu(g);
}

/* Whether nothing else is tried any more once the fastest has been found. */
static bool comes_to_rest(const char *options)
{
    gpu *g = open_gpu(8, 24, options);
    begin(g);
    run(g, 100000);
    assert_int_equal(g->n[0], 4);
    bool rests = true;
    for (uint32_t step = 0; step < 2000; step++) {
        run(g, 50);
        for (uint32_t sm = 0; sm < 8; sm++)
            rests = rests && g->n[sm] == 4;
    }
    close_gpu(g);
    return rests;
}

static void nothing_is_tried_while_schedulers_are_busy(void **unused)
{
    (void)unused;
    assert_true(comes_to_rest(":busy=600")); /* 625 per mille at N = 4 */
    assert_false(comes_to_rest(":busy=650"));
}

static void nothing_is_tried_before_the_l1_is_full(void **unused)
{
    (void)unused;
    for (int full = 0; full < 2; full++) {
        gpu *g =
            open_gpu(8, 24, full ? "" : ":fill=500000"); /* 64,000 misses of an SM; 0.6 a cycle at N = 24 */
        g->peak = 24;
        g->warps = 23;
        begin(g);
        bool all = true;
        for (int i = 0; i < 100; i++) {
            run(g, 50);
            all = all && all_sms_at(g, 23);
        }
        assert_int_equal(all, !full);
        close_gpu(g);
    }
}

/* Four lines of each of 384 warps are too many for 128. Loads hit often enough here, and the L1 is not full.
 */
static void an_l1_that_is_too_small_is_not_waited_for(void **unused)
{
    (void)unused;
    static const struct {
        const char *options;
        bool crowds, tried;
    } cases[] = {{"", true, true},
                 {"", false, false},
                 {":crowd=0", true, false},
                 {":crowd=12000", true, true},
                 {":crowd=12001", true, false},
                 {":busy=50", true, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char options[64];
        snprintf(options, sizeof options, "%s:fill=1000000", cases[i].options);
        gpu *g = open_gpu(8, 24, options);
        g->hits = 900;
        g->crowds = cases[i].crowds;
        begin(g);
        run(g, 1000); /* two looks, as `doubts` says */
        assert_true(all_sms_at(g, 24));
        run(g, 2000);
        assert_int_equal(is_at(g, 4, 4), cases[i].tried);
        close_gpu(g);
    }
}

static void tuples_are_legal_and_cycles_add_up(void **unused)
{
    (void)unused;
    static const uint32_t sms[] = {1, 2, 3, 8, 80}, warps[] = {1, 2, 3, 5, 24, 64};
    static const char *const options[] = {
        "", ":bypass=4000:flat=4000:prior=1", ":side=0", ":points=2:watch=0:settle=0:check=1",
        ":quit=1000:close=0:window=1:insts=1:stay=1:period=1:fade=0:flat=0"};
    static const char *const phases[] = {"watch_cycles", "spread_cycles", "duel_cycles", "trial_cycles",
                                         "run_cycles"};
    for (size_t i = 0; i < sizeof sms / sizeof sms[0] * (sizeof warps / sizeof warps[0]); i++) {
        for (size_t k = 0; k < sizeof options / sizeof options[0]; k++) {
            gpu *g = open_gpu(sms[i % 5], warps[i / 5], options[k]);
            double sum = 0;
            launch(g, 50000);
            for (size_t f = 0; f < sizeof phases / sizeof phases[0]; f++)
                sum += figure(g, phases[f]);
            assert_int_equal(g->illegal, 0);
            assert_true(g->set > 0);
            assert_int_equal((uint64_t)sum, 50000);
            close_gpu(g);
        }
    }
}

static void a_kernel_is_remembered(void **unused)
{
    (void)unused;
    gpu *g = open_gpu(8, 24, "");
    launch(g, 20000);
    g->kernel = 8; /* another one begins as if it were the first */
    begin(g);
    assert_true(all_sms_at(g, 24));
    g->policy->life.launch_end(g->state, 0, 100);
    g->kernel = 7;
    begin(g);
    assert_true(all_sms_at(g, 4));
    close_gpu(g);

    g = open_gpu(8, 24, ":kernels=0");
    launch(g, 20000);
    begin(g);
    assert_true(all_sms_at(g, 24));
    close_gpu(g);
}

/* The oldest makes room. */
/* It ends at another tuple, with little left to do, than that under which most was done. */
static void a_launch_begins_with_what_issued_most(void **unused)
{
    (void)unused;
    for (int most = 0; most < 2; most++) {
        gpu *g = open_gpu(8, 24, most ? ":most=1" : "");
        begin(g);
        run(g, 200000);
        assert_true(all_sms_at(g, 4));
        g->peak = 20;
        g->slower = true;
        for (int i = 0; i < 4000 && figure(g, "n") < 10; i++)
            run(g, 50);
        assert_true(figure(g, "n") >= 10);
        g->policy->life.launch_end(g->state, 0, g->cycle);
        begin(g);
        assert_true(most == all_sms_at(g, 4));
        g->policy->life.launch_end(g->state, 0, g->cycle);
        begin(g); /* of a launch without instructions nothing is taken */
        assert_true(most == all_sms_at(g, 4));
        close_gpu(g);
    }
}

static void only_so_many_kernels_are_remembered(void **unused)
{
    (void)unused;
    gpu *g = open_gpu(8, 24, ":kernels=2");
    for (g->kernel = 1; g->kernel <= 3; g->kernel++)
        launch(g, 20000);
    g->kernel = 3;
    begin(g);
    assert_true(all_sms_at(g, 4));
    g->kernel = 1;
    begin(g);
    assert_true(all_sms_at(g, 24));
    close_gpu(g);
}

static void short_launches_learn_together(void **unused)
{
    (void)unused;
    gpu *g = open_gpu(8, 24, "");
    for (int i = 0; i < 20; i++)
        launch(g, 1500);
    assert_int_equal((int)figure(g, "n"), 4);
    close_gpu(g);
}

/* Launches in which nothing can be measured run all warps, not what was to be measured. */
static void launches_that_are_too_short_are_left_alone(void **unused)
{
    (void)unused;
    gpu *g = open_gpu(8, 24, "");
    uint32_t other = 0;
    for (int i = 0; i < 100; i++) {
        launch(g, 400);
        other += !all_sms_at(g, 24);
    }
    assert_in_range(other, 0, 10);
    close_gpu(g);
}

/* Where all warps were best the next launches look again: three, then the 4th, the 8th ... */
static void what_was_not_found_is_looked_for_again(void **unused)
{
    (void)unused;
    gpu *g = open_gpu(8, 24, ":diagonal=1:trial=0:busy=1001");
    g->level = true;
    launch(g, 20000);
    assert_int_equal((int)figure(g, "n"), 24);
    for (int i = 1; i <= 16; i++) {
        launch(g, 20000);
        assert_int_equal(figure(g, "watch_cycles") > 0, i <= 4 || i == 8 || i == 16);
        assert_int_equal((int)figure(g, "n"), 24);
    }
    close_gpu(g);

    for (int anew = 0; anew < 2; anew++) {
        g = open_gpu(8, 24, anew ? ":diagonal=1:busy=1001" : ":diagonal=1:busy=1001:anew=0");
        g->level = true;
        launch(g, 20000);
        g->level = false;
        launch(g, 10000);
        assert_int_equal((int)figure(g, "n") == 4, anew);
        launch(g, 10000); /* something was found: nobody watches */
        assert_true(figure(g, "watch_cycles") == 0);
        close_gpu(g);
    }
}

static void the_same_events_make_the_same_tuples(void **unused)
{
    (void)unused;
    uint64_t trace[2];
    for (int i = 0; i < 2; i++) {
        gpu *g = open_gpu(8, 24, ":prior=1");
        launch(g, 100000);
        launch(g, 3000);
        trace[i] = g->trace;
        close_gpu(g);
    }
    assert_int_equal(trace[0], trace[1]);
}

static void storage_grows_with_kernels_and_sms(void **unused)
{
    (void)unused;
    uint64_t bits[4];
    static const uint32_t sms[] = {8, 9, 8, 8};
    static const char *const options[] = {"", "", ":kernels=9", ":most=1"};
    for (int i = 0; i < 4; i++) {
        gpu *g = open_gpu(sms[i], 24, options[i]);
        bits[i] = g->policy->life.storage_bits(g->state);
        close_gpu(g);
    }
    assert_int_equal(bits[1] - bits[0], 7 * 32 + 2 * 16); /* seven counters; executions and lines */
    assert_true(bits[3] > bits[0] && (bits[3] - bits[0]) % (2 * 7 + 2 * 48) == 0); /* a tuple, two counts */
    assert_true(bits[2] > bits[0] + 16 * 96); /* an instruction and a cycle sum for each arm */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_warps_run_while_loads_hit),
        cmocka_unit_test(one_bad_look_is_not_enough),
        cmocka_unit_test(all_warps_run_while_schedulers_are_busy),
        cmocka_unit_test(nothing_is_tried_while_schedulers_are_busy),
        cmocka_unit_test(nothing_is_tried_before_the_l1_is_full),
        cmocka_unit_test(an_l1_that_is_too_small_is_not_waited_for),
        cmocka_unit_test(tuples_are_legal_and_cycles_add_up),
        cmocka_unit_test(a_kernel_is_remembered),
        cmocka_unit_test(a_launch_begins_with_what_issued_most),
        cmocka_unit_test(only_so_many_kernels_are_remembered),
        cmocka_unit_test(short_launches_learn_together),
        cmocka_unit_test(launches_that_are_too_short_are_left_alone),
        cmocka_unit_test(what_was_not_found_is_looked_for_again),
        cmocka_unit_test(the_same_events_make_the_same_tuples),
        cmocka_unit_test(storage_grows_with_kernels_and_sms),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}

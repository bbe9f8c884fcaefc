/* Mode shared of policy poise on a scripted GPU: phases, legal tuples, what is kept of kernels, short
 * launches. */
#include "sim_hooks/registry.h"
#include "sim_hooks/sched/sched.h"
#include "tests/folder.h"

#include <stdlib.h>

enum { MOST_SMS = 80, SCHEDULERS = 16 };

/* A GPU whose SMs issue 10 instructions a cycle, of 16 that they could, at N = `peak`, fewer the farther N is
 * from it. */
typedef struct gpu {
    sched_host host;
    sched_counters counters[MOST_SMS];
    uint32_t n[MOST_SMS], p[MOST_SMS];
    uint32_t peak, warps, hits; /* hits: per mille of the loads */
    bool level;                 /* N makes no difference */
    bool bypass;                /* 15 instructions a cycle with all warps and p <= 1 */
    uint32_t fades;             /* cycles after which SMs slow down at N = 4, or at p < N; 0 = never */
    uint32_t since[MOST_SMS];   /* cycles that an SM has been at its tuple */
    uint64_t kernel;
    uint64_t illegal, set, trace; /* tuples: illegal ones, all, and a hash of them */
    const sched_policy *policy;
    policy_choice choice;
    void *state;
    uint64_t cycle, due;
} gpu;

static void set_tuple(void *opaque, uint32_t sm, uint32_t n, uint32_t p)
{
    gpu *g = opaque;
    g->illegal += p > n || n > g->warps;
    g->set++;
    g->trace = g->trace * 31 + n * 64 + p;
    if (g->n[sm] != n || g->p[sm] != p)
        g->since[sm] = 0;
    g->n[sm] = n;
    g->p[sm] = p;
}

static const sched_counters *counters(void *opaque, uint32_t sm)
{
    return &((gpu *)opaque)->counters[sm];
}

static uint64_t kernel(void *opaque)
{
    return ((gpu *)opaque)->kernel;
}

static gpu *open_gpu(uint32_t sms, uint32_t warps, const char *options)
{
    char string[128];
    poise_error err = {0};
    gpu *g = calloc(1, sizeof *g);
    assert_non_null(g);
    *g = (gpu){.warps = warps, .peak = 4, .hits = 300, .kernel = 7};
    g->host = (sched_host){.sms = sms,
                           .schedulers = SCHEDULERS,
                           .warps_per_scheduler = warps,
                           .warps = SCHEDULERS * warps,
                           .l1 = {.sets = 32, .ways = 4},
                           .opaque = g,
                           .set_tuple = set_tuple,
                           .counters = counters,
                           .kernel = kernel};
    snprintf(string, sizeof string, "poise:mode=shared%s", options);
    if (policy_choose(POLICY_SCHED, string, &g->choice, &err))
        fail_msg("%s", err.text);
    g->policy = (const sched_policy *)(const void *)g->choice.policy;
    if (g->policy->create(&g->host, g->choice.options, &g->state, &err))
        fail_msg("%s", err.text);
    return g;
}

static void close_gpu(gpu *g)
{
    g->policy->destroy(g->state);
    policy_choice_free(&g->choice);
    free(g);
}

static uint64_t tenths_of_a_cycle(const gpu *g, uint32_t sm)
{
    uint32_t n = g->n[sm], p = g->p[sm], far = n > g->peak ? n - g->peak : g->peak - n;
    if (g->fades > 0 && g->since[sm] >= g->fades && (n == 4 || p < n))
        return 100;
    if (g->bypass && n == g->warps && p <= 1)
        return 7;
    return g->level ? 10 : 10 + 5 * far;
}

static void work(gpu *g, uint32_t sm, uint64_t cycles)
{
    sched_counters *c = &g->counters[sm];
    uint64_t instructions = cycles * 100 / tenths_of_a_cycle(g, sm);
    g->since[sm] += (uint32_t)cycles;
    c->warp_insts += instructions;
    c->global_loads += instructions / 4;
    c->l1_accesses += instructions;
    c->l1_hits += instructions * g->hits / 1000;
    c->misses_returned += instructions - instructions * g->hits / 1000;
    c->miss_latency += 500 * (instructions - instructions * g->hits / 1000);
}

static void begin(gpu *g)
{
    g->cycle = g->due = 0;
    g->policy->kernel_begin(g->state, 0, g->warps);
}

/* The simulator exchanges every 50 cycles. */
static void run(gpu *g, uint64_t cycles)
{
    for (uint64_t end = g->cycle + cycles; g->cycle < end; g->cycle += 50) {
        if (g->cycle >= g->due)
            g->due = g->cycle + g->policy->gather(g->state, g->cycle);
        for (uint32_t sm = 0; sm < g->host.sms; sm++)
            work(g, sm, 50);
    }
}

static void launch(gpu *g, uint64_t cycles)
{
    begin(g);
    run(g, cycles);
    g->policy->kernel_end(g->state, g->cycle);
}

static double figure(const gpu *g, const char *name)
{
    policy_figure all[POLICY_FIGURES];
    size_t n = g->policy->figures(g->state, all, POLICY_FIGURES);
    for (size_t i = 0; i < n; i++)
        if (strcmp(all[i].name, name) == 0)
            return all[i].value;
    fail_msg("there is no figure '%s'", name);
    return 0;
}

static bool all_sms_at(const gpu *g, uint32_t n)
{
    for (uint32_t sm = 0; sm < g->host.sms; sm++)
        if (g->n[sm] != n || g->p[sm] != n)
            return false;
    return true;
}

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

static void the_fastest_tuple_is_found(void **unused)
{
    (void)unused;
    static const uint32_t sms[] = {1, 2, 8, 32, 80}, peaks[] = {1, 4, 10, 24};
    for (size_t i = 0; i < sizeof sms / sizeof sms[0]; i++) {
        for (size_t k = 0; k < sizeof peaks / sizeof peaks[0]; k++) {
            gpu *g = open_gpu(sms[i], 24, "");
            g->peak = peaks[k];
            launch(g, 400000);
            double found = figure(g, "n");
            if (found < peaks[k] - 1.0 || found > peaks[k] + 1.0)
                fail_msg("%u SMs: N = %g, not %u", sms[i], found, peaks[k]);
            close_gpu(g);
        }
    }
}

static void many_sms_need_no_more_than_a_few_windows(void **unused)
{
    (void)unused;
    gpu *g = open_gpu(8, 24, "");
    begin(g);
    run(g, 6000);
    assert_true(all_sms_at(g, 4));
    g->policy->kernel_end(g->state, g->cycle);
    assert_true(figure(g, "run_cycles") > 0);
    close_gpu(g);
}

static void the_tuple_follows_the_kernel(void **unused)
{
    (void)unused;
    gpu *g = open_gpu(8, 24, "");
    begin(g);
    run(g, 20000);
    assert_int_equal((int)figure(g, "n"), 4);
    g->peak = 20;
    run(g, 400000);
    assert_in_range((uint64_t)figure(g, "n"), 19, 21);
    close_gpu(g);
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

static bool is_at(const gpu *g, uint32_t n, uint32_t p)
{
    for (uint32_t sm = 0; sm < g->host.sms; sm++)
        if (g->n[sm] == n && g->p[sm] == p)
            return true;
    return false;
}

/* Small N differ most: of the points that have no SM those below (max, max) are left out. */
static void sms_measure_the_diagonal_side_by_side(void **unused)
{
    (void)unused;
    static const uint32_t points[] = {24, 1, 2, 3, 4, 6, 9, 13}, few[] = {24, 1, 3};
    gpu *g = open_gpu(8, 24, ":watch=0");
    begin(g);
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++)
        assert_true(is_at(g, points[i], points[i]));
    close_gpu(g);
    g = open_gpu(3, 24, ":watch=0");
    begin(g);
    for (size_t i = 0; i < sizeof few / sizeof few[0]; i++)
        assert_true(is_at(g, few[i], few[i]));
    close_gpu(g);
}

/* N = 6 has half of the best rate: enough after a quarter of the instructions, too little after three. */
static void points_need_more_as_time_goes_on(void **unused)
{
    (void)unused;
    static const char *const options[] = {":watch=0:settle=0:insts=100000:window=20000",
                                          ":watch=0:settle=0:insts=100000:window=20000:close=200"};
    for (int i = 0; i < 2; i++) {
        gpu *g = open_gpu(8, 24, options[i]);
        begin(g);
        run(g, 4000);
        assert_true(is_at(g, 6, 6));
        run(g, 5000);
        assert_true(is_at(g, 3, 3));
        assert_int_equal(is_at(g, 6, 6), i == 1);
        close_gpu(g);
    }
}

/* Points that are hardly faster than all warps are not worth a change. */
static void all_warps_stay_when_the_diagonal_is_flat(void **unused)
{
    (void)unused;
    for (int flat = 0; flat < 2; flat++) {
        gpu *g = open_gpu(8, 5, flat ? ":trial=0" : ":trial=0:flat=1000");
        g->level = true;
        g->peak = 5;
        launch(g, 20000);
        assert_int_equal((int)figure(g, "n"), 5);
        close_gpu(g);
    }
    gpu *g =
        open_gpu(8, 5, ":bypass=0:busy=1001"); /* 10 of 15 instructions a cycle at N = 4, of 20 at N = 5 */
    g->peak = 4;
    launch(g, 9000);
    assert_int_equal((int)figure(g, "n"), 4);
    close_gpu(g);
    g = open_gpu(8, 5, ":bypass=0:busy=1001:flat=1600");
    g->peak = 4;
    launch(g, 9000);
    assert_int_equal((int)figure(g, "n"), 5);
    close_gpu(g);
}

/* Far from the diagonal, whose best point is no faster than all warps. */
static void one_warp_that_allocates_is_tried(void **unused)
{
    (void)unused;
    static const char *const options[] = {":busy=1001", ":busy=1001:bypass=0:trial=0",
                                          ":busy=1001:diagonal=1"};
    for (int i = 0; i < 3; i++) {
        gpu *g = open_gpu(8, 24, options[i]);
        g->level = g->bypass = true;
        launch(g, 15000);
        assert_int_equal((int)figure(g, "n"), 24);
        if (i == 0)
            assert_in_range((uint64_t)figure(g, "p"), 0, 1);
        else
            assert_int_equal((int)figure(g, "p"), 24);
        close_gpu(g);
    }
}

/* p = 0 is the neighbour of p = 1. */
static void nobody_may_allocate(void **unused)
{
    (void)unused;
    gpu *g = open_gpu(8, 24, ":busy=1001");
    uint64_t nobody = 0;
    g->level = g->bypass = true;
    begin(g);
    for (int i = 0; i < 4000; i++) {
        run(g, 50);
        nobody += is_at(g, 24, 0);
    }
    assert_true(nobody > 0);
    assert_int_equal(g->illegal, 0);
    close_gpu(g);
}

/* What the L1 holds of others makes p < N fast at first. */
static void residue_does_not_win(void **unused)
{
    (void)unused;
    gpu *g = open_gpu(8, 24, ":busy=1001");
    g->level = g->bypass = true;
    g->fades = 1500;
    launch(g, 12000);
    assert_int_equal((int)figure(g, "p"), 24);
    close_gpu(g);
}

/* Another tuple is known to have had more. */
static void a_tuple_that_fades_is_left(void **unused)
{
    (void)unused;
    for (int check = 0; check < 2; check++) {
        gpu *g = open_gpu(8, 24, check ? "" : ":check=0");
        g->fades = 5000;
        launch(g, 14000);
        assert_int_equal((int)figure(g, "n") == 4, !check);
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
    g->policy->kernel_end(g->state, 100);
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
    uint64_t bits[3];
    static const uint32_t sms[] = {8, 9, 8};
    static const char *const options[] = {"", "", ":kernels=9"};
    for (int i = 0; i < 3; i++) {
        gpu *g = open_gpu(sms[i], 24, options[i]);
        bits[i] = g->policy->storage_bits(g->state);
        close_gpu(g);
    }
    assert_int_equal(bits[1] - bits[0], 7 * 32); /* seven counters */
    assert_true(bits[2] > bits[0] + 16 * 96);    /* an instruction and a cycle sum for each arm */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_warps_run_while_loads_hit),
        cmocka_unit_test(one_bad_look_is_not_enough),
        cmocka_unit_test(all_warps_run_while_schedulers_are_busy),
        cmocka_unit_test(nothing_is_tried_while_schedulers_are_busy),
        cmocka_unit_test(the_fastest_tuple_is_found),
        cmocka_unit_test(many_sms_need_no_more_than_a_few_windows),
        cmocka_unit_test(the_tuple_follows_the_kernel),
        cmocka_unit_test(nothing_is_tried_before_the_l1_is_full),
        cmocka_unit_test(sms_measure_the_diagonal_side_by_side),
        cmocka_unit_test(points_need_more_as_time_goes_on),
        cmocka_unit_test(all_warps_stay_when_the_diagonal_is_flat),
        cmocka_unit_test(one_warp_that_allocates_is_tried),
        cmocka_unit_test(nobody_may_allocate),
        cmocka_unit_test(residue_does_not_win),
        cmocka_unit_test(a_tuple_that_fades_is_left),
        cmocka_unit_test(tuples_are_legal_and_cycles_add_up),
        cmocka_unit_test(a_kernel_is_remembered),
        cmocka_unit_test(only_so_many_kernels_are_remembered),
        cmocka_unit_test(short_launches_learn_together),
        cmocka_unit_test(launches_that_are_too_short_are_left_alone),
        cmocka_unit_test(the_same_events_make_the_same_tuples),
        cmocka_unit_test(storage_grows_with_kernels_and_sms),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}

/* What mode shared of policy poise tries, and what it finds, on a scripted GPU. */
#include "sim_hooks/sched/poise_arms.h"
#include "tests/unit/sim_hooks/shared_gpu.h"

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
    g->policy->life.launch_end(g->state, 0, g->cycle);
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

/* In a window after an eighth of its longest time, in a run every `check` cycles, with 0 not seldomer than in
 * a window. (poise_shared_options.def) */
static void looks_come_in_time(void **unused)
{
    (void)unused;
    static const struct {
        const char *options;
        uint64_t in_run;
    } cases[] = {{":watch=0:settle=0:trial=0:window=8000:check=3000", 3000},
                 {":watch=0:settle=0:trial=0:window=8000:check=500", 500},
                 {":watch=0:settle=0:trial=0:window=8000:check=0", 1001}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gpu *g = open_gpu(8, 24, cases[i].options);
        begin(g);
        assert_int_equal(g->policy->life.gather(&g->state, 1, 0), 1001);
        run(g, 6000);
        assert_true(all_sms_at(g, 4)); /* a run of 20000 cycles */
        const uint64_t now = g->due;
        run(g, now - g->cycle);
        assert_int_equal(g->policy->life.gather(&g->state, 1, now), cases[i].in_run);
        close_gpu(g);
    }
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

/* Tuples N = 100 N + p that all SMs try while `centre` is the best, the first `n`. */
static void trials(gpu *g, uint32_t centre, size_t n, uint32_t *tried)
{
    uint32_t before = 0;
    run(g, 4000);
    assert_true(all_sms_at(g, centre));
    for (size_t i = 0; i < n;) {
        bool is_one = true;
        run(g, 50);
        for (uint32_t sm = 1; sm < g->host.sms; sm++)
            is_one = is_one && g->n[sm] == g->n[0] && g->p[sm] == g->p[0];
        const uint32_t tuple = is_one ? 100 * g->n[0] + g->p[0] : 0;
        if (tuple != before && tuple != 0 && tuple != 101 * centre)
            tried[i++] = tuple;
        before = tuple;
    }
}

/* One warp that allocates, twice, a quarter, four times N, one that allocates again; where that is not tried
 * half, twice, a quarter, four times, an eighth of N; not more warps than there are, and not fewer than one.
 * Then the same again. */
static void trials_take_turns(void **unused)
{
    (void)unused;
    static const uint32_t with_bypass[] = {701, 707, 101, 707, 701, 701, 707, 101, 707, 701},
                          without[] = {303, 1212, 101, 2424, 101, 303, 1212, 101, 2424, 101};
    uint32_t tried[10];
    gpu *g = open_gpu(8, 7, ":busy=1001:bypass=0:stay=4000"); /* N = 7 has 0.4 of the rate of N = 4 */
    begin(g);
    trials(g, 4, 10, tried);
    assert_memory_equal(tried, with_bypass, sizeof tried);
    close_gpu(g);
    g = open_gpu(8, 24, ":busy=1001:bypass=0:stay=4000:diagonal=1");
    g->peak = 6;
    begin(g);
    trials(g, 6, 10, tried);
    assert_memory_equal(tried, without, sizeof tried);
    close_gpu(g);
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

/* Every neighbour of every tuple is one: 0 <= p <= N, N >= 1. */
static void neighbours_are_tuples(void **unused)
{
    (void)unused;
    enum { WARPS = 6, STRIDE = 3 };
    for (uint32_t n = 1; n <= WARPS; n++)
        for (uint32_t i = 0; i <= n * POISE_MOVES; i++) {
            poise_tuple centre = {(uint8_t)n, (uint8_t)(i / POISE_MOVES), 5};
            poise_tuple t = poise_neighbour(centre, i % POISE_MOVES, WARPS, STRIDE, STRIDE);
            assert_true(t.p <= t.n && t.n >= 1 && t.n <= WARPS && t.around == 5);
        }
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

/* (24, 1) is as fast as (24, 24) and has lost its trial when the kernel becomes slower: a further one
 * decides. */
static void what_was_faster_before_is_tried_anew(void **unused)
{
    (void)unused;
    for (int retry = 0; retry < 2; retry++) {
        gpu *g = open_gpu(8, 24, retry ? ":busy=1001" : ":busy=1001:retry=0");
        g->peak = 24;
        begin(g);
        run(g, 15000);
        const double before = figure(g, "trial_cycles");
        assert_true(before > 0);
        assert_true(all_sms_at(g, 24));
        g->slower = true;
        for (int i = 0; i < 100 && !is_at(g, 24, 1); i++)
            run(g, 50);
        assert_true(is_at(g, 24, 1));
        run(g, 2000);
        assert_int_equal(figure(g, "trial_cycles") > before, retry);
        close_gpu(g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fastest_tuple_is_found),
        cmocka_unit_test(many_sms_need_no_more_than_a_few_windows),
        cmocka_unit_test(the_tuple_follows_the_kernel),
        cmocka_unit_test(looks_come_in_time),
        cmocka_unit_test(trials_take_turns),
        cmocka_unit_test(sms_measure_the_diagonal_side_by_side),
        cmocka_unit_test(points_need_more_as_time_goes_on),
        cmocka_unit_test(all_warps_stay_when_the_diagonal_is_flat),
        cmocka_unit_test(one_warp_that_allocates_is_tried),
        cmocka_unit_test(nobody_may_allocate),
        cmocka_unit_test(neighbours_are_tuples),
        cmocka_unit_test(residue_does_not_win),
        cmocka_unit_test(a_tuple_that_fades_is_left),
        cmocka_unit_test(what_was_faster_before_is_tried_anew),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}

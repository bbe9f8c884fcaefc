/* Do the effects of "Cache-Conscious Wavefront Scheduling" (Rogers et al., MICRO 2012) show? Checks S1 to S7
 * and S9 to S11; S8 is a unit test. */
#include "tests/shape/sim/kernels.h"

static sim_config machine;

static int setup(void **state)
{
    (void)state;
    machine = shape_machine(NULL);
    return 0;
}

/* 48 warps of 8 lines, the L1 has 128. */
static warp_trace thrash(void)
{
    return shape_thrash(8, 24, 4, 4);
}

/* S1: one warp has the fewest misses, more warps the best speed, many more lose it. [C Fig 3] */
static void a_limit_in_the_middle_is_best(void **state)
{
    (void)state;
    warp_trace trace = thrash();
    const shape_result one = shape_run(&machine, &trace, "swl:1"), six = shape_run(&machine, &trace, "swl:6"),
                       twelve = shape_run(&machine, &trace, "swl:12");
    assert_true(shape_misses(&one) <= shape_misses(&six) && shape_misses(&six) < shape_misses(&twelve));
    assert_true(six.counters.cycles * 2 < one.counters.cycles);
    assert_true(six.counters.cycles * 2 < twelve.counters.cycles);
    warp_trace_free(&trace);
}

/* S2, S3: misses LRR > two-level LRR > two-level GTO ~ GTO > CCWS > best limit; speeds the other way round.
 * [C Fig 7, 8] */
static void order_of_the_schedulers(void **state)
{
    (void)state;
    static const char *const policies[] = {"lrr", "two_level", "two_level:2:gto:gto", "gto", "ccws", "swl:6"};
    enum { LRR, TWO_LRR, TWO_GTO, GTO, CCWS, BEST, POLICIES };
    warp_trace trace = thrash();
    double misses[POLICIES], ipc[POLICIES];
    for (int i = 0; i < POLICIES; i++) {
        const shape_result r = shape_run(&machine, &trace, policies[i]);
        misses[i] = (double)shape_misses(&r);
        ipc[i] = sim_ipc(&r.counters);
    }
    warp_trace_free(&trace);
    assert_true(misses[LRR] > misses[TWO_LRR] && misses[TWO_LRR] > misses[TWO_GTO]);
    assert_true(misses[GTO] > 2 * misses[CCWS] && misses[CCWS] > misses[BEST]);
    assert_true(ipc[LRR] < ipc[TWO_LRR] && ipc[TWO_LRR] < ipc[TWO_GTO]);
    assert_true(ipc[TWO_GTO] > 0.9 * ipc[GTO] && ipc[TWO_GTO] < 1.1 * ipc[GTO]);
    assert_true(ipc[CCWS] > 1.3 * ipc[GTO] && ipc[BEST] > ipc[CCWS]);
}

/* S10: what CCWS gains are hits on lines of the own warp. [C Fig 11] */
static void gained_hits_are_the_warps_own(void **state)
{
    (void)state;
    warp_trace trace = thrash();
    const shape_result gto = shape_run(&machine, &trace, "gto"), ccws = shape_run(&machine, &trace, "ccws");
    warp_trace_free(&trace);
    const double hits = (double)ccws.counters.l1_read_hits - (double)gto.counters.l1_read_hits;
    const double own = (double)ccws.counters.l1_intra_hits - (double)gto.counters.l1_intra_hits;
    assert_true(hits > 0 && own > 0.9 * hits);
}

/* S4: where nothing is used again CCWS does nothing at all, and no order of warps matters. [C 5.1, Fig 9] */
static void nothing_happens_without_locality(void **state)
{
    (void)state;
    static const char *const policies[] = {"lrr", "two_level", "two_level:2:gto:gto", "daws", "ccws"};
    warp_trace compute = shape_make(
        trace_make_compute,
        (trace_synthetic){.thread_blocks = 120, .iterations = 3, .alu_per_load = 98, .lines_per_load = 1});
    warp_trace random = shape_make(
        trace_make_random,
        (trace_synthetic){
            .iterations = 12, .alu_per_load = 4, .lines_per_load = 8, .footprint_lines = 60000, .seed = 1});
    const warp_trace *const traces[] = {&compute, &random};
    for (int t = 0; t < 2; t++) {
        const shape_result gto = shape_run(&machine, traces[t], "gto");
        for (size_t i = 0; i < sizeof policies / sizeof *policies; i++) {
            const shape_result r = shape_run(&machine, traces[t], policies[i]);
            const double speed = (double)gto.counters.cycles / (double)r.counters.cycles;
            if (speed < 0.97 || speed > 1.03)
                fail_msg("%s runs kernel %d at %.3f of the speed of gto", policies[i], t, speed);
            if (strcmp(policies[i], "ccws") != 0)
                continue;
            assert_int_equal(r.counters.cycles, gto.counters.cycles);
            assert_true(shape_figure(&r, "mean_llds") < 100 && shape_figure(&r, "throttled_share") == 0);
        }
    }
    warp_trace_free(&compute);
    warp_trace_free(&random);
}

/* S5: the gain is gone as soon as all footprints fit. [C Fig 14] */
static void a_larger_cache_needs_no_throttling(void **state)
{
    (void)state;
    static const char *const sets[] = {"l1_sets=16", "l1_sets=32", "l1_sets=64", "l1_sets=128"};
    warp_trace trace = thrash();
    for (int i = 0; i < 4; i++) { /* 64, 128, 256, 512 lines for 48 * 8 */
        const char *const settings[] = {"l1_index=linear", sets[i], NULL};
        const sim_config config = shape_machine(settings);
        const double gain = shape_ipc(&config, &trace, "ccws") / shape_ipc(&config, &trace, "gto");
        assert_true(i < 2 ? gain > 2 : gain > 0.98 && gain < 1.02);
    }
    warp_trace_free(&trace);
}

/* S6: more throttling, fewer misses; the speed rises and falls. [C Fig 16] */
static void k_trades_misses_for_parallelism(void **state)
{
    (void)state;
    static const char *const policies[] = {"ccws:k=1", "ccws:k=2", "ccws:k=8", "ccws:k=16", "ccws:k=64"};
    warp_trace trace = thrash();
    shape_result r[5];
    for (int i = 0; i < 5; i++) {
        r[i] = shape_run(&machine, &trace, policies[i]);
        assert_true(i == 0 || shape_misses(&r[i]) <= shape_misses(&r[i - 1]));
    }
    warp_trace_free(&trace);
    assert_true(r[2].counters.cycles < r[0].counters.cycles && r[2].counters.cycles < r[4].counters.cycles);
}

/* S7: too few victim tags see nothing, too many throttle too much. [C Fig 13] */
static void victim_tags_of_moderate_number_are_best(void **state)
{
    (void)state;
    warp_trace trace = shape_thrash(16, 12, 4, 4);
    const double few = shape_ipc(&machine, &trace, "ccws:vta_entries=4:vta_ways=4"),
                 some = shape_ipc(&machine, &trace, "ccws:vta_entries=8"),
                 many = shape_ipc(&machine, &trace, "ccws:vta_entries=512");
    warp_trace_free(&trace);
    assert_true(some > few && some > many && many > few);
}

/* S9: in a compute phase that follows, the scores fall and all warps run; a static limit holds on. [C 3.3.4]
 */
static void throttling_ends_with_its_cause(void **state)
{
    (void)state;
    static micro m;
    micro_begin(&m, 12, 8);
    const uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, 0), use = micro_inst(&m, TRACE_OP_FP, 2, 1),
                   again = micro_inst(&m, TRACE_OP_FP, 2, 2);
    for (uint32_t w = 0; w < 96; w++) {
        micro_warp(&m);
        for (uint32_t i = 0; i < 24; i++) {
            micro_access(&m, load, w * 8 + i % 2 * 4, 4, 1);
            micro_run(&m, use);
        }
        for (uint32_t i = 0; i < 1500; i++)
            micro_run(&m, again);
    }
    const shape_result gto = shape_run(&machine, &m.trace, "gto"),
                       ccws = shape_run(&machine, &m.trace, "ccws"),
                       limit = shape_run(&machine, &m.trace, "swl:3");
    assert_true(shape_misses(&ccws) * 2 < shape_misses(&gto));
    assert_true(shape_figure(&ccws, "throttled_share") < 0.3);
    assert_true(ccws.counters.cycles < gto.counters.cycles);
    assert_true(ccws.counters.cycles * 3 < limit.counters.cycles * 2);
}

/* ---- S11: no replacement rescues a bad order ---- */

enum { MOST_ACCESSES = 1 << 17, L1_LINES = 128 };
static struct {
    uint64_t line[MOST_ACCESSES];
    uint32_t next[MOST_ACCESSES]; /* access of the same line that follows */
    uint32_t n;
} stream;

/* Loads of SM 0 in the order of their look-ups. */
static void record(void *state, const sched_access *access)
{
    (void)state;
    if (access->at.sm == 0 && stream.n < MOST_ACCESSES)
        stream.line[stream.n++] = access->address;
}

static unsigned pick_round_robin(void *state, const sched_view *view)
{
    (void)state;
    const uint64_t after = view->last >= 0 ? view->ready & ~((2ull << view->last) - 1) : 0;
    return (unsigned)__builtin_ctzll(after ? after : view->ready);
}

/* Misses of a cache of 128 lines without sets whose victim is always the line that is not used for longest.
 */
static uint32_t misses_with_foresight(void)
{
    uint32_t held[L1_LINES], n = 0, misses = 0; /* the last access of each line that is present */
    for (uint32_t i = 0; i < stream.n; i++) {
        stream.next[i] = UINT32_MAX;
        for (uint32_t k = i + 1; k < stream.n && stream.next[i] == UINT32_MAX; k++)
            stream.next[i] = stream.line[k] == stream.line[i] ? k : UINT32_MAX;
    }
    for (uint32_t i = 0; i < stream.n; i++) {
        uint32_t at = 0, latest = 0;
        while (at < n && stream.next[held[at]] != i)
            at++;
        if (at == n) {
            misses++;
            for (uint32_t k = 1; k < n; k++)
                latest = stream.next[held[k]] > stream.next[held[latest]] ? k : latest;
            at = n < L1_LINES ? n++ : latest;
        }
        held[at] = i;
    }
    return misses;
}

/* 48 warps that load 32 lines at once, over and over. [C Fig 8] */
static void foresight_does_not_help_round_robin(void **state)
{
    (void)state;
    static const sched_policy recorder = {
        .info = {.abi = POISE_POLICY_ABI, .struct_size = sizeof(sched_policy), .name = "recorder"},
        .pick = pick_round_robin,
        .l1_access = record};
    warp_trace trace = shape_thrash(32, 8, 32, 4);
    simulator *sim;
    sim_counters counters;
    poise_error err;
    if (sim_create(&sim, &machine, NULL, &err) || sim_use_sched(sim, &recorder, NULL, &err) ||
        sim_launch(sim, &trace, &counters, NULL, &err))
        fail_msg("%s", err.text);
    sim_destroy(sim);
    const shape_result gto = shape_run(&machine, &trace, "gto"), ccws = shape_run(&machine, &trace, "ccws");
    warp_trace_free(&trace);
    const uint64_t misses = 2ull * misses_with_foresight(); /* both SMs do the same */
    assert_true(misses > shape_misses(&gto));
    assert_true(misses > shape_misses(&ccws));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_limit_in_the_middle_is_best),
        cmocka_unit_test(order_of_the_schedulers),
        cmocka_unit_test(gained_hits_are_the_warps_own),
        cmocka_unit_test(nothing_happens_without_locality),
        cmocka_unit_test(a_larger_cache_needs_no_throttling),
        cmocka_unit_test(k_trades_misses_for_parallelism),
        cmocka_unit_test(victim_tags_of_moderate_number_are_best),
        cmocka_unit_test(throttling_ends_with_its_cause),
        cmocka_unit_test(foresight_does_not_help_round_robin),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}

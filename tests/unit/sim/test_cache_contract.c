/* Does the simulator keep what sim_hooks/cache.h promises to policies of the L2? */
#include "tests/unit/sim/hard_cases.h"
#include "tests/unit/sim/other_policies.h"
#include "tests/unit/sim/request_trace.h"

/* One launch under the recorder as policy of the L2; warps may not allocate in the L1. */
static sim_counters run(const char *const *settings)
{
    bench b;
    bench_open(&b, "tuple:1:0", settings);
    use_l2_policy(&b, &l2_recorder);
    sim_counters counters = bench_run(&b, &m);
    sim_destroy(b.sim);
    return counters;
}

static const char *const one_bank[] = {"channels=1", "l2_banks=1", NULL};
/* Look-ups are refused: one MSHR, few places below. */
static const char *const crowded[] = {"channels=1", "l2_banks=1", "l2_mshrs=1", "l2_miss_queue=2", NULL};

static void a_line_is_kept_only_if_allocate_says_so(void **state)
{
    (void)state;
    for (int keeps = 0; keeps < 2; keeps++) {
        begin(1, 1);
        micro_warp(&m);
        load(7, 1);
        load(7, 1);
        record.keeps_nothing = !keeps;
        sim_counters c = run(one_bank);
        assert_int_equal(c.l2_reads, 2);
        assert_int_equal(c.l2_read_hits, keeps);
        assert_int_equal(c.dram_reads, 2 - keeps);
        assert_int_equal(calls_for(CALL_ALLOCATE, first_line + 7), 2 - keeps);
        assert_int_equal(calls_of(CALL_FILL), keeps);
        assert_int_equal(calls_of(CALL_RESULT), 2);
        assert_int_equal(call_of(CALL_RESULT, 1)->hit, keeps);
    }
}

/* A policy that answers by chance would be biased if refused look-ups asked again. */
static void refused_look_ups_ask_once(void **state)
{
    (void)state;
    for (int keeps = 0; keeps < 2; keeps++) {
        begin(1, 1);
        micro_warp(&m);
        load(0, 16);
        record.keeps_nothing = !keeps;
        sim_counters c = run(crowded);
        assert_int_equal(c.dram_reads, 16);
        assert_int_equal(calls_of(CALL_ALLOCATE), 16);
        assert_int_equal(calls_of(CALL_RESULT), 16);
        for (uint32_t line = 0; line < 16; line++)
            assert_int_equal(calls_for(CALL_ALLOCATE, first_line + line), 1);
    }
}

/* Both SMs want the line while it is fetched for nobody to keep: one fetch, two replies. */
static void loads_join_a_fetch_that_is_not_kept(void **state)
{
    (void)state;
    static const char *const two_sms[] = {"sms=2", "channels=1", "l2_banks=1", NULL};
    begin(2, 1);
    for (int warp = 0; warp < 2; warp++) {
        micro_warp(&m);
        load(3, 1);
    }
    record.keeps_nothing = true;
    sim_counters c = run(two_sms);
    assert_int_equal(c.l2_reads, 2);
    assert_int_equal(c.l2_merges, 1);
    assert_int_equal(c.dram_reads, 1);
    assert_int_equal(calls_of(CALL_ALLOCATE), 1);
    assert_int_equal(calls_of(CALL_RESULT), 2);
}

/* Sectors that are not on their way are fetched besides. */
static void sectors_join_a_fetch_that_is_not_kept(void **state)
{
    (void)state;
    static const char *const sectors[] = {
        "sms=2", "channels=1", "l2_banks=1", "l2_sector_bytes=32", "l1_no_allocate_fetch=sectors", NULL};
    begin(2, 1);
    for (int warp = 0; warp < 2; warp++) {
        micro_warp(&m);
        micro_access(&m, load_inst, 3, 1, 1);
        micro_sectors(&m, warp ? 0x3 : 0x6);
        micro_run(&m, use_inst);
    }
    record.keeps_nothing = true;
    sim_counters c = run(sectors);
    assert_int_equal(c.dram_reads, 3);
    assert_int_equal(calls_of(CALL_ALLOCATE), 1);
}

static void stores_that_are_not_kept_go_through(void **state)
{
    (void)state;
    for (int keeps = 0; keeps < 2; keeps++) {
        begin(1, 1);
        micro_warp(&m);
        micro_access(&m, store_inst, 9, 1, 1);
        micro_access(&m, store_inst, 10, 1, 1);
        micro_sectors(&m, 0x1);
        record.keeps_nothing = !keeps;
        sim_counters c = run(crowded);
        assert_int_equal(c.l2_writes, 2);
        assert_int_equal(c.dram_writes, keeps ? 0 : 2);
        assert_int_equal(c.dram_reads, keeps ? 1 : 0); /* the rest of line 10 */
        assert_int_equal(call_of(CALL_ALLOCATE, 0)->request.kind, MEM_STORE);
    }
}

static void atomics_that_are_not_kept_are_fetched_and_go_through(void **state)
{
    (void)state;
    begin(1, 1);
    micro_warp(&m);
    micro_atomic(&m, atomic_inst, 4, 3, 1);
    record.keeps_nothing = true;
    sim_counters c = run(crowded);
    assert_int_equal(c.dram_reads, 3);
    assert_int_equal(c.dram_writes, 3);
    assert_int_equal(calls_of(CALL_FILL), 0);
}

/* What goes around, as MeDiC has it [RA] chapter 4: no look-up, no fill, one DRAM read each. */
static void what_goes_around_is_not_looked_up(void **state)
{
    (void)state;
    begin(1, 1);
    micro_warp(&m);
    load(0, 16);
    load(0, 16);
    micro_access(&m, store_inst, 2, 1, 1);
    micro_atomic(&m, atomic_inst, 40, 1, 1);
    record.sends_around = true;
    sim_counters c = run(crowded);
    assert_int_equal(c.dram_reads, 32 + 1);
    assert_int_equal(c.dram_writes, 1);
    assert_int_equal(c.l2_reads, 1); /* atomics never go around */
    assert_int_equal(c.l2_writes, 0);
    assert_int_equal(calls_of(CALL_ROUTE), 33);
    assert_int_equal(calls_of(CALL_RESULT), 1);
    assert_int_equal(calls_of(CALL_FILL), 1);
}

/* What passes the full queue of a bank is not held up by look-ups, so it is faster. */
static void lines_stay_when_loads_go_around(void **state)
{
    (void)state;
    begin(1, 1);
    micro_warp(&m);
    load(0, 4);
    bench b;
    bench_open(&b, "tuple:1:0", one_bank);
    use_l2_policy(&b, &l2_recorder);
    (void)bench_run(&b, &m);
    record.sends_around = true;
    sim_counters around = bench_run(&b, &m);
    record.sends_around = false;
    sim_counters hits = bench_run(&b, &m);
    sim_destroy(b.sim);
    assert_int_equal(around.dram_reads, 4);
    assert_int_equal(around.l2_reads, 0);
    assert_int_equal(hits.l2_read_hits, 4);
    assert_true(hits.cycles < around.cycles);
}

/* Sets of one way: each line replaces the one before it in its set. */
static void every_memory_tells_results_and_evictions(void **state)
{
    (void)state;
    static const char *const memories[] = {"memory=real", "memory=infinite", "memory=ideal-dram"};
    for (size_t i = 0; i < sizeof memories / sizeof *memories; i++) {
        const char *const settings[] = {"channels=1", "l2_banks=1", "l2_sets=4",
                                        "l2_ways=1",  memories[i],  NULL};
        begin(1, 1);
        micro_warp(&m);
        load(0, 8);
        load(0, 8);
        (void)run(settings);
        assert_int_equal(calls_of(CALL_RESULT), 16);
        assert_int_equal(calls_of(CALL_ALLOCATE), 16);
        assert_int_equal(calls_of(CALL_FILL), 16);
        assert_int_equal(calls_of(CALL_EVICTED), 12);
        assert_int_equal(calls_for(CALL_EVICTED, first_line + 2), 2);
        assert_int_equal(calls_for(CALL_EVICTED, first_line + 6), 1);
        record.keeps_nothing = true;
        record.n = 0;
        (void)run(settings);
        assert_int_equal(calls_of(CALL_ALLOCATE), 16);
        assert_int_equal(calls_of(CALL_FILL), 0);
    }
}

static void ticks_come_on_time(void **state)
{
    (void)state;
    begin(1, 1);
    micro_warp(&m);
    for (uint32_t i = 0; i < 20; i++)
        load(i, 1);
    record.period = 250;
    sim_counters c = run(one_bank);
    assert_true(calls_of(CALL_TICK) >= c.cycles / 250);
    assert_true(calls_of(CALL_TICK) <= c.cycles / 250 + 2);
    for (uint32_t i = 0; i < calls_of(CALL_TICK); i++)
        assert_int_equal(call_of(CALL_TICK, i)->cycle, 250 * i);
    record.n = 0;
    record.period = 0;
    (void)run(one_bank);
    assert_int_equal(calls_of(CALL_TICK), 1);
}

/* ---- sleep and threads ---- */

static uint64_t mixed(const mem_request *request)
{
    return (mem_line(request) * 3 + request->source + request->kind) * UINT64_C(0x9e3779b97f4a7c15) >> 60;
}

static bool mixed_allocate(void *state, uint32_t set, const mem_request *request)
{
    (void)state, (void)set;
    return mixed(request) & 1;
}

static cache_route mixed_route(void *state, const mem_request *request)
{
    (void)state;
    return (mixed(request) & 6) == 6 ? CACHE_BYPASS : CACHE_LOOK_UP;
}

static void says_nothing(void *state, uint32_t set, uint32_t way, const mem_request *request)
{
    (void)state, (void)set, (void)way, (void)request;
}

static uint64_t mixed_tick(void *state, uint64_t cycle)
{
    (void)state;
    return cycle % 7 + 400;
}

static const cache_policy mixture = {.info = {.name = "mixture"},
                                     .create = record_create,
                                     .life.destroy = record_destroy,
                                     .access = says_nothing,
                                     .victim = record_victim,
                                     .fill = says_nothing,
                                     .route = mixed_route,
                                     .allocate = mixed_allocate,
                                     .tick = mixed_tick};

static void launch_mixture(const char *const *settings, bool always, uint32_t threads, sim_counters *counters)
{
    bench b;
    bench_open(&b, "tuple:4:2", settings);
    sim_destroy(b.sim);
    b.config.wake_always = always;
    sim_policies chosen = {.sched = "tuple:4:2"};
    if (sim_create(&b.sim, &b.config, &chosen, &b.err) || sim_set_threads(b.sim, threads, &b.err))
        fail_msg("%s", b.err.text);
    use_l2_policy(&b, &mixture);
    if (sim_launch(b.sim, hard_everything(), counters, NULL, &b.err))
        fail_msg("%s", b.err.text);
    sim_destroy(b.sim);
}

static void sleep_and_threads_change_nothing(void **state)
{
    (void)state;
    for (size_t i = 0; i < HARD_MACHINES; i++) {
        sim_counters one, other;
        launch_mixture(hard_machines[i], false, 1, &one);
        launch_mixture(hard_machines[i], true, 1, &other);
        assert_memory_equal(&one, &other, sizeof one);
        launch_mixture(hard_machines[i], false, 3, &other);
        assert_memory_equal(&one, &other, sizeof one);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_kept_only_if_allocate_says_so),
        cmocka_unit_test(refused_look_ups_ask_once),
        cmocka_unit_test(loads_join_a_fetch_that_is_not_kept),
        cmocka_unit_test(sectors_join_a_fetch_that_is_not_kept),
        cmocka_unit_test(stores_that_are_not_kept_go_through),
        cmocka_unit_test(atomics_that_are_not_kept_are_fetched_and_go_through),
        cmocka_unit_test(what_goes_around_is_not_looked_up),
        cmocka_unit_test(lines_stay_when_loads_go_around),
        cmocka_unit_test(every_memory_tells_results_and_evictions),
        cmocka_unit_test(ticks_come_on_time),
        cmocka_unit_test(sleep_and_threads_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* What a scheduler policy is told and may do: every event in order, as often as the counters say, with any
 * number of threads; listening changes nothing; gather() comes on time; whoever breaks the contract is named.
 * (sim_hooks/sched.h) */
#include "tests/unit/sim/event_recorder.h"
#include "tests/unit/sim/hard_cases.h"
#include "tests/unit/sim/idle_check.h"

static simulator *open_with(const sched_policy *policy, const char *const *settings)
{
    bench b;
    bench_open(&b, "gto", settings);
    recorder.has_sectors = b.config.l1_sector_bytes < LINE_BYTES;
    if (sim_use_sched(b.sim, policy, NULL, &b.err))
        fail_msg("%s", b.err.text);
    return b.sim;
}

static sim_counters run(simulator *sim, const warp_trace *trace)
{
    poise_error err;
    sim_counters counters;
    if (sim_launch(sim, trace, &counters, NULL, &err))
        fail_msg("%s", err.text);
    return counters;
}

/* What the recorder's tuple does without a recorder. */
static sim_counters run_baseline(const warp_trace *trace, const char *const *settings)
{
    bench b;
    char tuple[40] = "gto";
    if (recorder.n)
        snprintf(tuple, sizeof tuple, "tuple:%u:%u", recorder.n, recorder.p);
    bench_open(&b, tuple, settings);
    sim_counters counters = run(b.sim, trace);
    sim_destroy(b.sim);
    return counters;
}

/* ---- events ---- */

static void assert_counted(const recorded_totals *t, const sim_counters *c, const warp_trace *trace)
{
    assert_int_equal(t->begins, trace->n_warps);
    assert_int_equal(t->ends, trace->n_warps);
    assert_int_equal(t->issues, c->warp_insts);
    assert_int_equal(t->loads, c->global_loads);
    assert_int_equal(t->load_dones, t->cached_loads);
    assert_int_equal(t->firsts, t->cached_loads);
    assert_int_equal(t->accesses, c->l1_read_accesses);
    assert_int_equal(t->hits, c->l1_read_hits);
    assert_int_equal(t->intra, c->l1_intra_hits);
    assert_int_equal(t->merges, c->l1_merges);
    assert_int_equal(t->misses, c->l1_read_misses);
    assert_int_equal(t->l1_stores, c->l1_writes);
    assert_int_equal(t->evictions, c->l1_evictions);
    assert_int_equal(t->waits % 2, 0);
    assert_true(t->waits > 0 && t->blocks > 0 && t->ticks > 0 && t->long_operands > 0);
}

static void assert_promises(const simulator *sim)
{
    const char *broken = recorder_complains();
    if (broken)
        fail_msg("not kept: %s", broken);
    const char *left = gpu_not_idle((const gpu *)(const void *)sim);
    if (left)
        fail_msg("after the launch: %s", left);
}

static void listen(const warp_trace *trace, const char *const *settings)
{
    recorded_totals first = {0};
    sim_counters baseline = run_baseline(trace, settings);
    for (uint32_t threads = 1; threads <= 3; threads++) {
        simulator *sim = open_with(&recording_policy, settings);
        assert_int_equal(sim_set_threads(sim, threads, NULL), 0);
        sim_counters c = run(sim, trace);
        assert_promises(sim);
        recorded_totals total = recorder_total();
        assert_counted(&total, &c, trace);
        if (!recorder.prefetches)
            assert_memory_equal(&c, &baseline, sizeof c);
        if (threads == 1)
            first = total;
        assert_memory_equal(&total, &first, sizeof total);
        assert_true(recorder.gathers > 1);
        assert_true(recorder.latest <= ((gpu *)(void *)sim)->base.window);
        sim_destroy(sim);
    }
}

static void everything_is_told(void **state)
{
    (void)state;
    recorder.prefetches = false;
    recorder.gather_period = 50;
    warp_trace loads = hard_random_loads();
    for (size_t i = 0; i < HARD_MACHINES; i++) {
        listen(&loads, hard_machines[i]);
        listen(hard_everything(), hard_machines[i]);
    }
    warp_trace_free(&loads);
}

/* Blocks that an SM is given together begin cycles apart: what is told of a later one is not ahead of the
 * others' events. */
static void blocks_that_begin_later_are_told_in_order(void **state)
{
    (void)state;
    static const char *const apart[] = {"sms=2", "block_interval=5", NULL};
    recorder.prefetches = false;
    recorder.gather_period = 50;
    listen(hard_everything(), apart);
}

/* PCAL [P]: warps without the pollute bit never evict, and they hit. */
static void who_does_not_pollute_never_evicts(void **state)
{
    (void)state;
    recorder.n = 4;
    recorder.p = 1;
    uint64_t hits = 0;
    for (size_t i = 0; i < HARD_MACHINES; i++) {
        listen(hard_everything(), hard_machines[i]);
        hits += recorder_total().guest_hits;
    }
    recorder.n = 0;
    assert_true(hits > 0);
}

/* Stores to lines that are in the L1 take them away. */
static void stores_evict(void **state)
{
    (void)state;
    static micro m;
    micro_begin(&m, 2, 4);
    uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, -1), use = micro_inst(&m, TRACE_OP_INT, 2, 1);
    uint32_t store = micro_inst(&m, TRACE_OP_STORE_GLOBAL, -1, 2);
    for (uint32_t w = 0; w < 8; w++) {
        micro_warp(&m);
        micro_access(&m, load, w * 4, 4, 1);
        micro_run(&m, use);
        micro_access(&m, store, w * 4, 3, 1);
    }
    recorder.gather_period = 1000;
    simulator *sim = open_with(&recording_policy, NULL);
    sim_counters c = run(sim, &m.trace);
    assert_promises(sim);
    assert_int_equal(recorder_total().evictions_by_store, 24);
    assert_int_equal(c.l1_evictions, 0);
    sim_destroy(sim);
}

/* Each prefetch is answered once; misses and replies are those of demands. */
static void prefetches_are_answered(void **state)
{
    (void)state;
    recorder.prefetches = true;
    recorder.gather_period = 50;
    warp_trace loads = hard_random_loads();
    uint64_t dropped = 0, unused = 0, used = 0;
    for (size_t i = 0; i < HARD_MACHINES; i++) {
        listen(&loads, hard_machines[i]);
        simulator *sim = open_with(&recording_policy, hard_machines[i]);
        sim_counters c = run(sim, &loads);
        recorded_totals t = recorder_total();
        assert_int_equal(t.asked, t.sent + t.present + t.dropped);
        assert_true(t.sent > 0 && t.prefetched + t.unused <= t.sent);
        assert_int_equal(c.misses_returned, c.l1_read_misses);
        if (c.l2_reads && !((gpu *)(void *)sim)->base.config.icache_sets) /* which reads code */
            assert_int_equal(c.l2_reads, c.l1_read_misses + t.sent);
        dropped += t.dropped;
        unused += t.unused;
        used += t.prefetched;
        sim_destroy(sim);
    }
    assert_true(dropped > 0 && unused > 0 && used > 0);
    recorder.prefetches = false;
    warp_trace_free(&loads);
}

/* One warp sleeps for thousands of cycles: gather() is called meanwhile, at the exchange that is due. */
static void gather_comes_while_everything_sleeps(void **state)
{
    (void)state;
    static micro m;
    micro_begin(&m, 1, 1);
    uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, -1), use = micro_inst(&m, TRACE_OP_INT, 2, 1);
    micro_warp(&m);
    for (uint32_t i = 0; i < 5; i++) {
        micro_access(&m, load, i, 1, 1);
        micro_run(&m, use);
    }
    static const char *const slow[] = {"memory=fixed", "memory_latency=10000", NULL};
    for (recorder.gather_period = 1; recorder.gather_period < 3000; recorder.gather_period += 499) {
        simulator *sim = open_with(&recording_policy, slow);
        sim_counters c = run(sim, &m.trace);
        uint64_t window = ((gpu *)(void *)sim)->base.window;
        assert_promises(sim);
        assert_true(recorder.latest < window);
        assert_true(recorder.gathers >= c.cycles / (recorder.gather_period + window));
        sim_destroy(sim);
    }
}

/* ---- whoever breaks the contract is named ---- */

static unsigned pick_gto(void *state, const sched_view *view)
{
    (void)state;
    return sched_gto_pick(view);
}

static unsigned pick_unready(void *state, const sched_view *view)
{
    (void)state;
    return (unsigned)__builtin_ctzll(~view->ready);
}

static sched_host host;
static int keep_host(const sched_host *given, const void *options, void **state, poise_error *err)
{
    (void)options, (void)state, (void)err;
    host = *given;
    return 0;
}

static void set_bad_tuple(void *state, const policy_launch *launch)
{
    (void)state, (void)launch;
    host.set_tuple(host.opaque, host.sms - 1, 3, 4);
}

static void hold_everybody(void *state, const policy_launch *launch)
{
    (void)state, (void)launch;
    for (uint32_t i = 0; i < host.sms; i++)
        host.set_rights(host.opaque, i, &(sched_rights){0});
}

static void assert_blamed(sched_policy policy, const char *sentence)
{
    policy.info =
        (policy_info){.abi = POISE_POLICY_ABI, .struct_size = sizeof(sched_policy), .name = "culprit"};
    policy.create = keep_host;
    static const char *const two[] = {"sms=2", NULL};
    simulator *sim = open_with(&policy, two);
    poise_error err = {0};
    sim_counters counters;
    assert_int_equal(sim_launch(sim, hard_everything(), &counters, NULL, &err), POISE_FAILED);
    if (!strstr(err.text, sentence) || !strstr(err.text, "culprit"))
        fail_msg("'%s' does not say '%s' of the culprit", err.text, sentence);
    sim_destroy(sim);
}

static void culprits_are_named(void **state)
{
    (void)state;
    assert_blamed((sched_policy){.pick = pick_unready}, "picked a warp that cannot issue");
    assert_blamed((sched_policy){.pick = pick_gto, .life.launch_begin = set_bad_tuple}, "{3, 4}");
    assert_blamed((sched_policy){.pick = pick_gto, .life.launch_begin = hold_everybody}, "holds warps back");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_is_told),
        cmocka_unit_test(blocks_that_begin_later_are_told_in_order),
        cmocka_unit_test(who_does_not_pollute_never_evicts),
        cmocka_unit_test(stores_evict),
        cmocka_unit_test(prefetches_are_answered),
        cmocka_unit_test(gather_comes_while_everything_sleeps),
        cmocka_unit_test(culprits_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

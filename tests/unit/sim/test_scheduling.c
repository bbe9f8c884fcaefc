/* Does the SM schedule as its contract says: tuples, barriers, occupancy, determinism, no policy = baseline?
 */
#include "sim/sim.h"
#include "sim_hooks/sched/order.h"
#include "tests/unit/sim/hard_cases.h"

static micro m;

/* `blocks` blocks of `warps` warps that load, compute, meet at a barrier and load again, with some lines
 * shared. */
static void kernel_of(uint32_t blocks, uint32_t warps)
{
    micro_begin(&m, blocks, warps);
    uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, -1);
    uint32_t use = micro_inst(&m, TRACE_OP_FP, 2, 1);
    uint32_t barrier = micro_inst(&m, TRACE_OP_BARRIER, -1, -1);
    uint32_t store = micro_inst(&m, TRACE_OP_STORE_GLOBAL, -1, 2);
    for (uint32_t w = 0; w < blocks * warps; w++) {
        micro_warp(&m);
        for (uint32_t i = 0; i < 6; i++) {
            micro_access(&m, load, (w * 37 + i * 11) % 1500, 1 + (w + i) % 7, 3);
            micro_run(&m, use);
            if (i == 2)
                micro_run(&m, barrier);
        }
        micro_access(&m, store, 4000 + w, 1, 1);
    }
}

static void mixed_kernel(uint32_t blocks)
{
    kernel_of(blocks, 8);
}

static void assert_same(const sim_counters *a, const sim_counters *b)
{
    assert_memory_equal(a, b, sizeof *a);
}

/* U6: with N = p = max the scheduler is cycle for cycle plain GTO. */
static void full_tuple_is_gto(void **state)
{
    (void)state;
    mixed_kernel(12);
    sim_counters gto = bench_once(&m, "gto", NULL);
    sim_counters full = bench_once(&m, "tuple:24:24", NULL);
    sim_counters more = bench_once(&m, "swl:64", NULL);
    assert_same(&gto, &full);
    assert_same(&gto, &more);
    sim_counters one = bench_once(&m, "swl:1", NULL);
    assert_true(one.cycles > gto.cycles);
}

/* ---- schedulers with different numbers of warps ---- */

/* Sets N = p to what launch_begin() says is the most, less `below`. */
static struct {
    const sched_host *host;
    uint32_t most, below;
} at_most;

static int at_most_create(const sched_host *host, const void *options, void **state, poise_error *err)
{
    (void)options, (void)state, (void)err;
    at_most.host = host;
    return POISE_OK;
}

static void at_most_begin(void *state, const policy_launch *launch)
{
    (void)state;
    const sched_host *host = at_most.host;
    at_most.most = launch->warps;
    for (uint32_t sm = 0; sm < host->sms; sm++)
        host->set_tuple(host->opaque, sm, launch->warps - at_most.below, launch->warps - at_most.below);
}

static sim_counters run_at_most(uint32_t below, const char *const *settings)
{
    static const sched_policy policy = {.info = {.name = "at_most"},
                                        .create = at_most_create,
                                        .pick = sched_pick_gto,
                                        .life.launch_begin = at_most_begin};
    bench b;
    bench_open(&b, "gto", settings);
    at_most.below = below;
    assert_int_equal(sim_use_sched(b.sim, &policy, NULL, &b.err), POISE_OK);
    sim_counters counters = bench_run(&b, &m);
    sim_destroy(b.sim);
    return counters;
}

/* Nine warps on two schedulers: the first has five, and five is the most. Once the hardware has no more, once
 * the launch. */
static void uneven_schedulers_have_all_their_warps(void **state)
{
    (void)state;
    static const struct {
        uint32_t blocks, warps;
        const char *settings[3];
    } cases[] = {{4, 9, {"schedulers=2", "warps=9", NULL}}, {3, 3, {"schedulers=2", "warps=48", NULL}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        kernel_of(cases[i].blocks, cases[i].warps);
        sim_counters gto = bench_once(&m, "gto", cases[i].settings);
        sim_counters most = run_at_most(0, cases[i].settings);
        assert_int_equal(at_most.most, 5);
        assert_same(&gto, &most);
        sim_counters fewer = run_at_most(1, cases[i].settings);
        assert_int_not_equal(gto.cycles, fewer.cycles);
    }
}

/* S23 and its like: policies that have nothing to do are cycle for cycle those that they build on. */
static void policies_that_equal_others(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {{"pcal_swl:3:vote=0:climb=0", "swl:3"},
                                           {"pcal_swl:64:vote=0:climb=0", "gto"},
                                           {"apres:wgt=0", "gto"},
                                           {"apres:lrr:wgt=0", "lrr"}};
    for (size_t k = 0; k < HARD_MACHINES; k++) {
        for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
            sim_counters counters[2];
            for (int one = 0; one < 2; one++) {
                bench b;
                bench_open(&b, pairs[i][one], hard_machines[k]);
                if (sim_launch(b.sim, hard_everything(), &counters[one], NULL, &b.err))
                    fail_msg("%s", b.err.text);
                sim_destroy(b.sim);
            }
            assert_memory_equal(&counters[0], &counters[1], sizeof counters[0]);
        }
    }
}

static void same_input_same_output(void **state)
{
    (void)state;
    mixed_kernel(12);
    static const char *const four[] = {"sms=4", NULL};
    sim_counters first = bench_once(&m, "tuple:6:2", four);
    sim_counters second = bench_once(&m, "tuple:6:2", four);
    assert_same(&first, &second);
}

/* Warps at a barrier do not count towards N, so N = 1 with 8 warps to a block does not deadlock. */
static void barrier_with_one_warp_admitted(void **state)
{
    (void)state;
    mixed_kernel(3);
    sim_counters c = bench_once(&m, "tuple:1:1", NULL);
    assert_int_equal(c.warp_insts, 3 * 8 * (6 * 2 + 2));
}

/* Every instruction, load and store is executed once whatever the policy. */
static void work_is_conserved(void **state)
{
    (void)state;
    mixed_kernel(12);
    static const char *const policies[] = {"gto", "lrr", "swl:2", "tuple:5:1"};
    sim_counters first = bench_once(&m, "gto", NULL);
    for (size_t i = 0; i < sizeof policies / sizeof *policies; i++) {
        sim_counters c = bench_once(&m, policies[i], NULL);
        assert_int_equal(c.warp_insts, first.warp_insts);
        assert_int_equal(c.thread_insts, first.thread_insts);
        assert_int_equal(c.l1_read_accesses, first.l1_read_accesses);
        assert_int_equal(c.l1_read_hits + c.l1_merges + c.l1_read_misses, c.l1_read_accesses);
        assert_int_equal(c.misses_returned, c.l1_read_misses);
        assert_int_equal(c.l2_reads, c.l1_read_misses);
        assert_int_equal(c.l2_writes, c.l1_writes);
        assert_int_equal(c.l1_writes, first.l1_writes);
    }
}

static void occupancy_limits(void **state)
{
    (void)state;
    sim_config config;
    sim_config_default(&config);
    micro_begin(&m, 10000, 8);
    assert_int_equal(sim_warps_per_scheduler(&config, &m.trace), 24); /* 6 blocks of 8 warps */
    m.trace.header.registers_per_thread = 64;                         /* 16384 a block: two fit */
    assert_int_equal(sim_warps_per_scheduler(&config, &m.trace), 8);
    m.trace.header.registers_per_thread = 0;
    m.trace.header.shared_bytes_per_block = 16384; /* three fit */
    assert_int_equal(sim_warps_per_scheduler(&config, &m.trace), 12);
    m.trace.header.shared_bytes_per_block = 65536;
    assert_int_equal(sim_warps_per_scheduler(&config, &m.trace), 0);
    micro_begin(&m, 10000, 1); /* at most 8 blocks on an SM */
    assert_int_equal(sim_warps_per_scheduler(&config, &m.trace), 4);
    micro_begin(&m, 32, 8); /* one block for each SM */
    assert_int_equal(sim_warps_per_scheduler(&config, &m.trace), 4);
}

static void block_that_never_fits_is_refused(void **state)
{
    (void)state;
    mixed_kernel(1);
    m.trace.header.shared_bytes_per_block = 65536;
    bench b;
    bench_open(&b, "gto", NULL);
    sim_counters c;
    assert_int_equal(sim_launch(b.sim, &m.trace, &c, NULL, &b.err), POISE_USAGE);
    assert_non_null(strstr(b.err.text, "does not fit"));
    sim_destroy(b.sim);
}

static void unknown_policies_are_refused(void **state)
{
    (void)state;
    sim_config config;
    sim_config_default(&config);
    simulator *sim;
    poise_error err;
    static const char *const bad[] = {"gtoo", "tuple:4:8", "tuple:0:0", "swl:x", "gto:3"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        sim_policies policies = {.sched = bad[i]};
        assert_int_equal(sim_create(&sim, &config, &policies, &err), POISE_USAGE);
        assert_null(sim);
    }
    sim_policies near = {.sched = "gtoo"};
    (void)sim_create(&sim, &config, &near, &err);
    assert_non_null(strstr(err.text, "did you mean 'gto'"));
}

static void launches_can_be_cut_short(void **state)
{
    (void)state;
    mixed_kernel(12);
    static const char *const short_run[] = {"max_cycles=500", NULL};
    bench b;
    bench_open(&b, "gto", short_run);
    sim_counters c;
    int cut_short = 0;
    assert_int_equal(sim_launch(b.sim, &m.trace, &c, &cut_short, &b.err), 0);
    assert_true(cut_short);
    /* What was in flight is forgotten: the next launch is whole and neither waits for nor finds anything of
     * it. */
    static micro next;
    micro_begin(&next, 1, 1);
    uint32_t load = micro_inst(&next, TRACE_OP_LOAD_GLOBAL, 1, -1);
    micro_warp(&next);
    micro_access(&next, load, 60000, 1, 1);
    sim_counters after = bench_run(&b, &next);
    assert_int_equal(after.warp_insts, 1);
    assert_int_equal(after.l1_read_misses, 1);
    assert_int_equal(after.misses_returned, 1);
    sim_destroy(b.sim);
}

/* ---- a policy that holds warps back ---- */

enum { HELD = 500 };
static uint32_t picks_before;

static unsigned pick_late(void *state, const sched_view *view)
{
    picks_before += view->cycle < HELD;
    return view->cycle < HELD ? SCHED_NOBODY : sched_pick_gto(state, view);
}

static uint64_t until_then(void *state, const sched_view *view)
{
    (void)state, (void)view;
    return HELD;
}

/* It is asked once for its only warp, or in every cycle if it does not say until when; the warp issues then,
 * first of all. */
static void who_holds_back_is_not_asked_again(void **state)
{
    (void)state;
    static const char *const decoded[] = {"fetch=0", NULL};
    sched_policy policy = {.info = {.name = "late"}, .pick = pick_late};
    sim_counters counters[2];
    micro_begin(&m, 1, 1);
    const uint32_t inst = micro_inst(&m, TRACE_OP_INT, -1, -1);
    micro_warp(&m);
    micro_run(&m, inst);
    for (int says = 0; says < 2; says++) {
        bench b;
        policy.held_until = says ? until_then : NULL;
        picks_before = 0;
        bench_open(&b, "gto", decoded);
        assert_int_equal(sim_use_sched(b.sim, &policy, NULL, &b.err), POISE_OK);
        counters[says] = bench_run(&b, &m);
        if (says)
            assert_int_equal(picks_before, 1);
        else
            assert_true(picks_before > HELD / 2);
        sim_destroy(b.sim);
    }
    assert_same(&counters[0], &counters[1]);
    assert_true(counters[0].cycles > HELD);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(full_tuple_is_gto),
        cmocka_unit_test(who_holds_back_is_not_asked_again),
        cmocka_unit_test(uneven_schedulers_have_all_their_warps),
        cmocka_unit_test(policies_that_equal_others),
        cmocka_unit_test(same_input_same_output),
        cmocka_unit_test(barrier_with_one_warp_admitted),
        cmocka_unit_test(work_is_conserved),
        cmocka_unit_test(occupancy_limits),
        cmocka_unit_test(block_that_never_fits_is_refused),
        cmocka_unit_test(unknown_policies_are_refused),
        cmocka_unit_test(launches_can_be_cut_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

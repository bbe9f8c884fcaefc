/* Translations change times and nothing else: the same counters whoever sleeps and however many threads
 * simulate; every request goes on however few MSHRs there are; the same L1 accesses as without. */
/* test: slow */
#include "sim/mix.h"
#include "tests/unit/sim/hard_cases.h"
#include "tests/unit/sim/translated.h"

#include <string.h>

static const char *const tlbs[] = {
    "shared_tlb",
    "shared_tlb:l1=2:l1_large=1:l2=4:ways=2:l2_large=2:ports=1:mshrs=2:walks=1",
    "shared_tlb:l1=1:l2=16:latency=1:level1=5:level2=5:level3=5:level4=5",
    "pwcache:l1=2:bytes=64:ways=2:ports=1:mshrs=2:walks=1",
    "pwcache:l1=4",
    "ideal"};
static const char *const vms[] = {NULL, "identity:2m", "demand", NULL, "demand:2m", "identity"};
static const char *const few_places[] = {"tlb_mshrs=1", "tlb_waiting=1", "tlb_latency=0", "icache_mshrs=1",
                                         NULL};
/* Short transfers, many at once. */
static const char *const near_host[] = {"link_us=0.3", "link_gbps=3.3", NULL};

static void run(const char *const *settings, const char *const *more, bool always, uint32_t threads,
                const sim_policies *policies, const warp_trace *trace, outcome *o)
{
    bench b;
    memset(o, 0, sizeof *o);
    bench_open(&b, "gto", settings);
    sim_destroy(b.sim);
    bench_set(&b, more);
    b.config.wake_always = always;
    if (sim_create(&b.sim, &b.config, policies, &b.err) || sim_set_threads(b.sim, threads, &b.err))
        fail_msg("%s", b.err.text);
    for (uint32_t i = 0; i < 2; i++)
        if (sim_launch(b.sim, trace, &o->counters[i], NULL, &b.err))
            fail_msg("%s: %s", policies->tlb, b.err.text);
    o->n_statistics = sim_policy_statistics(b.sim, POLICY_AT_TLB, o->statistics, POLICY_STATISTICS);
    sim_destroy(b.sim);
}

/* Awake in every cycle on one thread, and asleep where nothing happens on one, two or four: each design meets
 * each number of threads on a third of the machines. */
static void neither_sleep_nor_threads_change_anything(const warp_trace *trace)
{
    static outcome awake, asleep;
    for (size_t m = 0; m < HARD_MACHINES; m++) {
        for (size_t i = 0; i < sizeof tlbs / sizeof *tlbs; i++) {
            const char *const *more = i == 1 ? few_places : i == 2 ? near_host : NULL;
            const sim_policies policies = {.sched = i == 2 ? "apres" : "gto", .tlb = tlbs[i], .vm = vms[i]};
            run(hard_machines[m], more, true, 1, &policies, trace, &awake);
            assert_true(awake.counters->tlb_look_ups > 0);
            run(hard_machines[m], more, false, 1u << (m + i) % 3, &policies, trace, &asleep);
            assert_same(&awake, &asleep);
        }
    }
}

static void random_loads(void **state)
{
    (void)state;
    warp_trace trace = hard_random_loads();
    neither_sleep_nor_threads_change_anything(&trace);
    warp_trace_free(&trace);
}

static void everything_at_once(void **state)
{
    (void)state;
    neither_sleep_nor_threads_change_anything(hard_everything());
}

/* What is done is what is done without translation, later. */
static void the_same_accesses(void **state)
{
    (void)state;
    static outcome with, without;
    for (size_t m = 0; m < HARD_MACHINES; m++) {
        run(hard_machines[m], NULL, false, 1, &(sim_policies){.tlb = tlbs[1]}, hard_everything(), &with);
        run(hard_machines[m], NULL, false, 1, &(sim_policies){.tlb = "none"}, hard_everything(), &without);
        assert_int_equal(with.counters->warp_insts, without.counters->warp_insts);
        assert_int_equal(with.counters->l1_read_accesses, without.counters->l1_read_accesses);
        assert_int_equal(with.counters->l1_writes, without.counters->l1_writes);
        assert_true(with.counters->cycles > without.counters->cycles);
    }
}

/* ---- programs side by side ---- */

static int give(void *user, size_t program, size_t launch, const warp_trace **trace, poise_error *err)
{
    (void)program, (void)launch, (void)err;
    *trace = user;
    return POISE_OK;
}

/* `programs` times the same trace, two SMs each. */
static void run_mix(warp_trace *trace, size_t programs, const char *tlb, const char *vm, bool always,
                    uint32_t threads, outcome *o)
{
    static const sim_mix_program places[] = {{.n_sms = 2, .n_launches = 2},
                                             {.first_sm = 2, .n_sms = 2, .n_launches = 2}};
    static const char *const machine[] = {"sms=4", "channels=1", "l2_banks=2", NULL};
    sim_mix_result results[2];
    bench b;
    memset(o, 0, sizeof *o);
    memset(results, 0, sizeof results);
    bench_open(&b, "gto", machine);
    sim_destroy(b.sim);
    bench_set(&b, near_host);
    b.config.wake_always = always;
    const sim_mix mix = {.programs = places, .n = programs, .read = give, .user = trace};
    if (sim_create(&b.sim, &b.config, &(sim_policies){.tlb = tlb, .vm = vm}, &b.err) ||
        sim_set_threads(b.sim, threads, &b.err) || sim_run_mix(b.sim, &mix, results, NULL, &b.err))
        fail_msg("%s", b.err.text);
    for (size_t i = 0; i < programs; i++)
        o->counters[i] = results[i].counters;
    sim_destroy(b.sim);
}

/* Programs use the same addresses and not the same pages. */
static void programs_side_by_side(void **state)
{
    (void)state;
    trace_synthetic shape = {.thread_blocks = 8,
                             .threads_per_block = 256,
                             .iterations = 30,
                             .alu_per_load = 3,
                             .lines_per_load = 2,
                             .footprint_lines = 200 * 32,
                             .seed = 3};
    warp_trace trace;
    assert_int_equal(trace_make_random(&trace, &shape, NULL), 0);
    static outcome alone, both, other;
    static const char *const with[] = {"identity", "demand", "identity"}, *const by[] = {
                                                                              "shared_tlb:l1=8:l2=256",
                                                                              "shared_tlb:l1=8:l2=256",
                                                                              "pwcache:l1=8:bytes=2048"};
    for (size_t i = 0; i < 3; i++) {
        run_mix(&trace, 1, by[i], with[i], false, 1, &alone);
        run_mix(&trace, 2, by[i], with[i], false, 1, &both);
        for (size_t k = 0; k < 2; k++) {
            assert_int_equal(both.counters[k].warp_insts, alone.counters[0].warp_insts);
            assert_true(both.counters[k].cycles > alone.counters[0].cycles);
        }
        run_mix(&trace, 2, by[i], with[i], true, 1, &other);
        assert_same(&both, &other);
        run_mix(&trace, 2, by[i], with[i], false, 4, &other);
        assert_same(&both, &other);
    }
    warp_trace_free(&trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_loads),
        cmocka_unit_test(everything_at_once),
        cmocka_unit_test(the_same_accesses),
        cmocka_unit_test(programs_side_by_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

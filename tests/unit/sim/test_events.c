/* Does sleeping change anything? Every component run in every cycle (wake_always) must give the same counters
 * as components that are woken by events: whoever can make progress must have been woken, and a wake-up in
 * vain must do nothing. */
#include "tests/timing/sim/bench.h"
#include "trace/synthetic.h"

static void assert_sleeping_is_harmless(const warp_trace *trace, const char *const *settings)
{
    static const char poise[] = "poise:models/thesis.model:period=20000:warmup=100:feature=500:correct=300";
    static const char *const policies[] = {"gto", "lrr", "tuple:3:1", "swl:2", poise};
    for (size_t i = 0; i < sizeof policies / sizeof *policies; i++) {
        sim_counters counters[2];
        for (int always = 0; always < 2; always++) {
            bench b;
            bench_open(&b, "gto", settings);
            sim_destroy(b.sim);
            b.config.wake_always = always;
            sim_policies chosen = {.sched = policies[i]};
            if (sim_create(&b.sim, &b.config, &chosen, &b.err) ||
                sim_launch(b.sim, trace, &counters[always], NULL, &b.err))
                fail_msg("%s", b.err.text);
            sim_destroy(b.sim);
        }
        assert_memory_equal(&counters[0], &counters[1], sizeof counters[0]);
    }
}

static const char *const small_queues[] = {"sms=3",
                                           "icache_sets=4",
                                           "channels=2",
                                           "l2_banks=4",
                                           "l2_sets=16",
                                           "l1_miss_queue=2",
                                           "l2_access_queue=2",
                                           "l2_miss_queue=2",
                                           "l2_response_queue=4",
                                           "l2_fill_queue=1",
                                           "dram_queue=2",
                                           "dram_return_queue=2",
                                           "lsu_queue=3",
                                           NULL};
static const char *const one_clock[] = {
    "sms=2",      "icache_sets=1", "l2_sector_bytes=32", "l2_write_alloc=lazy", "channels=1",
    "l2_banks=2", "core_mhz=700",  "l1_latency=35",      "sfu_latency=300",     NULL};
static const char *const odd_clocks[] = {"sms=2",      "icache_sets=4", "channels=3",
                                         "l2_banks=6", "core_mhz=1000", "icnt_mhz=650.5",
                                         "l2_mhz=333", "dram_mhz=1750", NULL};
static const char *const fixed[] = {"sms=2",      "icache_sets=4", "channels=1",
                                    "l2_banks=2", "memory=fixed",  NULL};
static const char *const infinite[] = {"sms=2",      "icache_sets=4",   "channels=1",
                                       "l2_banks=2", "memory=infinite", NULL};
static const char *const ideal_dram[] = {"sms=2", "channels=1", "l2_banks=2", "memory=ideal-dram", NULL};
static const char *const *const machines[] = {small_queues, one_clock, odd_clocks,
                                              fixed,        infinite,  ideal_dram};

static void random_loads(void **state)
{
    (void)state;
    trace_synthetic shape = {.thread_blocks = 14,
                             .threads_per_block = 256,
                             .iterations = 6,
                             .alu_per_load = 3,
                             .lines_per_load = 9,
                             .footprint_lines = 3000,
                             .seed = 1};
    warp_trace trace;
    assert_int_equal(trace_make_random(&trace, &shape, NULL), 0);
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
        assert_sleeping_is_harmless(&trace, machines[i]);
    warp_trace_free(&trace);
}

/* Loads, whole-line and partial stores, atomics, special functions, double precision, barriers. */
static void everything_at_once(void **state)
{
    (void)state;
    static micro m;
    micro_begin(&m, 10, 6);
    uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, 5);
    uint32_t sfu = micro_inst(&m, TRACE_OP_SFU, 2, 1);
    uint32_t dp = micro_inst(&m, TRACE_OP_DP, 3, 2);
    uint32_t store = micro_inst(&m, TRACE_OP_STORE_GLOBAL, -1, 3);
    uint32_t atomic = micro_inst(&m, TRACE_OP_ATOMIC_GLOBAL, 4, 3);
    uint32_t barrier = micro_inst(&m, TRACE_OP_BARRIER, -1, -1);
    uint32_t add = micro_inst(&m, TRACE_OP_INT, 5, 4);
    for (uint32_t w = 0; w < 60; w++) {
        micro_warp(&m);
        for (uint32_t i = 0; i < 5; i++) {
            micro_access(&m, load, w * 97 % 700 + i * 3, 1 + (w + i) % 12, 5);
            micro_run(&m, sfu);
            micro_run(&m, dp);
            micro_access(&m, store, 900 + w * 7 % 300, 1 + i * 3, 2);
            m.words[m.n_words - 1] &= ~0xfu; /* the last line is written in part: it must be fetched */
            m.words[m.n_words - 1] |= 0x5;
            micro_access(&m, atomic, 2000 + w % 5, 1, 1);
            micro_run(&m, add);
            if (i == 2)
                micro_run(&m, barrier);
        }
    }
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
        assert_sleeping_is_harmless(&m.trace, machines[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_loads),
        cmocka_unit_test(everything_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

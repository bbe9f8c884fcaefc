/* Is a launch that does not go on stopped, and does the report name what each warp waits for? */
#include "sim/gpu.h"
#include "sim_hooks/sched/order.h"
#include "tests/test.h"
#include "tests/timing/sim/bench.h"
#include "tests/unit/sim/other_policies.h"
#include "trace/synthetic.h"

static micro m;

/* ---- DRAM policies that never give a request to a bank ---- */

typedef struct hoard {
    uint64_t banks;
} hoard;

static int hoard_create(const dram_host *channel, const void *options, void **state, poise_error *err)
{
    (void)channel, (void)options, (void)err;
    *state = calloc(1, sizeof(hoard));
    return *state == NULL;
}

static bool hoard_can_accept(const void *state, const dram_request *request)
{
    (void)request;
    return state != NULL;
}

static void hoard_accept(void *state, const dram_request *request)
{
    ((hoard *)state)->banks |= 1ull << request->bank;
}

static uint64_t says_that_banks_wait(const void *state)
{
    return ((const hoard *)state)->banks;
}

static uint64_t says_nothing(const void *state)
{
    (void)state;
    return 0;
}

static uint32_t gives_nothing(void *state, const dram_view *view)
{
    (void)state, (void)view;
    return DRAM_NO_REQUEST;
}

static const dram_policy livelock = {.info = {.name = "livelock"},
                                     .create = hoard_create,
                                     .life.destroy = free,
                                     .can_accept = hoard_can_accept,
                                     .accept = hoard_accept,
                                     .banks_waiting = says_that_banks_wait,
                                     .next = gives_nothing};
static const dram_policy deadlock = {.info = {.name = "deadlock"},
                                     .create = hoard_create,
                                     .life.destroy = free,
                                     .can_accept = hoard_can_accept,
                                     .accept = hoard_accept,
                                     .banks_waiting = says_nothing,
                                     .next = gives_nothing};

/* ---- kernels ---- */

/* Two warps: one waits at the barrier, the other loads three lines and uses them before it gets there. */
static void barrier_behind_a_load(void)
{
    micro_begin(&m, 1, 2);
    uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 7, -1), use = micro_inst(&m, TRACE_OP_INT, 2, 7);
    uint32_t barrier = micro_inst(&m, TRACE_OP_BARRIER, -1, -1);
    m.inst[use].source_line = 42;
    micro_warp(&m);
    micro_run(&m, barrier);
    micro_run(&m, use);
    micro_warp(&m);
    micro_access(&m, load, 0, 3, 1);
    micro_run(&m, use);
    micro_run(&m, barrier);
    micro_run(&m, use);
}

static const char *launch_fails(bench *b)
{
    sim_counters counters;
    assert_int_equal(sim_launch(b->sim, &m.trace, &counters, NULL, &b->err), POISE_FAILED);
    const char *report = sim_stuck_report(b->sim);
    assert_non_null(report);
    return report;
}

/* ---- tests ---- */

static void each_wait_is_named(void **state)
{
    (void)state;
    barrier_behind_a_load();
    static const char *const impatient[] = {"watchdog=100", NULL};
    bench b;
    bench_open(&b, "gto", impatient);
    const char *report = launch_fails(&b);
    assert_contains(b.err.text, "no instruction has retired for 1");
    assert_contains(report,
                    "SM 0 warp 0 (block 0, warp 0 of the launch) at instruction 1 int of line 42 waits for a "
                    "barrier: 1 of 2 warps of the block have arrived\n");
    assert_contains(
        report, "warp 1 (block 0, warp 1 of the launch) at instruction 1 int of line 42 waits for register "
                "r7, a load with 3 requests outstanding\n");
    assert_contains(report, "3 of 32 MSHRs");
    sim_destroy(b.sim);
}

/* An acknowledgement and an atomic take longer than 60 cycles. */
static void stores_and_atomics_are_named(void **state)
{
    (void)state;
    static const struct {
        trace_op op;
        const char *text;
    } cases[] = {
        {TRACE_OP_STORE_GLOBAL, "waits for its end: 0 loads or atomics and 2 store acknowledgements"},
        {TRACE_OP_ATOMIC_GLOBAL, "waits for its end: 1 loads or atomics and 0 store acknowledgements"}};
    static const char *const impatient[] = {"watchdog=60", NULL};
    for (int i = 0; i < 2; i++) {
        micro_begin(&m, 1, 1);
        uint32_t access = micro_inst(&m, cases[i].op, -1, -1);
        micro_warp(&m);
        micro_access(&m, access, 0, 2, 1);
        bench b;
        bench_open(&b, "gto", impatient);
        assert_contains(launch_fails(&b), cases[i].text);
        sim_destroy(b.sim);
    }
}

static void patience_and_off(void **state)
{
    (void)state;
    barrier_behind_a_load();
    static const char *const settings[][2] = {{"watchdog=2000", NULL}, {"watchdog=0", NULL}, {NULL}};
    for (int i = 0; i < 3; i++) {
        bench b;
        bench_open(&b, "gto", settings[i]);
        (void)bench_run(&b, &m);
        assert_null(sim_stuck_report(b.sim));
        sim_destroy(b.sim);
    }
}

/* A memory that is awake and never answers: only the watchdog ends it, at most an eighth late. */
static void livelock_is_stopped(void **state)
{
    (void)state;
    barrier_behind_a_load();
    static const char *const settings[] = {"watchdog=20000", NULL};
    bench b;
    bench_open(&b, "gto", settings);
    use_dram_policy(&b, &livelock);
    const char *report = launch_fails(&b);
    assert_contains(b.err.text, "is stopped");
    assert_contains(report, "DRAM channel 1: 1 requests: 0 in the delay pipe, 1 in the scheduler queue");
    const gpu *g = (const gpu *)(const void *)b.sim;
    assert_true(g->apps->watchdog.fired_at >= 20000 &&
                g->apps->watchdog.fired_at < 20000 + 2 * 20000 / 8 + 1000);
    sim_destroy(b.sim);
}

/* Nothing is awake: no watchdog is needed. */
static void deadlock_is_reported(void **state)
{
    (void)state;
    barrier_behind_a_load();
    static const char *const settings[] = {"watchdog=0", NULL};
    bench b;
    bench_open(&b, "gto", settings);
    use_dram_policy(&b, &deadlock);
    const char *report = launch_fails(&b);
    assert_contains(b.err.text, "is deadlocked in cycle");
    assert_contains(report, "register r7, a load with 3 requests outstanding");
    assert_contains(report, "L2 bank 0: 0 on the way, 0 in the access queue, 2 of 32 MSHRs");
    sim_destroy(b.sim);
}

/* A scheduler that never lets the oldest warp issue breaks its contract as soon as only that one is left: the
 * launch ends, and the error names the policy. */
static unsigned pick_not_the_oldest(void *state, const sched_view *view)
{
    (void)state;
    uint64_t younger = view->ready & ~1ull;
    return younger ? (unsigned)__builtin_ctzll(younger) : 64;
}

static void starving_policy_is_named(void **state)
{
    (void)state;
    static const sched_policy unfair = {.info = {.name = "unfair"}, .pick = pick_not_the_oldest};
    barrier_behind_a_load();
    bench b;
    bench_open(&b, "gto", NULL);
    ((gpu *)(void *)b.sim)->apps->kernel.sched = &unfair;
    sim_counters counters;
    assert_int_equal(sim_launch(b.sim, &m.trace, &counters, NULL, &b.err), POISE_FAILED);
    assert_contains(b.err.text, "picked a warp that cannot issue");
    sim_destroy(b.sim);
}

/* ---- rights that are taken ---- */

static const sched_host *given;

static int keep_host(const sched_host *host, const void *options, void **state, poise_error *err)
{
    (void)options, (void)state, (void)err;
    given = host;
    return POISE_OK;
}

/* The second warp may not issue, the third not load. */
static void take_rights(void *state, const policy_launch *launch)
{
    (void)state, (void)launch;
    given->set_rights(given->opaque, 0, &(sched_rights){.issue = ~2ull, .load = ~4ull, .pollute = ~0ull});
}

static void rights_are_named(void **state)
{
    (void)state;
    static const char *const settings[] = {"watchdog=1000", "schedulers=1", NULL};
    static const sched_policy takes = {.info = {.name = "takes"},
                                       .create = keep_host,
                                       .pick = sched_pick_gto,
                                       .life.launch_begin = take_rights};
    micro_begin(&m, 1, 4);
    const uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 7, -1);
    for (int w = 0; w < 4; w++) {
        micro_warp(&m);
        micro_access(&m, load, 0, 1, 1);
    }
    bench b;
    bench_open(&b, "gto", settings);
    assert_int_equal(sim_use_sched(b.sim, &takes, NULL, &b.err), POISE_OK);
    const char *report = launch_fails(&b);
    assert_contains(report, "warp 1 (block 0, warp 1 of the launch) at instruction 0 ");
    const char *second = strstr(report, "warp 1 (block 0"), *third = strstr(report, "warp 2 (block 0");
    assert_true(second != NULL && third != NULL && second < third);
    assert_contains(second, "waits for the right to issue, which the scheduler policy has taken\n");
    assert_true(strstr(second, "the right to issue") < third);
    assert_contains(third, "waits for the right to load, which the scheduler policy has taken\n");
    assert_null(strstr(third, "the right to issue"));
    assert_null(strstr(report, "warp 0 (block 0"));
    assert_null(strstr(report, "warp 3 (block 0"));
    sim_destroy(b.sim);
}

/* A bank of which one request is in its only MSHR and one waits for that. */
static void a_bank_with_little_is_named(void **state)
{
    (void)state;
    static const char *const settings[] = {"watchdog=0", "channels=1", "l2_banks=1", "l2_mshrs=1", NULL};
    micro_begin(&m, 1, 1);
    const uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 7, -1);
    micro_warp(&m);
    micro_access(&m, load, 0, 2, 1);
    bench b;
    bench_open(&b, "gto", settings);
    use_dram_policy(&b, &deadlock);
    const char *report = launch_fails(&b);
    assert_contains(report,
                    "L2 bank 0: 0 on the way, 1 in the access queue, 1 of 1 MSHRs, 0 misses, 0 fills");
    sim_destroy(b.sim);
}

/* With its only MSHR on the way both banks of an L1 hold another request in their pipes, and say why. */
static void requests_in_the_l1_pipe_are_counted(void **state)
{
    (void)state;
    static const char *const settings[] = {"watchdog=0", "l1_mshrs=1", "l1_banks=2", NULL};
    micro_begin(&m, 1, 3);
    const uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 7, -1);
    for (uint32_t line = 0; line < 3; line++) {
        micro_warp(&m);
        micro_access(&m, load, line, 1, 1);
        micro_sectors(&m, line == 1 ? 2 : 1); /* of another bank */
    }
    bench b;
    bench_open(&b, "gto", settings);
    use_dram_policy(&b, &deadlock);
    assert_contains(
        launch_fails(&b),
        "SM 0: 0 instructions in the load-store unit, 2 requests in the L1 pipe, its head waits for "
        "an MSHR; 1 of 1 MSHRs; ");
    sim_destroy(b.sim);
}

/* What else the head of a pipe waits for: a way of its only set, room for another load of a line. */
static void refusals_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *setting, *more;
        uint32_t second_line;
        const char *text;
    } cases[] = {{"l1_sets=1", "l1_ways=1", 1,
                  "1 requests in the L1 pipe, its head waits for a line of its set; 1 of 32 MSHRs"},
                 {"l1_merge=1", "l1_ways=4", 0,
                  "1 requests in the L1 pipe, its head waits for a full merge list; 1 of 32 MSHRs"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *const settings[] = {"watchdog=0", "l1_index=linear", cases[i].setting, cases[i].more,
                                        NULL};
        micro_begin(&m, 1, 2);
        const uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 7, -1);
        for (uint32_t warp = 0; warp < 2; warp++) {
            micro_warp(&m);
            micro_access(&m, load, warp * cases[i].second_line, 1, 1);
        }
        bench b;
        bench_open(&b, "gto", settings);
        use_dram_policy(&b, &deadlock);
        assert_contains(launch_fails(&b), cases[i].text);
        sim_destroy(b.sim);
    }
}

/* 32 full SMs in about 60 lines, with the number of the rest. */
static void report_is_bounded(void **state)
{
    (void)state;
    trace_synthetic shape = {
        .thread_blocks = 192, .threads_per_block = 256, .iterations = 4, .lines_per_load = 32};
    warp_trace trace;
    assert_int_equal(trace_make_stream(&trace, &shape, NULL), 0);
    static const char *const settings[] = {"sms=32", "watchdog=150", NULL};
    bench b;
    bench_open(&b, "gto", settings);
    sim_counters counters;
    assert_int_equal(sim_launch(b.sim, &trace, &counters, NULL, &b.err), POISE_FAILED);
    const char *report = sim_stuck_report(b.sim);
    int lines = 0;
    for (const char *c = report; *c; c++)
        lines += *c == '\n';
    assert_true(lines > 30 && lines <= 60);
    assert_contains(report, "... and 1506 more warps\n");
    sim_destroy(b.sim);
    warp_trace_free(&trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_wait_is_named),
        cmocka_unit_test(stores_and_atomics_are_named),
        cmocka_unit_test(patience_and_off),
        cmocka_unit_test(livelock_is_stopped),
        cmocka_unit_test(deadlock_is_reported),
        cmocka_unit_test(starving_policy_is_named),
        cmocka_unit_test(requests_in_the_l1_pipe_are_counted),
        cmocka_unit_test(refusals_are_named),
        cmocka_unit_test(report_is_bounded),
        cmocka_unit_test(rights_are_named),
        cmocka_unit_test(a_bank_with_little_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

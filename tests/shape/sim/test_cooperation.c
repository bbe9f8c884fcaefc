/* Does cooperation of the L1s behave as chapter 4 says? Kernels of the source's kinds [F4.2]: all SMs look
 * lines of one table up (shared), neighbours look up what their neighbours do (near), each has a table of its
 * own (private), or computes most of the time. The checks are those of the specification, C1 to C17; programs
 * have them in docs/BANDWIDTH.md. */
#include "common/random.h"
#include "tests/timing/sim/bench.h"

#include <string.h>

enum { SMS = 15, WARPS = 12, LOADS = 60, TABLE = 1200 /* lines: nine L1s of 16 KB */ };

#define MACHINE                                                                                     \
    "sms=15", "l2_banks=12", "l2_sets=64", "flit_reply_bytes=32", "fetch=0", "operand_collector=0", \
        "ccn_sample=1000", "ccn_epoch=10000"

typedef enum kernel_kind { SHARED, NEAR, PRIVATE, COMPUTES } kernel_kind;

static micro m;

/* Line that warp `warp` of SM `sm` loads next. */
static uint32_t next_line(kernel_kind kind, uint32_t sm, poise_random *random)
{
    const uint32_t part = TABLE / SMS;
    switch (kind) {
    case NEAR: return (sm * part + (uint32_t)poise_random_below(random, 3 * part)) % TABLE;
    case PRIVATE: return TABLE * (1 + sm) + (uint32_t)poise_random_below(random, TABLE);
    default: return (uint32_t)poise_random_below(random, TABLE);
    }
}

static void write_kernel(kernel_kind kind)
{
    poise_random random;
    poise_random_seed(&random, 11);
    micro_begin(&m, SMS, WARPS);
    const uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, -1),
                   use = micro_inst(&m, TRACE_OP_INT, 2, 1), step_ = micro_inst(&m, TRACE_OP_SFU, 2, 2);
    for (uint32_t warp = 0; warp < SMS * WARPS; warp++) {
        micro_warp(&m);
        for (int i = 0; i < LOADS; i++) {
            micro_access(&m, load, next_line(kind, warp / WARPS, &random), 1, 1);
            micro_run(&m, use);
            for (int k = 0; k < (kind == COMPUTES ? 15 : 0); k++)
                micro_run(&m, step_);
        }
    }
}

typedef struct result {
    double cycles, l2_reads, found, elsewhere, below, hops;
    uint64_t reuse[SMS];
} result;

static double told(const policy_statistic *all, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(all[i].name, name) == 0)
            return all[i].value;
    return 0;
}

/* The kernel in `m`, on the machine with two more settings (NULL = none). */
static result run(const char *one, const char *other)
{
    const char *const settings[] = {MACHINE, one, other, NULL};
    bench b;
    bench_open(&b, "gto", settings);
    const sim_counters c = bench_run(&b, &m);
    policy_statistic all[SIM_CCN_STATISTICS];
    const size_t n = sim_ccn_statistics(b.sim, all, SIM_CCN_STATISTICS);
    result r = {.cycles = (double)c.cycles,
                .l2_reads = (double)c.l2_reads,
                .found = told(all, n, "found_share"),
                .elsewhere = told(all, n, "elsewhere_share"),
                .below = told(all, n, "below_latency"),
                .hops = told(all, n, "request_hops") + told(all, n, "response_hops")};
    uint32_t sms;
    const uint64_t *reuse = sim_ccn_reuse(b.sim, &sms);
    for (uint32_t d = 1; reuse && d < SMS; d++)
        r.reuse[d] = reuse[d];
    sim_destroy(b.sim);
    return r;
}

/* C1: what is counted is what the kernel does. */
static void reuse_is_where_the_kernel_has_it(void **state)
{
    (void)state;
    write_kernel(PRIVATE);
    assert_true(run("ccn=watch", NULL).elsewhere == 0);
    write_kernel(SHARED);
    const result shared = run("ccn=watch", NULL);
    assert_true(shared.elsewhere > 0.4);
    for (uint32_t d = 2; d < SMS; d++) /* flat */
        assert_true(shared.reuse[d] * 2 > shared.reuse[1] && shared.reuse[d] < 2 * shared.reuse[1]);
    write_kernel(NEAR);
    const result near = run("ccn=watch", NULL);
    assert_true(near.reuse[1] > 10 * near.reuse[7] && near.reuse[14] > 10 * near.reuse[7]);
}

/* C4, C6, C7: the ring gains most of what an oracle does; the L2 is asked less by what was found. */
static void sharing_gains(void **state)
{
    (void)state;
    write_kernel(SHARED);
    const result base = run("ccn=watch", NULL), ring = run("ccn=ring", NULL), ideal = run("ccn=oracle", NULL);
    assert_true(ideal.cycles < ring.cycles && ring.cycles < base.cycles);
    assert_true(ring.found > 0.25);
    assert_true(ring.l2_reads < base.l2_reads * (1.05 - ring.found));
    assert_true(ring.below < base.below); /* less congestion: delta_cong */
}

/* C5: who shares nothing loses by asking, and little when it is throttled. */
static void the_throttler_saves_who_shares_nothing(void **state)
{
    (void)state;
    write_kernel(PRIVATE);
    const result base = run("ccn=watch", NULL), always = run("ccn=ring", "ccn_throttle=0"),
                 throttled = run("ccn=ring", NULL);
    assert_true(always.cycles > 1.02 * base.cycles);
    assert_true(throttled.cycles - base.cycles < 0.4 * (always.cycles - base.cycles));
}

/* C3: who computes has nothing to gain; other times of arrival change the order of the warps. */
static void computing_gains_nothing(void **state)
{
    (void)state;
    write_kernel(COMPUTES);
    const double base = run("ccn=watch", NULL).cycles, ideal = run("ccn=oracle", NULL).cycles;
    assert_true(ideal > 0.94 * base && ideal < 1.06 * base);
}

/* C10, C14: the gain falls with the latency of a link and stays; in one direction every hit goes around. */
static void hops_cost(void **state)
{
    (void)state;
    write_kernel(SHARED);
    const result base = run("ccn=watch", NULL), one = run("ccn=ring", NULL),
                 three = run("ccn=ring", "ccn_hop=3"), five = run("ccn=ring", "ccn_hop=5"),
                 same = run("ccn=ring", "ccn_same_direction=1");
    assert_true(one.cycles < three.cycles && three.cycles < five.cycles && five.cycles < base.cycles);
    assert_true(one.hops < SMS);
    assert_true(same.hops > SMS - 1e-9 && same.hops < SMS + 1e-9);
    assert_true(one.cycles < same.cycles);
}

/* C2, C13: an oracle is worth less the later it answers, and the fewer L1s it asks; neighbours are all that a
 * kernel with near reuse needs. */
static void an_oracle_needs_reach_and_speed(void **state)
{
    (void)state;
    write_kernel(SHARED);
    const double base = run("ccn=watch", NULL).cycles, all = run("ccn=oracle", NULL).cycles,
                 slow = run("ccn=oracle", "ccn_oracle_latency=80").cycles,
                 slower = run("ccn=oracle", "ccn_oracle_latency=400").cycles,
                 three = run("ccn=oracle", "ccn_cluster=3").cycles,
                 five = run("ccn=oracle", "ccn_cluster=5").cycles;
    assert_true(all <= slow && slow < slower);
    assert_true(all < five && five < three && three < base);
    write_kernel(NEAR);
    const double near_base = run("ccn=watch", NULL).cycles, near_all = run("ccn=oracle", NULL).cycles,
                 near_five = run("ccn=oracle", "ccn_cluster=5").cycles;
    assert_true((near_base - near_five) / (near_base - near_all) > 2 * (base - five) / (base - all));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reuse_is_where_the_kernel_has_it),
        cmocka_unit_test(sharing_gains),
        cmocka_unit_test(the_throttler_saves_who_shares_nothing),
        cmocka_unit_test(computing_gains_nothing),
        cmocka_unit_test(hops_cost),
        cmocka_unit_test(an_oracle_needs_reach_and_speed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

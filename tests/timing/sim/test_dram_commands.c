/* U12: does any pair of DRAM commands violate a timing rule? Checked on the command log of a channel under
 * random requests, by the rules of tests/dram_rules.h; test_dram_rules.c does so for all schedulers. */
#include "tests/timing/sim/dram_bench.h"

static dram_bench b;

static void check_log(void)
{
    dram_rules rules;
    dram_rules_begin(&rules, &b.base.config);
    for (uint32_t i = 0; i < b.logged; i++)
        if (!dram_rules_see(&rules, &b.log[i]))
            fail_msg("%s", rules.broken);
}

static uint64_t random_state;

static uint32_t random_below(uint32_t n)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((random_state >> 33) % n);
}

/* Bursts of lines in a row and single ones, a third written, with pauses. */
static uint32_t run_random_requests(uint32_t requests)
{
    uint32_t reads = 0;
    uint64_t line = 0;
    for (uint32_t queued = 0; queued < requests; dram_bench_step(&b)) {
        if (random_below(100) == 0)
            for (uint32_t pause = random_below(200); pause; pause--)
                dram_bench_step(&b);
        bool is_write = random_below(3) == 0;
        line = random_below(3) ? line + 1 : random_below(1 << 14);
        if (!dram_bench_request(&b, line * LINE_BYTES, is_write))
            continue;
        queued++;
        reads += !is_write;
    }
    dram_bench_drain(&b);
    return reads;
}

#define HBM \
    "t_ccd=1", "t_ccdl=2", "t_rrd=3", "t_wl=2", "t_cdlr=3", "t_wr=10", "t_rtpl=3", "dram_row_bytes=2048"
static const char *const thesis[] = {NULL};
static const char *const hbm[] = {HBM, NULL};
static const char *const no_groups[] = {"dram_bank_groups=1", "t_ccdl=0", NULL};
static const char *const long_groups[] = {"t_ccdl=7", "dram_bank_groups=2", NULL};
static const char *const odd[] = {"t_ccd=3", "t_ccdl=5",  "t_rrd=11",     "t_rcd=7", "t_ras=19",
                                  "t_rp=23", "t_rc=61",   "t_cl=17",      "t_wl=9",  "t_cdlr=8",
                                  "t_wr=29", "t_rtpl=13", "dram_banks=6", NULL};
static const char *const *const machines[] = {thesis, hbm, no_groups, long_groups, odd};

static void no_command_comes_too_early(void **state)
{
    (void)state;
    static const char *const policies[] = {"frfcfs", "fcfs"};
    for (size_t i = 0; i < 2 * sizeof machines / sizeof *machines; i++) {
        dram_bench_open(&b, policies[i % 2], machines[i / 2]);
        random_state = i;
        uint32_t reads = run_random_requests(4000);
        check_log();
        const sim_counters *c = b.channel.count;
        assert_int_equal(b.returned, reads); /* every read is answered once */
        assert_int_equal(c->dram_reads, reads);
        assert_int_equal(c->dram_writes, 4000 - reads);
        assert_true(c->dram_row_hits > 0 && c->dram_row_hits < 4000);
        assert_true(c->dram_busy <= b.channel.front.pending); /* efficiency is at most 1 */
        assert_int_equal(c->dram_busy, 2 * 4000 * b.base.config.t_ccd);
        dram_bench_close(&b);
    }
}

/* The rules are also met with equality: without that, the test above would pass for a channel that is slow.
 */
static void commands_come_as_early_as_they_may(void **state)
{
    (void)state;
    dram_bench_open(&b, "frfcfs", thesis);
    assert_true(dram_bench_request(&b, 0, false));
    assert_true(dram_bench_request(&b, 1 << 20, false)); /* same bank, another row */
    dram_bench_drain(&b);
    static const dram_command_kind kinds[] = {DRAM_ACTIVATE, DRAM_READ, DRAM_READ, DRAM_PRECHARGE,
                                              DRAM_ACTIVATE, DRAM_READ, DRAM_READ};
    static const uint64_t after_activate[] = {0, 12, 12 + 3, 28, 28 + 12, 40 + 12, 40 + 12 + 3};
    assert_int_equal(b.logged, 7);
    for (uint32_t i = 0; i < b.logged; i++) {
        assert_int_equal(b.log[i].kind, kinds[i]);
        assert_int_equal(b.log[i].cycle - b.log[0].cycle, after_activate[i]);
        assert_int_equal(b.log[i].bank, b.log[0].bank);
    }
    assert_int_equal(b.last_returned_at, b.log[6].cycle + 12 + 2); /* CL and a burst after the last column */
    dram_bench_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_command_comes_too_early),
        cmocka_unit_test(commands_come_as_early_as_they_may),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

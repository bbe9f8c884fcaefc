/* Does an L1 that takes lines at the fill follow its rules, beside those of test_l1_rules? [GS ON_FILL] */
#include "tests/timing/sim/bench.h"

static micro m;

static uint32_t load_inst, store_inst, use_inst;

static void begin(uint32_t warps)
{
    micro_begin(&m, 1, warps);
    load_inst = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, -1);
    store_inst = micro_inst(&m, TRACE_OP_STORE_GLOBAL, -1, -1);
    use_inst = micro_inst(&m, TRACE_OP_INT, 2, 1);
}

static void load_and_use(uint32_t line, uint32_t sectors)
{
    micro_access(&m, load_inst, line, 1, 1);
    micro_sectors(&m, sectors);
    micro_run(&m, use_inst);
}

static const char *const fill[] = {"l1_index=linear", "l1_allocate=fill", NULL}, *const sectors_at_fill[] = {
                                                                                     "l1_index=linear",
                                                                                     "l1_allocate=fill",
                                                                                     "l1_sector_bytes=32",
                                                                                     "coalesce_bytes=32",
                                                                                     NULL};

/* Five misses to a set of four ways: none waits for a line, and the last one lost is the first that came. */
static void no_set_is_full(void **state)
{
    (void)state;
    begin(1);
    micro_warp(&m);
    micro_access(&m, load_inst, 0, 5, 32); /* lines 0, 32, 64, 96, 128: all in set 0 */
    micro_run(&m, use_inst);
    load_and_use(128, 1);
    load_and_use(0, 1);
    sim_counters c = bench_once(&m, "gto", fill);
    assert_int_equal(c.l1_stall_line, 0);
    assert_int_equal(c.l1_read_hits, 1);
    assert_int_equal(c.l1_read_misses, 6);
    assert_int_equal(c.l1_bypasses, 0);
}

/* A set has the lines that came last, not those that were asked for last: line 0 is asked for first and used
 * last. */
static void a_used_line_stays(void **state)
{
    (void)state;
    begin(1);
    micro_warp(&m);
    for (uint32_t line = 0; line < 128; line += 32)
        load_and_use(line, 1);
    load_and_use(0, 1);
    load_and_use(128, 1); /* in the place of 32 */
    load_and_use(0, 1);
    load_and_use(32, 1);
    sim_counters c = bench_once(&m, "gto", fill);
    assert_int_equal(c.l1_read_hits, 2);
    assert_int_equal(c.l1_read_misses, 6);
}

/* Sectors of a line come one by one, and stay together. */
static void sectors_come_to_their_line(void **state)
{
    (void)state;
    begin(1);
    micro_warp(&m);
    load_and_use(5, 1);
    load_and_use(5, 2);
    load_and_use(5, 3); /* both are there */
    load_and_use(5, 12);
    load_and_use(5, 15);
    sim_counters c = bench_once(&m, "gto", sectors_at_fill);
    assert_int_equal(c.l1_read_misses, 4);
    assert_int_equal(c.l1_miss_sectors, 4);
    assert_int_equal(c.l1_sector_misses, 3);
    assert_int_equal(c.l1_read_hits, 6);
}

/* A store that hits removes the line, and one that comes before the fill does not. */
static void stores_evict(void **state)
{
    (void)state;
    begin(1);
    micro_warp(&m);
    load_and_use(3, 1);
    micro_access(&m, store_inst, 3, 1, 1);
    load_and_use(3, 1);                   /* a miss */
    micro_access(&m, load_inst, 9, 1, 1); /* under way */
    micro_access(&m, store_inst, 9, 1, 1);
    micro_run(&m, use_inst);
    load_and_use(9, 1);
    sim_counters c = bench_once(&m, "gto", fill);
    assert_int_equal(c.l1_read_misses, 3);
    assert_int_equal(c.l1_read_hits, 1);
}

/* A load that may not allocate leaves no line, unless one that may has joined it. */
static void only_who_may_takes_a_line(void **state)
{
    (void)state;
    static const char *const one_scheduler[] = {"l1_allocate=fill", "schedulers=1", NULL};
    begin(2);
    uint32_t wait = micro_inst(&m, TRACE_OP_SFU, 3, 3);
    for (int w = 0; w < 2; w++) {
        micro_warp(&m);
        load_and_use((uint32_t)w * 64, 1);
        load_and_use((uint32_t)w * 64, 1);
        load_and_use(7, 1); /* both at once */
        load_and_use(7, 1);
        for (int i = 0; w == 0 && i < 100; i++)
            micro_run(&m, wait);
    }
    sim_counters all = bench_once(&m, "tuple:2:2", one_scheduler),
                 one = bench_once(&m, "tuple:2:1", one_scheduler);
    assert_int_equal(all.l1_read_hits, 4);
    assert_int_equal(all.l1_bypasses, 0);
    assert_int_equal(one.l1_read_hits, 3);
    assert_int_equal(one.l1_bypasses, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_set_is_full),
        cmocka_unit_test(a_used_line_stays),
        cmocka_unit_test(sectors_come_to_their_line),
        cmocka_unit_test(stores_evict),
        cmocka_unit_test(only_who_may_takes_a_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

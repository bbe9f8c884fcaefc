/* What does an L1 miss ask for, and who waits for what? Loads that may not allocate, lines of sectors
 * (sim/sm/l1.h). */
#include "tests/timing/sim/bench.h"

#define SEGMENTS "l1_no_allocate_fetch=segment"

static micro m;

static uint32_t load_inst, other_load, store_inst, use_inst, wait_inst;

/* Warps of one scheduler: the first is the oldest. */
static void begin(uint32_t warps)
{
    micro_begin(&m, 1, warps);
    load_inst = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, -1);
    other_load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 4, -1);
    store_inst = micro_inst(&m, TRACE_OP_STORE_GLOBAL, -1, -1);
    use_inst = micro_inst(&m, TRACE_OP_INT, 2, 1);
    wait_inst = micro_inst(&m, TRACE_OP_SFU, 3, 3);
}

/* An access to `sectors` of one line. */
static void touch(uint32_t inst, uint32_t line, uint32_t sectors)
{
    micro_access(&m, inst, line, 1, 1);
    micro_sectors(&m, sectors);
}

static void touch_and_use(uint32_t line, uint32_t sectors)
{
    touch(load_inst, line, sectors);
    micro_run(&m, use_inst);
}

static void wait_long(int times)
{
    for (int i = 0; i < times; i++)
        micro_run(&m, wait_inst);
}

/* ---- what is asked for ---- */

static sim_counters one_load(const char *tuple, uint32_t sectors, const char *option)
{
    const char *const settings[] = {SEGMENTS, option, NULL};
    begin(1);
    micro_warp(&m);
    touch_and_use(7, sectors);
    return bench_once(&m, tuple, settings);
}

/* The smallest aligned segment of 32, 64 or 128 bytes. */
static const struct {
    uint32_t touched, segment, sectors;
} fetches[] = {{0x1, 1, 1}, {0x8, 1, 1}, {0x3, 2, 2}, {0xc, 2, 2}, {0x6, 4, 2},
               {0x9, 4, 2}, {0x5, 4, 2}, {0x7, 4, 3}, {0xe, 4, 3}, {0xf, 4, 4}};

static void no_allocate_loads_fetch_what_the_machine_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof fetches / sizeof *fetches; i++) {
        uint32_t touched = fetches[i].touched;
        assert_int_equal(one_load("tuple:1:0", touched, "l1_no_allocate_fetch=line").l1_miss_sectors, 4);
        assert_int_equal(one_load("tuple:1:0", touched, "l1_no_allocate_fetch=segment").l1_miss_sectors,
                         fetches[i].segment);
        assert_int_equal(one_load("tuple:1:0", touched, "l1_no_allocate_fetch=sectors").l1_miss_sectors,
                         fetches[i].sectors);
        /* Who may allocate always fetches the line. */
        assert_int_equal(one_load("gto", touched, "l1_no_allocate_fetch=sectors").l1_miss_sectors, 4);
    }
}

/* 8 bytes of header and the data, in flits of 32 bytes; the request is a header in each case. */
static void flits_follow(void **state)
{
    (void)state;
    static const struct {
        uint32_t sectors, flits;
    } replies[] = {{0x1, 2}, {0x3, 3}, {0xf, 5}};
    for (size_t i = 0; i < sizeof replies / sizeof *replies; i++) {
        sim_counters c = one_load("tuple:1:0", replies[i].sectors, NULL);
        assert_int_equal(c.request_flits, 1);
        assert_int_equal(c.reply_flits, replies[i].flits);
        assert_int_equal(c.dram_reads, 1); /* an L2 of lines fetches lines */
    }
}

/* An L2 with sectors looks up, fetches and answers as many as are asked for. */
static void l2_sectors_follow(void **state)
{
    (void)state;
    static const char *const sectored[] = {"l2_sector_bytes=32", "l1_no_allocate_fetch=sectors", NULL};
    begin(1);
    micro_warp(&m);
    touch_and_use(7, 0x7);
    sim_counters c = bench_once(&m, "tuple:1:0", sectored);
    assert_int_equal(c.l2_reads, 3);
    assert_int_equal(c.dram_reads, 3);
    assert_int_equal(c.reply_flits, 3 * 2);
}

/* ---- merging ---- */

/* Two warps that may not allocate load parts of one line, one right after the other. */
static sim_counters two_loads(uint32_t first, uint32_t second, const char *option)
{
    const char *const settings[] = {SEGMENTS, "schedulers=1", option, NULL};
    begin(2);
    for (int w = 0; w < 2; w++) {
        micro_warp(&m);
        touch_and_use(7, w ? second : first);
    }
    return bench_once(&m, "tuple:2:0", settings);
}

static void a_load_joins_what_is_on_its_way(void **state)
{
    (void)state;
    sim_counters c = two_loads(0x7, 0x2, NULL);
    assert_int_equal(c.l1_read_misses, 1);
    assert_int_equal(c.l1_merges, 1);
    assert_int_equal(c.l1_miss_sectors, 4);
}

static void a_load_asks_for_what_is_not_on_its_way(void **state)
{
    (void)state;
    sim_counters c = two_loads(0x1, 0x6, NULL); /* the segment is the line, a sector of which is coming */
    assert_int_equal(c.l1_read_misses, 2);
    assert_int_equal(c.l1_sector_misses, 1);
    assert_int_equal(c.l1_merges, 0);
    assert_int_equal(c.l1_miss_sectors, 1 + 3);
    assert_int_equal(c.misses_returned, 2);
    /* It needs no MSHR of its own, but a place in the merge list. */
    assert_int_equal(two_loads(0x1, 0x6, "l1_mshrs=1").l1_stall_mshr, 0);
    assert_true(two_loads(0x1, 0x6, "l1_merge=1").l1_stall_mshr > 100);
}

static void whole_lines_are_joined(void **state)
{
    (void)state;
    sim_counters c = two_loads(0x1, 0x6, "l1_no_allocate_fetch=line");
    assert_int_equal(c.l1_read_misses, 1);
    assert_int_equal(c.l1_merges, 1);
}

/* Like ld.cg: nothing is joined, and no MSHR is needed. */
static void without_mshr_every_load_is_a_request(void **state)
{
    (void)state;
    sim_counters c = two_loads(0x1, 0x1, "l1_no_allocate_mshr=0");
    assert_int_equal(c.l1_read_misses, 2);
    assert_int_equal(c.l1_bypasses, 2);
    assert_int_equal(c.l1_merges, 0);
    assert_int_equal(c.misses_returned, 2);

    static const char *const few[] = {SEGMENTS, "l1_mshrs=1", NULL}, *const around[] = {
                                                                         SEGMENTS, "l1_mshrs=1",
                                                                         "l1_no_allocate_mshr=0", NULL};
    begin(1);
    micro_warp(&m);
    micro_access(&m, load_inst, 0, 8, 1);
    micro_run(&m, use_inst);
    assert_true(bench_once(&m, "tuple:1:0", few).l1_stall_mshr > 100);
    assert_int_equal(bench_once(&m, "tuple:1:0", around).l1_stall_mshr, 0);
}

/* ---- an allocating load meets a no-allocate miss ---- */

/* The younger warp, which may not allocate, asks for a sector; the older one, which may, then loads the line
 * twice. */
static sim_counters meet(uint32_t older_sectors, const char *option)
{
    const char *const settings[] = {SEGMENTS, "schedulers=1", option, NULL};
    begin(2);
    micro_warp(&m);
    wait_long(1);
    micro_run(&m, wait_inst); /* until the other's miss is in flight */
    touch_and_use(7, older_sectors);
    touch_and_use(7, older_sectors);
    wait_long(40);
    micro_warp(&m);
    touch_and_use(7, 0x1);
    return bench_once(&m, "tuple:2:1", settings);
}

static void the_line_is_not_lost(void **state)
{
    (void)state;
    sim_counters c = meet(0x6, NULL);
    assert_int_equal(c.l1_bypasses, 1);
    assert_int_equal(c.l1_read_misses, 2);
    assert_int_equal(c.l1_sector_misses, 1);
    assert_int_equal(c.l1_miss_sectors, 1 + 3); /* the rest of the line */
    assert_int_equal(c.l1_read_hits, 1);
    /* Accel-Sim's recorded runs: joins the miss and gets no line; the next load allocates. */
    sim_counters line = meet(0x6, "l1_no_allocate_fetch=line");
    assert_int_equal(line.l1_merges, 1);
    assert_int_equal(line.l1_read_hits, 0);
    assert_int_equal(line.l1_read_misses, 2);
    /* Around the MSHRs the two know nothing of each other. */
    sim_counters around = meet(0x6, "l1_no_allocate_mshr=0");
    assert_int_equal(around.l1_miss_sectors, 1 + 4);
    assert_int_equal(around.l1_read_hits, 1);
}

/* ---- lines of sectors ---- */

static const char *const with_sectors[] = {SEGMENTS, "l1_sector_bytes=32", "schedulers=1", NULL};

static void a_sector_miss_fetches_the_sector(void **state)
{
    (void)state;
    begin(1);
    micro_warp(&m);
    touch_and_use(7, 0x1); /* miss */
    touch_and_use(7, 0x2); /* sector miss */
    touch_and_use(7, 0x3); /* hit */
    touch_and_use(7, 0xd); /* sector miss for two */
    touch_and_use(7, 0xf); /* hit */
    sim_counters c = bench_once(&m, "gto", with_sectors);
    assert_int_equal(c.l1_read_misses, 3);
    assert_int_equal(c.l1_sector_misses, 2);
    assert_int_equal(c.l1_miss_sectors, 4);
    assert_int_equal(c.l1_read_hits, 2);
    assert_int_equal(c.l1_evictions, 0);
}

/* Two requests of one line: who waits for the first does not wait for the second. */
static void everybody_waits_for_his_sectors(void **state)
{
    (void)state;
    begin(2);
    micro_warp(&m);
    touch(load_inst, 7, 0x1);
    touch(other_load, 7, 0x2);
    micro_run(&m, use_inst);
    micro_warp(&m);
    touch_and_use(7, 0x3);
    sim_counters c = bench_once(&m, "gto", with_sectors);
    assert_int_equal(c.l1_read_misses, 2);
    assert_int_equal(c.l1_sector_misses, 1);
    assert_int_equal(c.l1_merges, 1); /* for both */
    assert_int_equal(c.misses_returned, 2);
}

/* A line that is on its way was touched last by who asked for one more of its sectors, whose next load of it
 * is an intra-warp hit. */
static void who_asks_for_a_sector_touches_the_line(void **state)
{
    (void)state;
    begin(2);
    micro_warp(&m);
    touch(load_inst, 7, 0x1);
    micro_warp(&m);
    touch_and_use(7, 0x2);
    touch_and_use(7, 0x3);
    sim_counters c = bench_once(&m, "gto", with_sectors);
    assert_int_equal(c.l1_read_misses, 2);
    assert_int_equal(c.l1_sector_misses, 1);
    assert_int_equal(c.l1_read_hits, 1);
    assert_int_equal(c.l1_intra_hits, 1);
}

/* With coalesce_bytes = 32 each sector of each line is a request of its own. */
static void every_sector_is_a_request(void **state)
{
    static const char *const each[] = {"l1_sector_bytes=32", "coalesce_bytes=32", NULL};
    (void)state;
    begin(1);
    micro_warp(&m);
    micro_access(&m, load_inst, 3, 3, 5);
    for (uint32_t i = 1; i <= 3; i++)
        m.words[m.n_words - i] = line_word(word_line(m.words[m.n_words - i]), 0x1 | 0x2u << i % 3);
    micro_run(&m, use_inst);
    sim_counters c = bench_once(&m, "gto", each);
    assert_int_equal(c.l1_read_accesses, 6);
    assert_int_equal(c.l1_read_misses, 6);
    assert_int_equal(c.l1_miss_sectors, 6);
    assert_int_equal(c.l2_reads, 6);
}

/* Accesses of 1 byte a lane make a request of each sector, of 2 bytes of each half of a line, where the
 * machine says so; a line is fetched once, and those behind wait for it. [GS memory_coalescing_arch()] */
static const struct {
    uint8_t bytes;
    uint32_t touched,
        requests; /* sectors of the last of three lines of which the others are touched as a whole */
} narrow[] = {{1, 0xf, 12}, {1, 0x9, 10}, {1, 0x4, 9}, {2, 0xf, 6}, {2, 0x9, 6},  {2, 0x6, 6}, {2, 0x3, 5},
              {2, 0xc, 5},  {4, 0xf, 3},  {4, 0x9, 3}, {8, 0x6, 3}, {16, 0x1, 3}, {3, 0xf, 3}, {128, 0xf, 3}};

static sim_counters narrow_access(trace_op op, uint8_t bytes, uint32_t touched, const char *option)
{
    const char *const settings[] = {"l1_merge=12", "l2_sector_bytes=32", option, NULL};
    begin(1);
    const uint32_t inst = op == TRACE_OP_STORE_GLOBAL ? store_inst : load_inst;
    m.inst[inst].access_bytes = bytes;
    micro_warp(&m);
    micro_access(&m, inst, 7, 3, 1);
    micro_sectors(&m, touched);
    return bench_once(&m, "gto", settings);
}

static void narrow_accesses_make_more_requests(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof narrow / sizeof *narrow; i++) {
        sim_counters c =
            narrow_access(TRACE_OP_LOAD_GLOBAL, narrow[i].bytes, narrow[i].touched, "coalesce_narrow=1");
        assert_int_equal(c.l1_read_accesses, narrow[i].requests);
        assert_int_equal(c.l1_read_misses, 3);
        assert_int_equal(c.l1_merges, narrow[i].requests - 3);
        assert_int_equal(c.l1_miss_sectors, 12);
        c = narrow_access(TRACE_OP_LOAD_GLOBAL, narrow[i].bytes, narrow[i].touched, "coalesce_narrow=0");
        assert_int_equal(c.l1_read_accesses, 3);
        c = narrow_access(TRACE_OP_STORE_GLOBAL, narrow[i].bytes, narrow[i].touched, "coalesce_narrow=1");
        assert_int_equal(c.l1_writes, narrow[i].requests);
        assert_int_equal(c.l2_writes, 8 + __builtin_popcount(narrow[i].touched));
    }
}

/* With an MSHR for each sector two loads may wait for one of sector 1, whoever has waited for the other
 * sectors, or for those of a line before. */
static void who_waits_for_a_sector_counts_for_it(void **state)
{
    static const char *const two_each[] = {"l1_sector_bytes=32", "coalesce_bytes=32", "l1_merge=2", NULL};
    (void)state;
    begin(1);
    const uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, -1, -1);
    micro_warp(&m);
    for (uint32_t line = 7; line <= 9; line++) {
        touch(load, line, 0x1);
        touch(load, line, 0x2);
        touch(load, line, 0x2);
        wait_long(20);
    }
    sim_counters c = bench_once(&m, "gto", two_each);
    assert_int_equal(c.l1_read_misses, 6);
    assert_int_equal(c.l1_merges, 3);
    assert_int_equal(c.l1_stall_mshr, 0);
}

/* With an MSHR for each sector so many sectors are on their way at most, of one line too; a load of one that
 * is waits for none. */
static void so_many_sectors_are_on_their_way(void **state)
{
    static const char *const two[] = {"l1_sector_bytes=32", "coalesce_bytes=32", "l1_mshrs=2", NULL},
                             *const at_fill[] = {"l1_sector_bytes=32", "coalesce_bytes=32", "l1_mshrs=2",
                                                 "l1_allocate=fill", NULL},
                             *const *const machines[] = {two, at_fill};
    (void)state;
    for (uint32_t third = 0x2; third <= 0x4; third += 0x2) {
        begin(1);
        const uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, -1, -1);
        micro_warp(&m);
        touch(load, 7, 0x1);
        touch(load, 7, 0x2);
        touch(load, 7, third);
        for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
            sim_counters c = bench_once(&m, "gto", machines[i]);
            assert_int_equal(c.l1_stall_mshr > 100, third == 0x4);
            assert_int_equal(c.l1_stall_mshr == 0, third == 0x2);
            assert_int_equal(c.l1_read_misses, third == 0x2 ? 2 : 3);
            assert_int_equal(c.l1_merges, third == 0x2);
        }
    }
}

/* A store takes the sectors that it writes [GS wr_hit_we]. */
static void a_store_evicts_sectors(void **state)
{
    (void)state;
    begin(1);
    micro_warp(&m);
    touch_and_use(7, 0x3);
    touch(store_inst, 7, 0x1);
    touch_and_use(7, 0x2); /* hit */
    touch_and_use(7, 0x1); /* sector miss */
    touch(store_inst, 7, 0xf);
    touch_and_use(7, 0x2); /* miss: no sector was left */
    sim_counters c = bench_once(&m, "gto", with_sectors);
    assert_int_equal(c.l1_read_hits, 1);
    assert_int_equal(c.l1_read_misses, 3);
    assert_int_equal(c.l1_sector_misses, 1);
}

/* A load that may not allocate adds no sector to a line either [GS tag_array::access()]. */
static void no_allocate_loads_add_no_sectors(void **state)
{
    (void)state;
    begin(2);
    micro_warp(&m);
    touch_and_use(7, 0x1);
    wait_long(40);
    touch_and_use(7, 0x2); /* sector miss: the other's sector was not kept */
    micro_warp(&m);
    wait_long(20);
    touch_and_use(7, 0x1); /* hit */
    touch_and_use(7, 0x2);
    sim_counters c = bench_once(&m, "tuple:2:1", with_sectors);
    assert_int_equal(c.l1_read_hits, 1);
    assert_int_equal(c.l1_bypasses, 1);
    assert_int_equal(c.l1_sector_misses, 1);
    assert_int_equal(c.l1_miss_sectors, 3);
}

/* The machine has lines, not sectors, unless it is told so: a part of a line brings all of it. */
static void lines_are_whole_without_sectors(void **state)
{
    (void)state;
    begin(1);
    micro_warp(&m);
    touch_and_use(7, 0x1);
    touch_and_use(7, 0xe);
    sim_counters c = bench_once(&m, "gto", NULL);
    assert_int_equal(c.l1_read_hits, 1);
    assert_int_equal(c.l1_miss_sectors, 4);
    assert_int_equal(c.l1_sector_misses, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_allocate_loads_fetch_what_the_machine_says),
        cmocka_unit_test(flits_follow),
        cmocka_unit_test(l2_sectors_follow),
        cmocka_unit_test(a_load_joins_what_is_on_its_way),
        cmocka_unit_test(a_load_asks_for_what_is_not_on_its_way),
        cmocka_unit_test(whole_lines_are_joined),
        cmocka_unit_test(without_mshr_every_load_is_a_request),
        cmocka_unit_test(the_line_is_not_lost),
        cmocka_unit_test(a_sector_miss_fetches_the_sector),
        cmocka_unit_test(everybody_waits_for_his_sectors),
        cmocka_unit_test(who_asks_for_a_sector_touches_the_line),
        cmocka_unit_test(every_sector_is_a_request),
        cmocka_unit_test(narrow_accesses_make_more_requests),
        cmocka_unit_test(who_waits_for_a_sector_counts_for_it),
        cmocka_unit_test(so_many_sectors_are_on_their_way),
        cmocka_unit_test(a_store_evicts_sectors),
        cmocka_unit_test(no_allocate_loads_add_no_sectors),
        cmocka_unit_test(lines_are_whole_without_sectors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

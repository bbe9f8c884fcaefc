/* Does the L1 follow its rules: merging, reservation, write-evict, the pollute bit? [S2.2.2, S3.4.1,
 * S5.6.3] */
#include "sim/gpu.h"
#include "sim/sm/l1_tags.h"
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

/* U4: a secondary miss to a line in flight sends nothing downstream, whether the line is reserved or not. */
static void secondary_miss_is_merged(void **state)
{
    static const char *const fill[] = {"l1_allocate=fill", NULL};
    (void)state;
    begin(2);
    for (int w = 0; w < 2; w++) {
        micro_warp(&m);
        micro_access(&m, load_inst, 7, 1, 1);
        micro_run(&m, use_inst);
    }
    for (int at_fill = 0; at_fill <= 1; at_fill++) {
        sim_counters c = bench_once(&m, "gto", at_fill ? fill : NULL);
        assert_int_equal(c.l1_read_accesses, 2);
        assert_int_equal(c.l1_read_misses, 1);
        assert_int_equal(c.l1_merges, 1);
        assert_int_equal(c.l2_reads, 1);
    }
}

/* More loads and MSHRs in use than have places at hand: every warp gets what it waits for. Two warps each
 * load the same lines, all of which are under way at once. */
static void any_number_is_under_way(void **state)
{
    (void)state;
    enum { WARPS = 48, LOADS = 8, LINES = WARPS / 2 * LOADS, LATENCY = 3000 };
    static const char *const settings[] = {"memory=fixed", "memory_latency=3000", "l1_mshrs=512",
                                           "l1_ways=32",   "lsu_queue=64",        NULL};
    assert_true(LINES > (int)L1_FIRST_MSHRS && WARPS * LOADS > (int)SM_FIRST_LOADS);
    begin(WARPS);
    uint32_t load[LOADS], use[LOADS];
    for (int i = 0; i < LOADS; i++) {
        load[i] = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 10 + i, -1);
        use[i] = micro_inst(&m, TRACE_OP_INT, 30 + i, 10 + i);
    }
    for (uint32_t w = 0; w < WARPS; w++) {
        micro_warp(&m);
        for (uint32_t i = 0; i < LOADS; i++)
            micro_access(&m, load[i], w / 2 * LOADS + i, 1, 1);
        for (uint32_t i = 0; i < LOADS; i++)
            micro_run(&m, use[i]);
    }
    sim_counters c = bench_once(&m, "lrr", settings);
    assert_int_equal(c.l1_read_misses, LINES);
    assert_int_equal(c.l1_merges, WARPS * LOADS - LINES);
    assert_int_equal(c.warp_insts, 2 * WARPS * LOADS);
    assert_true(c.cycles > LATENCY && c.cycles < 2 * LATENCY);
}

/* U5: a store that hits invalidates the line, so the next load misses; a store that misses allocates nothing.
 */
static void store_evicts(void **state)
{
    (void)state;
    begin(1);
    micro_warp(&m);
    micro_access(&m, load_inst, 3, 1, 1);
    micro_run(&m, use_inst);
    micro_access(&m, load_inst, 3, 1, 1); /* hit */
    micro_run(&m, use_inst);
    micro_access(&m, store_inst, 3, 1, 1);
    micro_access(&m, load_inst, 3, 1, 1); /* miss again */
    micro_run(&m, use_inst);
    micro_access(&m, store_inst, 9, 1, 1);
    micro_access(&m, load_inst, 9, 1, 1); /* miss: the store did not allocate */
    micro_run(&m, use_inst);
    sim_counters c = bench_once(&m, "gto", NULL);
    assert_int_equal(c.l1_read_hits, 1);
    assert_int_equal(c.l1_read_misses, 3);
    assert_int_equal(c.l1_writes, 2);
}

/* The way of a line that a store has evicted is free: the next line goes there, and no other is lost. In a
 * set of four ways lines 0, 32, 64 and 96 are loaded; a store evicts the youngest. */
static void a_stored_line_leaves_its_way(void **state)
{
    (void)state;
    static const char *const lines[] = {"l1_index=linear", NULL}, *const sectors[] = {"l1_index=linear",
                                                                                      "l1_sector_bytes=32",
                                                                                      NULL};
    static const char *const *const machines[] = {lines, sectors};
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
        begin(1);
        micro_warp(&m);
        for (uint32_t line = 0; line < 128; line += 32) {
            micro_access(&m, load_inst, line, 1, 1);
            micro_run(&m, use_inst);
        }
        micro_access(&m, store_inst, 96, 1, 1);
        micro_access(&m, load_inst, 128, 1, 1); /* takes the place of 96, not that of 0 */
        micro_run(&m, use_inst);
        micro_access(&m, load_inst, 0, 1, 1);
        micro_run(&m, use_inst);
        sim_counters c = bench_once(&m, "gto", machines[i]);
        assert_int_equal(c.l1_read_misses, 5);
        assert_int_equal(c.l1_read_hits, 1);
    }
}

/* Four misses to one 4-way set block a fifth although MSHRs are free; the stall is the
 * set's. */
static void full_set_blocks(void **state)
{
    (void)state;
    static const char *const linear[] = {"l1_index=linear", NULL};
    begin(1);
    micro_warp(&m);
    micro_access(&m, load_inst, 0, 5, 32); /* lines 0, 32, 64, 96, 128: all in set 0 */
    micro_run(&m, use_inst);
    sim_counters c = bench_once(&m, "gto", linear);
    assert_int_equal(c.l1_read_misses, 5);
    assert_true(c.l1_stall_line > 100);
    assert_int_equal(c.l1_stall_mshr, 0);
}

/* The same of a set that is too wide for masks: 33 lines are on their way, the 34th waits. */
static void wide_set_blocks(void **state)
{
    (void)state;
    static const char *const wide[] = {"l1_index=linear", "l1_sets=1",        "l1_ways=33", "l1_mshrs=64",
                                       "lsu_queue=64",    "l1_miss_queue=64", NULL};
    begin(1);
    micro_warp(&m);
    micro_access(&m, load_inst, 0, 34, 1);
    micro_run(&m, use_inst);
    sim_counters c = bench_once(&m, "gto", wide);
    assert_int_equal(c.l1_read_misses, 34);
    assert_true(c.l1_stall_line > 50);
    assert_int_equal(c.l1_stall_mshr, 0);
}

static const char *const one_wide_set[] = {"l1_index=linear", "l1_sets=1", "l1_ways=33", NULL};

/* Loads `n` lines one after the other. */
static void load_lines(uint32_t first, uint32_t n)
{
    for (uint32_t line = first; line < first + n; line++) {
        micro_access(&m, load_inst, line, 1, 1);
        micro_run(&m, use_inst);
    }
}

/* Hits of an LRU set of `ways` lines. */
static uint64_t lru_hits(const uint32_t *line, uint32_t n, uint32_t ways)
{
    uint64_t hits = 0;
    uint32_t stack[64] = {0}, held = 0; /* the last used first */
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = 0;
        while (at < held && stack[at] != line[i])
            at++;
        hits += at < held;
        held += at == held && held < ways;
        for (uint32_t j = at < held ? at : held - 1; j; j--)
            stack[j] = stack[j - 1];
        stack[0] = line[i];
    }
    return hits;
}

/* Whole groups of ways that are looked at together, and what is left over. */
static void wide_set_is_lru(void **state)
{
    (void)state;
    enum { LOADS = 1500 };
    static uint32_t line[LOADS];
    uint32_t random = 1;
    begin(1);
    micro_warp(&m);
    for (uint32_t i = 0; i < LOADS; i++) {
        random = random * 1664525 + 1013904223;
        line[i] = (random >> 16) % 70;
        load_lines(line[i], 1);
    }
    for (uint32_t ways = 33; ways <= 64; ways++) {
        char setting[16];
        (void)snprintf(setting, sizeof setting, "l1_ways=%u", ways);
        const sim_counters c =
            bench_once(&m, "gto", (const char *const[]){"l1_index=linear", "l1_sets=1", setting, NULL});
        assert_int_equal(c.l1_read_hits, lru_hits(line, LOADS, ways));
    }
}

/* In a launch lines go where none of it is, whatever was there in the one before. */
static void wide_set_forgets_earlier_launches(void **state)
{
    (void)state;
    begin(1);
    micro_warp(&m);
    load_lines(0, 33);
    load_lines(0, 33);
    bench b;
    bench_open(&b, "gto", one_wide_set);
    for (int launch = 0; launch < 2; launch++) {
        sim_counters c = bench_run(&b, &m);
        assert_int_equal(c.l1_read_misses, 33);
        assert_int_equal(c.l1_read_hits, 33);
        assert_int_equal(c.l1_evictions, 0);
    }
    sim_destroy(b.sim);
}

/* As a_stored_line_leaves_its_way: of 33 lines a store evicts the youngest. */
static void stored_line_leaves_its_way_in_a_wide_set(void **state)
{
    (void)state;
    begin(1);
    micro_warp(&m);
    load_lines(0, 33);
    micro_access(&m, store_inst, 32, 1, 1);
    load_lines(33, 1);
    load_lines(0, 1);
    sim_counters c = bench_once(&m, "gto", one_wide_set);
    assert_int_equal(c.l1_read_misses, 34);
    assert_int_equal(c.l1_read_hits, 1);
    assert_int_equal(c.l1_evictions, 0);
}

/* The same of lines that are lost with their page, and were written: of 32 written lines of 32 pages and one
 * that was only read, the written one of the last page. */
static void lost_line_leaves_its_way_in_a_wide_set(void **state)
{
    (void)state;
    enum { PAGE_LINES = 32 };
    begin(1);
    micro_warp(&m);
    load_lines(0, 1);
    for (uint32_t page = 1; page <= 32; page++)
        micro_access(&m, store_inst, page * PAGE_LINES, 1, 1);
    bench b;
    bench_open(&b, "gto",
               (const char *const[]){"l1_index=linear", "l1_sets=1", "l1_ways=33", "l1_write=through",
                                     "l1_written_percent=100", NULL});
    (void)bench_run(&b, &m);
    l1_cache *l1 = &((gpu *)(void *)b.sim)->sms[0].l1;
    const uint32_t read = l1_victim(l1, 0, NULL), last = l1_find_way(l1, 0, 32 * PAGE_LINES);
    assert_int_equal(l1->line[read], 0);
    l1_lose_page(l1, l1->held[last].address);
    assert_int_equal(l1->written_lines, 31);
    assert_int_equal(l1_victim(l1, 0, NULL), last);
    sim_destroy(b.sim);
}

/* Where all lines were written, the oldest of them is replaced. */
static void written_lines_of_a_wide_set_are_replaced(void **state)
{
    (void)state;
    begin(1);
    micro_warp(&m);
    for (uint32_t line = 0; line < 33; line++)
        micro_access(&m, store_inst, line, 1, 1);
    bench b;
    bench_open(&b, "gto",
               (const char *const[]){"l1_index=linear", "l1_sets=1", "l1_ways=33", "l1_write=through", NULL});
    (void)bench_run(&b, &m);
    l1_cache *l1 = &((gpu *)(void *)b.sim)->sms[0].l1;
    assert_int_equal(l1->written_lines, 33);
    assert_int_equal(l1_victim(l1, 0, NULL), l1_find_way(l1, 0, 0));
    assert_false(l1_is_reserved(l1, 0));
    sim_destroy(b.sim);
}

/* Loads and stores of global memory can go past the L1, those of private memory never do. */
static void global_memory_goes_past(void **state)
{
    (void)state;
    static const char *const past[] = {"l1_global=bypass", NULL}, *const through[] = {"l1_global=cached",
                                                                                      NULL};
    begin(1);
    const uint32_t private_load = micro_inst(&m, TRACE_OP_LOAD_PRIVATE, 1, -1),
                   private_store = micro_inst(&m, TRACE_OP_STORE_PRIVATE, -1, -1);
    micro_warp(&m);
    for (int twice = 0; twice < 2; twice++) {
        micro_access(&m, load_inst, 7, 1, 1);
        micro_run(&m, use_inst);
        micro_access(&m, private_load, 9, 1, 1);
        micro_run(&m, use_inst);
    }
    micro_access(&m, store_inst, 9, 1, 1); /* that line stays where global memory goes past */
    micro_access(&m, private_load, 9, 1, 1);
    micro_run(&m, use_inst);
    micro_access(&m, private_store, 9, 1, 1); /* and is evicted by this one */
    micro_access(&m, private_load, 9, 1, 1);
    micro_run(&m, use_inst);
    sim_counters c = bench_once(&m, "gto", past);
    assert_int_equal(c.l1_read_accesses, 4);
    assert_int_equal(c.l1_read_hits, 2);
    assert_int_equal(c.l1_writes, 2);
    assert_int_equal(c.l2_reads, 4);
    c = bench_once(&m, "gto", through);
    assert_int_equal(c.l1_read_accesses, 6);
    assert_int_equal(c.l1_read_hits, 2);
}

static void few_mshrs_block(void **state)
{
    (void)state;
    static const char *const two[] = {"l1_mshrs=2", NULL},
                             *const at_fill[] = {"l1_mshrs=2", "l1_allocate=fill", NULL},
                             *const *const machines[] = {two, at_fill};
    begin(1);
    micro_warp(&m);
    micro_access(&m, load_inst, 0, 3, 1);
    micro_run(&m, use_inst);
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
        sim_counters c = bench_once(&m, "gto", machines[i]);
        assert_true(c.l1_stall_mshr > 100);
        assert_int_equal(c.l1_stall_line, 0);
        assert_int_equal(c.l1_read_misses, 3);
    }
}

/* Two warps load eight private lines twice each; the older one outlives the other, so that it stays the
 * oldest. */
static void two_passes(void)
{
    begin(2);
    uint32_t wait = micro_inst(&m, TRACE_OP_SFU, 3, 3);
    for (int w = 0; w < 2; w++) {
        micro_warp(&m);
        for (int pass = 0; pass < 2; pass++) {
            micro_access(&m, load_inst, (uint32_t)w * 64, 8, 1);
            micro_run(&m, use_inst);
        }
        for (int i = 0; w == 0 && i < 100; i++)
            micro_run(&m, wait);
    }
}

/* A load without the pollute bit never changes the L1. Both warps are on one scheduler, so
 * that with p = 1 only the older one may allocate. */
static void no_allocate_loads_leave_l1_alone(void **state)
{
    (void)state;
    static const char *const one_scheduler[] = {"schedulers=1", NULL};
    two_passes();
    sim_counters all = bench_once(&m, "tuple:2:2", one_scheduler);
    assert_int_equal(all.l1_read_hits, 16);
    assert_int_equal(all.l1_bypasses, 0);
    assert_int_equal(all.l1_polluting_accesses, 32);
    assert_int_equal(all.l1_polluting_hits, 16);
    sim_counters one = bench_once(&m, "tuple:2:1", one_scheduler);
    assert_int_equal(one.l1_read_misses, 8 + 16); /* the younger warp misses in both passes */
    assert_int_equal(one.l1_bypasses, 16);
    assert_int_equal(one.l1_read_hits, 8);
    assert_int_equal(one.l1_evictions, 0);
    assert_int_equal(one.l1_polluting_accesses, 16);
    assert_int_equal(one.l1_polluting_hits, 8);
}

/* Intra-warp hits are hits on lines that the same warp touched last. */
static void intra_warp_hits(void **state)
{
    (void)state;
    begin(1);
    micro_warp(&m);
    micro_access(&m, load_inst, 0, 1, 1);
    micro_run(&m, use_inst);
    micro_access(&m, load_inst, 0, 1, 1);
    sim_counters own = bench_once(&m, "gto", NULL);
    assert_int_equal(own.l1_read_hits, 1);
    assert_int_equal(own.l1_intra_hits, 1);

    begin(2);
    uint32_t barrier = micro_inst(&m, TRACE_OP_BARRIER, -1, -1);
    micro_warp(&m);
    micro_access(&m, load_inst, 0, 1, 1);
    micro_run(&m, use_inst);
    micro_run(&m, barrier);
    micro_run(&m, use_inst);
    micro_warp(&m);
    micro_run(&m, barrier);
    micro_access(&m, load_inst, 0, 1, 1);
    sim_counters other = bench_once(&m, "gto", NULL);
    assert_int_equal(other.l1_read_hits, 1);
    assert_int_equal(other.l1_intra_hits, 0);
}

/* With write-through a line that was stored as a whole can be read, and is replaced only when as many lines
 * as may be are such. Of a set of four ways, lines 32 apart, it is the one that has not been used for
 * longest. */
static void written_lines_are_spared(void **state)
{
    (void)state;
    static const char *const spared[] = {"l1_index=linear", "l1_write=through", "l1_written_percent=50",
                                         NULL};
    static const char *const not_spared[] = {"l1_index=linear", "l1_write=through", "l1_written_percent=0",
                                             NULL};
    for (int spares = 0; spares < 2; spares++) {
        begin(1);
        micro_warp(&m);
        micro_access(&m, store_inst, 0, 1, 1);
        for (uint32_t line = 0; line <= 4 * 32; line += 32) {
            micro_access(&m, load_inst, line, 1, 1);
            micro_run(&m, use_inst);
        }
        micro_access(&m, load_inst, 0, 1, 1);
        micro_run(&m, use_inst);
        sim_counters c = bench_once(&m, "gto", spares ? spared : not_spared);
        assert_int_equal(c.l1_read_hits, spares ? 2 : 1);
        assert_int_equal(c.l1_writes, 1);
    }
}

/* A store that needs a line waits while all of its set are on their way; one that does not need it goes. */
static void stores_wait_for_a_line(void **state)
{
    (void)state;
    static const char *const through[] = {"l1_index=linear", "l1_write=through", NULL}, *const evict[] = {
                                                                                            "l1_index=linear",
                                                                                            "l1_write=evict",
                                                                                            NULL};
    begin(1);
    micro_warp(&m);
    micro_access(&m, load_inst, 0, 4, 32); /* lines 0, 32, 64, 96: all of set 0 */
    micro_access(&m, store_inst, 128, 1, 1);
    micro_access(&m, store_inst, 0, 1, 1);
    sim_counters waits = bench_once(&m, "gto", through), goes = bench_once(&m, "gto", evict);
    assert_true(waits.l1_stall_line > 100);
    assert_int_equal(goes.l1_stall_line, 0);
    assert_int_equal(waits.l1_writes, 2);
    assert_int_equal(goes.l1_writes, 2);
}

/* Stores that are still queued when the last warp ends are sent all the same. */
static void last_stores_are_sent(void **state)
{
    (void)state;
    begin(1);
    micro_warp(&m);
    for (uint32_t i = 0; i < 3; i++)
        micro_access(&m, store_inst, i * 40, 32, 1);
    bench b;
    bench_open(&b, "gto", NULL);
    for (int launch = 0; launch < 2; launch++) {
        sim_counters c = bench_run(&b, &m);
        assert_int_equal(c.l1_writes, 96);
        assert_int_equal(c.l2_writes, 96);
    }
    sim_destroy(b.sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(secondary_miss_is_merged),
        cmocka_unit_test(any_number_is_under_way),
        cmocka_unit_test(written_lines_are_spared),
        cmocka_unit_test(store_evicts),
        cmocka_unit_test(a_stored_line_leaves_its_way),
        cmocka_unit_test(full_set_blocks),
        cmocka_unit_test(wide_set_blocks),
        cmocka_unit_test(wide_set_is_lru),
        cmocka_unit_test(wide_set_forgets_earlier_launches),
        cmocka_unit_test(stored_line_leaves_its_way_in_a_wide_set),
        cmocka_unit_test(lost_line_leaves_its_way_in_a_wide_set),
        cmocka_unit_test(written_lines_of_a_wide_set_are_replaced),
        cmocka_unit_test(global_memory_goes_past),
        cmocka_unit_test(few_mshrs_block),
        cmocka_unit_test(no_allocate_loads_leave_l1_alone),
        cmocka_unit_test(intra_warp_hits),
        cmocka_unit_test(stores_wait_for_a_line),
        cmocka_unit_test(last_stores_are_sent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

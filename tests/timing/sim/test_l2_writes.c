/* What do stores do in L2, and when does DRAM see them? Write-back, write-allocate [T3.1], or through
 * [RA 4.3.2]; l2_write_alloc decides about lines that are written in part [GS: L2 write allocation policies].
 */
#include "tests/timing/sim/bench.h"

static micro m;
static uint32_t store_inst, load_inst;

static void begin(void)
{
    micro_begin(&m, 1, 1);
    store_inst = micro_inst(&m, TRACE_OP_STORE_GLOBAL, -1, -1);
    load_inst = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, -1);
    micro_warp(&m);
}

static void store(uint32_t line, uint32_t sectors)
{
    micro_access(&m, store_inst, line, 1, 1);
    micro_sectors(&m, sectors);
}

/* A store of `sectors` of a line, and in the next launch a load of all of it. */
static void store_then_load(uint32_t sectors, const char *const *settings, sim_counters *stored,
                            sim_counters *loaded)
{
    bench b;
    bench_open(&b, "gto", settings);
    begin();
    store(0, sectors);
    *stored = bench_run(&b, &m);
    begin();
    micro_access(&m, load_inst, 0, 1, 1);
    *loaded = bench_run(&b, &m);
    sim_destroy(b.sim);
}

#define FETCH "l2_write_alloc=fetch"
#define LAZY  "l2_write_alloc=lazy"

/* A store miss allocates: nothing is fetched for a whole line, a line written in part is fetched at once
 * (fetch) or when a sector is read that nobody wrote (lazy). Nothing is written to DRAM. */
static void store_miss_allocates(void **state)
{
    (void)state;
    static const char *const fetch[] = {FETCH, NULL}, *const lazy[] = {LAZY, NULL};
    static const char *const fetch_sectors[] = {FETCH, "l2_sector_bytes=32", NULL};
    static const char *const lazy_sectors[] = {LAZY, "l2_sector_bytes=32", NULL};
    static const struct {
        const char *const *settings;
        uint32_t sectors;
        uint64_t by_store, by_load; /* DRAM reads */
    } cases[] = {{fetch, 0xf, 0, 0},       {lazy, 0xf, 0, 0},          {fetch, 0x3, 1, 0},
                 {lazy, 0x3, 0, 1},        {fetch_sectors, 0xf, 0, 0}, {lazy_sectors, 0xf, 0, 0},
                 {lazy_sectors, 0x3, 0, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sim_counters stored, loaded;
        store_then_load(cases[i].sectors, cases[i].settings, &stored, &loaded);
        assert_int_equal(stored.l1_writes, 1);
        assert_int_equal(stored.dram_reads, cases[i].by_store);
        assert_int_equal(loaded.dram_reads, cases[i].by_load);
        assert_int_equal(stored.dram_writes + loaded.dram_writes, 0);
    }
}

/* `n` stores of a byte by each lane, 8 to a sector, and in the next launch two loads of it. */
static void store_bytes_then_load(uint32_t n, const char *written, sim_counters *loaded)
{
    const char *const settings[] = {LAZY, "l2_sector_bytes=32", written, NULL};
    bench b;
    bench_open(&b, "gto", settings);
    begin();
    m.inst[store_inst].access_bytes = 1;
    for (uint32_t i = 0; i < n; i++)
        store(0, 0xf);
    (void)bench_run(&b, &m);
    begin();
    for (int i = 0; i < 2; i++) /* the second meets the first or what it has brought */
        micro_access(&m, load_inst, 0, 1, 1);
    *loaded = bench_run(&b, &m);
    sim_destroy(b.sim);
}

/* Sectors are there when stores have written all their bytes, as many as these are: four times a quarter. */
static void a_sector_written_in_part_is_fetched(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= 6; n++) {
        sim_counters bytes, sectors;
        store_bytes_then_load(n, "l2_written=bytes", &bytes);
        store_bytes_then_load(n, "l2_written=sectors", &sectors);
        assert_int_equal(bytes.dram_reads, n < 4 ? 4 : 0);
        assert_int_equal(sectors.dram_reads, 0);
        assert_int_equal(bytes.dram_writes + sectors.dram_writes, 0);
    }
}

/* It is dirty all the same, and its line is not free. */
static void a_sector_written_in_part_is_written_back(void **state)
{
    (void)state;
    static const char *const tiny[] = {"channels=1", "l2_banks=1",         "l2_sets=1",        "l2_ways=1",
                                       LAZY,         "l2_sector_bytes=32", "l2_written=bytes", NULL};
    begin();
    m.inst[store_inst].access_bytes = 1;
    store(0, 0xf);
    micro_access(&m, load_inst, 8, 1, 1);
    sim_counters c = bench_once(&m, "gto", tiny);
    assert_int_equal(c.l2_writebacks, 1);
    assert_int_equal(c.dram_writes, 1);
    assert_int_equal(c.dram_reads, 4);
}

/* One bank with one set of two ways: the third line replaces the first, which goes to DRAM when it is dirty.
 */
static void dirty_victims_are_written_back(void **state)
{
    (void)state;
    static const char *const tiny[] = {"channels=1", "l2_banks=1", "l2_sets=1", "l2_ways=2", NULL};
    for (uint32_t dirty = 0; dirty <= 3; dirty++) {
        begin();
        for (uint32_t line = 0; line < 3; line++) {
            if (line < dirty)
                store(line * 8, 0xf);
            else
                micro_access(&m, load_inst, line * 8, 1, 1); /* of one register: one after the other */
        }
        sim_counters c = bench_once(&m, "gto", tiny);
        assert_int_equal(c.l2_writebacks, dirty > 0);
        assert_int_equal(c.dram_writes, dirty > 0);
        assert_int_equal(c.dram_reads, 3 - dirty);
    }
}

/* A store that hits a clean line makes it dirty; a second store to it changes nothing more. */
static void store_hit_makes_dirty(void **state)
{
    (void)state;
    static const char *const tiny[] = {"channels=1", "l2_banks=1", "l2_sets=1", "l2_ways=1", NULL};
    begin();
    uint32_t use = micro_inst(&m, TRACE_OP_INT, 1, 1);
    micro_access(&m, load_inst, 0, 1, 1);
    micro_run(&m, use);
    store(0, 0x1);
    store(0, 0x2);
    micro_access(&m, load_inst, 8, 1, 1);
    sim_counters c = bench_once(&m, "gto", tiny);
    assert_int_equal(c.l2_writes, 2);
    assert_int_equal(c.l2_writebacks, 1);
    assert_int_equal(c.dram_reads, 2);
}

/* With l2_write = through every store is a DRAM write, whether its line is there or not; one that misses
 * takes no line, and no line is ever written back. */
static void stores_go_through(void **state)
{
    (void)state;
    static const char *const tiny[] = {"channels=1", "l2_banks=1",       "l2_sets=1",
                                       "l2_ways=1",  "l2_write=through", NULL};
    static const char *const sectors[] = {"l2_write=through", "l2_sector_bytes=32", LAZY, NULL};
    begin();
    uint32_t use = micro_inst(&m, TRACE_OP_INT, 1, 1);
    micro_access(&m, load_inst, 0, 1, 1);
    micro_run(&m, use);
    store(0, 0x1);
    store(0, 0x2);
    store(8, 0xf);
    micro_access(&m, load_inst, 0, 1, 1);
    micro_run(&m, use);
    micro_access(&m, load_inst, 8, 1, 1);
    sim_counters c = bench_once(&m, "gto", tiny);
    assert_int_equal(c.l2_writes, 3);
    assert_int_equal(c.dram_writes, 3);
    assert_int_equal(c.l2_writebacks, 0);
    assert_int_equal(c.dram_reads, 2);
    assert_int_equal(c.l2_read_hits, 1); /* line 0 has stayed, and line 8 did not come */
    sim_counters stored, loaded;
    store_then_load(0x3, sectors, &stored, &loaded);
    assert_int_equal(stored.dram_writes, 2); /* a sector each */
    assert_int_equal(stored.dram_reads, 0);
    assert_int_equal(loaded.dram_reads, 4);
}

/* A store that meets its line on the way does not wait for it. */
static void a_store_through_does_not_wait_for_a_fetch(void **state)
{
    (void)state;
    static const char *const through[] = {"l2_write=through", NULL}, *const back[] = {"l2_write=back", NULL};
    begin();
    micro_access(&m, load_inst, 0, 1, 1);
    store(0, 0x1);
    sim_counters c = bench_once(&m, "gto", through), waits = bench_once(&m, "gto", back);
    assert_int_equal(c.dram_reads, 1);
    assert_int_equal(c.dram_writes, 1);
    assert_int_equal(c.l2_merges, 0);
    assert_int_equal(waits.l2_merges, 1);
}

/* The store of an atomic follows its fetch, its merge or its hit. */
static void atomics_go_through(void **state)
{
    (void)state;
    static const char *const through[] = {"l2_write=through", NULL};
    begin();
    uint32_t atomic = micro_inst(&m, TRACE_OP_ATOMIC_GLOBAL, 2, -1);
    uint32_t use = micro_inst(&m, TRACE_OP_INT, 2, 2);
    for (int i = 0; i < 3; i++) {
        micro_atomic(&m, atomic, 0, 1, 1);
        micro_run(&m, use);
    }
    sim_counters c = bench_once(&m, "gto", through);
    assert_int_equal(c.dram_reads, 1);
    assert_int_equal(c.dram_writes, 3);
    assert_int_equal(c.l2_writebacks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(store_miss_allocates),
        cmocka_unit_test(a_sector_written_in_part_is_fetched),
        cmocka_unit_test(a_sector_written_in_part_is_written_back),
        cmocka_unit_test(dirty_victims_are_written_back),
        cmocka_unit_test(store_hit_makes_dirty),
        cmocka_unit_test(stores_go_through),
        cmocka_unit_test(a_store_through_does_not_wait_for_a_fetch),
        cmocka_unit_test(atomics_go_through),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* What pages of two sizes cost, as formulas: nothing when base pages become a large one, a look-up and a walk
 * when that goes, cycles of a stall as many as are asked for, a second look-up in the L2 TLB with serial=1. A
 * chain of loads runs while a vm policy does one thing in one cycle. Mosaic, [RA] 7.3.3, 7.3.4, 7.5.2. */
#include "sim_hooks/tlb/page_table.h"
#include "tests/unit/sim/cache_recorder.h"
#include "tests/unit/sim/other_policies.h"

static micro m;

enum { W = 8, L = 300, L2_TLB = 10, WALK = 4 * L, HIT = 1, MISS = 2 * W + L2_TLB + WALK, PAGE_LINES = 32 };
#define FIXED "fetch=0", "memory=fixed", "memory_latency=300", "watchdog=0"
static const char *const fixed[] = {FIXED, NULL};

/* ---- a vm policy that does one thing ---- */

typedef enum deed { NOTHING, COALESCE, SPLINTER, MOVE, UNMAP, STALL } deed;

static struct {
    deed deed;
    uint64_t at;    /* core cycle, or of the exchange after it */
    bool in_flight; /* between two exchanges; COALESCE alone */
    bool is_large;  /* the page is a large one from the beginning */
    bool done;
    uint64_t large_page; /* number of the one that COALESCE makes */
    const vm_host *host;
} plan;

static uint32_t copy_cycles;

static int create(const vm_host *host, const void *options, void **state, poise_error *err)
{
    (void)options, (void)err;
    plan.host = host;
    copy_cycles = host->copy_cycles;
    plan.done = false;
    *state = &plan;
    return POISE_OK;
}
static void destroy(void *state)
{
    (void)state;
}
static vm_answer place(void *state, uint16_t app, uint64_t page, vm_place *at, uint64_t cycle)
{
    (void)state, (void)app, (void)cycle;
    at->frame = page;
    return VM_PRESENT;
}
static void allocate(void *state, uint16_t app, uint64_t address, uint64_t bytes, uint64_t cycle)
{
    (void)state, (void)cycle, (void)bytes;
    if (plan.is_large)
        plan.host->coalesce(plan.host->opaque, app, address >> VM_LARGE_BITS);
}
static void act(void)
{
    void *host = plan.host->opaque;
    plan.done = true;
    switch (plan.deed) {
    case NOTHING: break;
    case COALESCE: plan.host->coalesce(host, 0, plan.large_page); break;
    case SPLINTER: plan.host->splinter(host, 0, 0); break;
    case MOVE: plan.host->move(host, 0, 0, 1 << 20); break;
    case UNMAP: plan.host->unmap(host, 0, 0); break;
    case STALL: plan.host->stall(host, 777); break;
    }
}
static uint64_t gather(void *const *states, uint32_t count, uint64_t cycle)
{
    (void)states, (void)count;
    if (plan.in_flight || plan.done)
        return 0;
    if (cycle < plan.at)
        return plan.at - cycle;
    act();
    return 0;
}
static uint64_t tick(void *state, uint64_t cycle)
{
    (void)state;
    if (!plan.in_flight || plan.done)
        return 0;
    if (cycle < plan.at)
        return plan.at - cycle;
    act();
    return 0;
}
static const vm_policy policy = {
    .info = {.abi = POISE_POLICY_ABI, .struct_size = sizeof(vm_policy), .name = "planned"},
    .create = create,
    .life = {.destroy = destroy, .gather = gather},
    .place = place,
    .allocate = allocate,
    .tick = tick};

/* ---- what walks read ---- */

static tlb_read read_at[64];
static uint32_t n_reads;
static void (*read_memory)(void *, const tlb_read *);

static void note_read(void *opaque, const tlb_read *read)
{
    read_at[n_reads++ % 64] = *read;
    read_memory(opaque, read);
}

/* ---- launches ---- */

typedef struct timed {
    sim_counters counters;
    uint64_t walks;
} timed;

static bool records_l2; /* what its policy is told */

static timed launch(const char *tlb, const char *const *settings)
{
    bench b;
    timed t;
    bench_open(&b, "gto", settings);
    sim_destroy(b.sim);
    if (sim_create(&b.sim, &b.config, &(sim_policies){.tlb = tlb, .vm = "demand"}, &b.err))
        fail_msg("%s", b.err.text);
    use_vm_policy(&b, &policy);
    if (records_l2)
        use_l2_policy(&b, &l2_recorder);
    gpu *g = (gpu *)(void *)b.sim;
    read_memory = g->translation.tlb_host.read;
    g->translation.tlb_host.read = note_read;
    n_reads = 0;
    t.counters = bench_run(&b, &m);
    t.walks = n_reads / 4;
    assert_int_equal(n_reads % 4, 0);
    sim_destroy(b.sim);
    assert_true(plan.done || plan.deed == NOTHING);
    return t;
}

static timed with(deed what, uint64_t at, bool in_flight, const char *tlb, const char *const *settings)
{
    plan.deed = what;
    plan.at = at;
    plan.in_flight = in_flight;
    return launch(tlb, settings);
}

/* A chain of loads of the lines `line`, each of which waits for the one before. */
static void write_chain(uint32_t n, const uint32_t *line)
{
    micro_begin(&m, 1, 1);
    uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, 1), use = micro_inst(&m, TRACE_OP_INT, 2, 1);
    micro_warp(&m);
    for (uint32_t i = 0; i < n; i++) {
        micro_access(&m, load, line[i], 1, 1);
        micro_run(&m, use);
    }
}

static int nothing_is_large(void **state)
{
    (void)state;
    plan.is_large = false;
    return 0;
}

/* neither those that have their page nor those that wait for one notice. */
static void coalescing_costs_nothing(void **state)
{
    (void)state;
    write_chain(12, (const uint32_t[]){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
    const timed none = with(NOTHING, 0, false, "shared_tlb", fixed);
    for (uint64_t at = 40; at < none.counters.cycles - 400; at += 211) {
        timed one = with(COALESCE, at, at % 2 != 0, "shared_tlb", fixed);
        assert_int_equal(one.counters.cycles, none.counters.cycles);
        assert_int_equal(one.counters.tlb_misses, none.counters.tlb_misses);
        assert_int_equal(one.walks, 1);
    }
}

/* From then on a walk brings all of it: pages 1, 2 and 3 cost one walk, not three. */
static void a_walk_brings_all_of_it(void **state)
{
    (void)state;
    write_chain(4, (const uint32_t[]){0, PAGE_LINES, 2 * PAGE_LINES, 3 * PAGE_LINES});
    const timed none = with(NOTHING, 0, false, "shared_tlb", fixed);
    const timed after = with(COALESCE, MISS + 100, true, "shared_tlb", fixed);
    assert_int_equal(none.walks, 4);
    assert_int_equal(after.walks, 2);
    assert_int_equal(none.counters.cycles - after.counters.cycles, 2 * (MISS - HIT));
    /* While the walk of page 0 is under way: it brings all of it. */
    const timed before = with(COALESCE, 2 * W + L2_TLB, true, "shared_tlb", fixed);
    assert_int_equal(before.walks, 1);
    assert_int_equal(none.counters.cycles - before.counters.cycles, 3 * (MISS - HIT));
}

/* four reads, the last of the first entry of the table. */
static void a_walk_of_a_large_page_reads_its_first_entry(void **state)
{
    (void)state;
    const page_table table = {.bits = {9, 9, 9, 9}, .entry_bits = PAGE_TABLE_ENTRY_BITS};
    plan.is_large = true;
    write_chain(1, (const uint32_t[]){300 * PAGE_LINES});
    for (uint32_t i = 0; i < 2; i++) {
        timed t = with(NOTHING, 0, false, "shared_tlb", fixed);
        assert_int_equal(t.walks, 1);
        for (uint32_t depth = 1; depth <= PAGE_TABLE_LEVELS; depth++) {
            uint64_t page = depth == PAGE_TABLE_LEVELS && plan.is_large ? 0 : 300;
            assert_int_equal(read_at[depth - 1].depth, depth);
            assert_int_equal(read_at[depth - 1].address, page_table_entry(&table, 0, page << 12, depth));
        }
        plan.is_large = false; /* and of a base page its own */
    }
}

/* Splintering takes the one large entry away: of what was known by it, the next page costs a walk, each. */
static void splintering_flushes_the_large_entry(void **state)
{
    (void)state;
    plan.is_large = true;
    write_chain(4, (const uint32_t[]){0, PAGE_LINES, 2 * PAGE_LINES, 3 * PAGE_LINES});
    const timed none = with(NOTHING, 0, false, "shared_tlb", fixed);
    const timed one = with(SPLINTER, MISS + 100, false, "shared_tlb", fixed);
    assert_int_equal(none.walks, 1);
    assert_int_equal(one.walks, 4);
    assert_int_equal(one.counters.cycles - none.counters.cycles, 3 * (MISS - HIT));
    /* While the answer for page 0 is on its way to the SM: it is of page 0 alone. */
    const timed answered = with(SPLINTER, W + 2 * W + L2_TLB + WALK - W, false, "shared_tlb", fixed);
    assert_int_equal(answered.walks, 4);
    assert_int_equal(answered.counters.cycles, one.counters.cycles);
}

/* A page that moves is walked for again, its neighbours are not; its lines are in no L1. */
static void a_moved_page_is_walked_for_again(void **state)
{
    (void)state;
    write_chain(4, (const uint32_t[]){0, PAGE_LINES, 0, PAGE_LINES});
    const timed none = with(NOTHING, 0, false, "shared_tlb", fixed);
    const timed one = with(MOVE, 2 * MISS + 2 * L - 100, false, "shared_tlb", fixed);
    assert_int_equal(none.walks, 2);
    assert_int_equal(one.walks, 3);
    assert_int_equal(none.counters.l1_read_hits, 2);
    assert_int_equal(one.counters.l1_read_hits, 1);
    /* The hit in the L1 would have taken a cycle. */
    assert_int_equal(one.counters.cycles - none.counters.cycles, MISS - HIT + L - 1);
}

/* SMs issue nothing for as long. */
static void a_stall_is_as_long_as_it_says(void **state)
{
    (void)state;
    micro_begin(&m, 1, 1);
    uint32_t use = micro_inst(&m, TRACE_OP_INT, 1, 1);
    micro_warp(&m);
    for (uint32_t i = 0; i < 200; i++)
        micro_run(&m, use);
    const timed none = with(NOTHING, 0, false, "shared_tlb", fixed);
    const timed one = with(STALL, 80, false, "shared_tlb", fixed);
    assert_in_range(one.counters.cycles - none.counters.cycles, 777 - 20, 777);
}

/* Page-table entries are written in the background, through the L2: 33 lines; others see nothing of it. */
static void entries_are_written_through_the_l2(void **state)
{
    (void)state;
    static const char *const real[] = {"fetch=0", "watchdog=0", NULL};
    write_chain(12, (const uint32_t[]){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
    const timed none = with(NOTHING, 0, false, "shared_tlb", real);
    const timed one = with(COALESCE, 2000, true, "shared_tlb", real);
    assert_int_equal(none.counters.l2_writes, 0);
    assert_int_equal(one.counters.l2_writes, 33);
    assert_int_equal(one.counters.tlb_misses, none.counters.tlb_misses);
    plan.is_large = true;
    assert_int_equal(with(SPLINTER, 2000, false, "shared_tlb", real).counters.l2_writes, 2 * 33);
    plan.is_large = false;
    assert_int_equal(with(MOVE, 3000, false, "shared_tlb", real).counters.l2_writes, 1);
}

/* An entry of the level above those of base pages is written in the sector in which a walk reads it; of these
 * whole lines are written. The fifth large page has its entry in the second sector. */
static void a_large_page_is_written_where_walks_read_it(void **state)
{
    (void)state;
    static const char *const real[] = {"fetch=0", "watchdog=0", NULL};
    write_chain(12, (const uint32_t[]){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
    m.pages[0] = UINT64_C(5) << VM_LARGE_BITS;
    memset(&record, 0, sizeof record);
    plan.large_page = 5;
    records_l2 = true;
    (void)with(COALESCE, 2000, true, "shared_tlb", real);
    records_l2 = false;
    plan.large_page = 0;
    uint32_t n = 0, of_lines = 0;
    for (uint32_t i = 0; i < record.n; i++) {
        const mem_request *request = &record.call[i].request;
        if (record.call[i].name != CALL_RESULT || request->kind != MEM_STORE)
            continue;
        of_lines += request->depth == 4 && request->sectors == ALL_SECTORS;
        if (request->depth == 4)
            continue;
        n++;
        assert_int_equal(request->depth, 3);
        assert_int_equal(read_at[2].depth, 3); /* the third read of the first walk */
        assert_int_equal(line_begin(read_at[2].address), request->address);
        assert_int_equal(request->sectors, 1u << (read_at[2].address - request->address) / SECTOR_BYTES);
        assert_int_equal(request->sectors, 2);
    }
    assert_int_equal(n, 1);
    assert_int_equal(of_lines, 32);
}

/* With serial=1 what is not large is known 10 cycles later; a hit of a large page is not. */
static void the_second_probe(void **state)
{
    (void)state;
    write_chain(3, (const uint32_t[]){0, PAGE_LINES, 1});
    const char *const both = "shared_tlb:l1=1", *const serial = "shared_tlb:l1=1:serial=1";
    assert_int_equal(with(NOTHING, 0, false, serial, fixed).counters.cycles -
                         with(NOTHING, 0, false, both, fixed).counters.cycles,
                     3 * L2_TLB); /* two misses and a hit of a base page */
    plan.is_large = true;
    const char *const no_l1 = "shared_tlb:l1_large=0", *const no_l1_serial = "shared_tlb:l1_large=0:serial=1";
    assert_int_equal(with(NOTHING, 0, false, no_l1_serial, fixed).counters.cycles -
                         with(NOTHING, 0, false, no_l1, fixed).counters.cycles,
                     L2_TLB); /* a miss and two hits of a large one */
}

/* 256 bursts of 32 bytes in 2 command cycles each: a channel of 26.8 GB/s reads and writes 4 KB. */
static void a_copy_takes_the_bus_of_a_channel(void **state)
{
    (void)state;
    static const char *const mosaic[] = {"core_mhz=1020", "dram_mhz=1674", "dram_burst_bytes=32", FIXED,
                                         NULL};
    write_chain(1, (const uint32_t[]){0});
    (void)with(NOTHING, 0, false, "shared_tlb", mosaic);
    assert_int_equal(copy_cycles, 312); /* ceil(256 * 2 * 1020 / 1674) */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(coalescing_costs_nothing, nothing_is_large),
        cmocka_unit_test_setup(a_walk_brings_all_of_it, nothing_is_large),
        cmocka_unit_test_setup(a_walk_of_a_large_page_reads_its_first_entry, nothing_is_large),
        cmocka_unit_test_setup(splintering_flushes_the_large_entry, nothing_is_large),
        cmocka_unit_test_setup(a_moved_page_is_walked_for_again, nothing_is_large),
        cmocka_unit_test_setup(a_stall_is_as_long_as_it_says, nothing_is_large),
        cmocka_unit_test_setup(entries_are_written_through_the_l2, nothing_is_large),
        cmocka_unit_test_setup(a_large_page_is_written_where_walks_read_it, nothing_is_large),
        cmocka_unit_test_setup(the_second_probe, nothing_is_large),
        cmocka_unit_test_setup(a_copy_takes_the_bus_of_a_channel, nothing_is_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

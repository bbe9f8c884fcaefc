/* Accesses of pages at the boundary of L2 and memory: counted directly, and as the source does, with one
 * chunk at a time at the host [KE 4.2.1, 4.4.2]. */
#include "tests/unit/sim/other_policies.h"
#include "trace/synthetic.h"

#include <stdlib.h>

enum { PAGE_LINES = 32, PAGE_SECTORS = 128, NO_PAGES = 64, SMALL_PAGES = 4 };

/* A small L2, so that what is read again is fetched
 * again. */
static const char *const through[] = {"l2_write=through", NULL};
static const char *const small_l2[] = {"l2_write=through", "l2_sets=1", "l2_ways=2", "l1_ways=1", NULL};

typedef struct counts {
    sim_page page[NO_PAGES]; /* by number, up to NO_PAGES; others are left out */
    sim_counters counters;
    uint64_t reads, writes; /* of all pages */
} counts;

static simulator *machine(const char *const *settings, const char *vm, uint32_t threads)
{
    bench b;
    bench_open(&b, "gto", settings);
    sim_destroy(b.sim);
    if (sim_create(&b.sim, &b.config, &(sim_policies){.sched = "gto", .vm = vm}, &b.err) ||
        sim_set_threads(b.sim, threads, &b.err))
        fail_msg("%s", b.err.text);
    return b.sim;
}

static sim_counters launch(simulator *sim, const warp_trace *trace)
{
    sim_counters counters;
    poise_error err;
    if (sim_launch(sim, trace, &counters, NULL, &err))
        fail_msg("%s", err.text);
    return counters;
}

static void take(const simulator *sim, counts *out)
{
    sim_page *pages;
    size_t n;
    assert_int_equal(sim_page_accesses(sim, &pages, &n, NULL), POISE_OK);
    for (size_t i = 0; i < n; i++) {
        assert_true(i == 0 || pages[i - 1].page < pages[i].page);
        assert_true(pages[i].reads + pages[i].writes > 0);
        if (pages[i].page < NO_PAGES)
            out->page[pages[i].page] = pages[i];
        out->reads += pages[i].reads;
        out->writes += pages[i].writes;
    }
    free(pages);
}

static counts direct(const char *const *settings, const warp_trace *trace, uint32_t threads)
{
    counts out = {0};
    simulator *sim = machine(settings, "identity", threads);
    assert_int_equal(sim_watch_pages(sim, true, NULL), POISE_OK);
    out.counters = launch(sim, trace);
    take(sim, &out);
    sim_destroy(sim);
    return out;
}

/* What crosses the link with pages `first` .. at the host. */
static sim_page faithful(const char *const *settings, const warp_trace *trace, uint64_t first, uint64_t n)
{
    char vm[64];
    snprintf(vm, sizeof vm, "out:page=%llu:pages=%llu", (unsigned long long)first, (unsigned long long)n);
    simulator *sim = machine(settings, vm, 1);
    const sim_counters counters = launch(sim, trace);
    sim_destroy(sim);
    return (sim_page){first, counters.link_read_sectors, counters.link_write_sectors};
}

static void assert_methods_agree(const char *const *settings, const warp_trace *trace, uint64_t pages)
{
    const counts counted = direct(settings, trace, 1);
    sim_page sum = {0};
    for (uint64_t page = 0; page < pages; page++) {
        const sim_page one = faithful(settings, trace, page, 1);
        assert_int_equal(one.reads, counted.page[page].reads);
        assert_int_equal(one.writes, counted.page[page].writes);
        sum.reads += one.reads;
        sum.writes += one.writes;
    }
    const sim_page all = faithful(settings, trace, 0, pages); /* chunks of several pages */
    assert_int_equal(all.reads, sum.reads);
    assert_int_equal(all.writes, sum.writes);
    assert_true(sum.reads + sum.writes > 0);
}

/* ---- kernels ---- */

/* One warp reads buffer A, pages 0 to 8 of which the last is filled by half, `passes` times, and B, pages 16
 * to 23, once. */
static micro program;

static const micro *two_buffers(uint32_t passes)
{
    micro *m = &program;
    micro_begin(m, 1, 1);
    const uint32_t load = micro_inst(m, TRACE_OP_LOAD_GLOBAL, 0, 0),
                   end = micro_inst(m, TRACE_OP_EXIT, -1, -1);
    micro_warp(m);
    for (uint32_t pass = 0; pass < passes; pass++)
        for (uint32_t line = 0; line < 8 * PAGE_LINES + PAGE_LINES / 2; line++)
            micro_access(m, load, line, 1, 1);
    for (uint32_t line = 16 * PAGE_LINES; line < 24 * PAGE_LINES; line++)
        micro_access(m, load, line, 1, 1);
    micro_run(m, end);
    return m;
}

/* As nn: each lane reads two adjacent words by two loads, 256 bytes of a warp, and writes one: input pages 0
 * to 7, output pages 16 to 19. */
static const micro *nearest(void)
{
    micro *m = &program;
    micro_begin(m, 4, 4);
    const uint32_t first = micro_inst(m, TRACE_OP_LOAD_GLOBAL, 0, -1),
                   second = micro_inst(m, TRACE_OP_LOAD_GLOBAL, 1, -1),
                   store = micro_inst(m, TRACE_OP_STORE_GLOBAL, -1, 1),
                   end = micro_inst(m, TRACE_OP_EXIT, -1, -1);
    for (uint32_t warp = 0; warp < 16; warp++) {
        micro_warp(m);
        for (uint32_t i = 0; i < 8; i++) {
            const uint32_t at = warp * 8 + i;
            micro_access(m, first, 2 * at, 2, 1);
            micro_access(m, second, 2 * at, 2, 1);
            micro_access(m, store, 16 * PAGE_LINES + at, 1, 1);
        }
        micro_run(m, end);
    }
    return m;
}

/* One warp, one request after the other: loads, stores and atomics here and there in SMALL_PAGES. */
static const micro *one_after_the_other(void)
{
    micro *m = &program;
    micro_begin(m, 1, 1);
    const uint32_t load = micro_inst(m, TRACE_OP_LOAD_GLOBAL, 0, 0),
                   store = micro_inst(m, TRACE_OP_STORE_GLOBAL, -1, 0),
                   atomic = micro_inst(m, TRACE_OP_ATOMIC_GLOBAL, 0, 0),
                   end = micro_inst(m, TRACE_OP_EXIT, -1, -1);
    uint32_t random = 1;
    micro_warp(m);
    for (uint32_t i = 0; i < 600; i++) {
        random = random * 1664525 + 1013904223;
        const uint32_t line = (random >> 16) % (SMALL_PAGES * PAGE_LINES);
        if (i % 7 == 3)
            micro_atomic(m, atomic, line, 1, 4);
        else
            micro_access(m, i % 3 == 2 ? store : load, line, 1, 1);
        if (i % 7 != 3)
            micro_sectors(m, 1 + (random >> 8) % 15);
    }
    micro_run(m, end);
    return m;
}

/* ---- tests ---- */

static void buffers_are_flat_bands(void **state) /* G10 */
{
    (void)state;
    const counts counted = direct(small_l2, &two_buffers(2)->trace, 1);
    for (uint64_t page = 0; page < 8; page++) {
        assert_int_equal(counted.page[page].reads, 2 * PAGE_SECTORS);
        assert_int_equal(counted.page[16 + page].reads, PAGE_SECTORS);
        assert_int_equal(counted.page[page].writes + counted.page[16 + page].writes, 0);
    }
    assert_int_equal(counted.page[8].reads, PAGE_SECTORS); /* half of it is there */
    assert_int_equal(counted.page[9].reads + counted.page[24].reads, 0);
}

static void what_the_l2_keeps_is_read_once(void **state)
{
    (void)state;
    const counts counted = direct(through, &two_buffers(2)->trace, 1);
    for (uint64_t page = 0; page < 8; page++)
        assert_int_equal(counted.page[page].reads, counted.page[16 + page].reads);
}

static void adjacent_reads_merge_and_writes_do_not(void **state) /* G11 */
{
    (void)state;
    const counts counted = direct(through, &nearest()->trace, 1);
    for (uint64_t page = 0; page < 8; page++) {
        assert_int_equal(counted.page[page].reads, PAGE_SECTORS);
        assert_int_equal(counted.page[page].writes, 0);
    }
    for (uint64_t page = 16; page < 20; page++) {
        assert_int_equal(counted.page[page].writes, PAGE_SECTORS);
        assert_int_equal(counted.page[page].reads, 0);
    }
    /* Of the L1 they are 2:1 for each page: four loads of a line for two lines, one store for one. */
    assert_int_equal(counted.counters.l1_read_accesses / 8, 2 * counted.counters.l1_writes / 4);
}

static void methods_agree(void **state) /* G9 */
{
    (void)state;
    assert_methods_agree(small_l2, &two_buffers(2)->trace, 24);
    assert_methods_agree(through, &nearest()->trace, 20);
    assert_methods_agree(small_l2, &one_after_the_other()->trace, SMALL_PAGES);
    assert_methods_agree(through, &one_after_the_other()->trace, SMALL_PAGES);
    static const char *const sectors[] = {"l2_write=through", "l2_sets=1", "l2_ways=2", "l2_sector_bytes=32",
                                          NULL};
    assert_methods_agree(sectors, &one_after_the_other()->trace, SMALL_PAGES);
}

/* Of a write-back L2 the direct counters tell of write-backs, the link of stores [KE 4.4.2]. */
static void write_backs_are_not_what_crosses_the_link(void **state)
{
    (void)state;
    static const char *const back[] = {"l2_write=back", "l2_sets=1", "l2_ways=2", NULL};
    const counts counted = direct(back, &one_after_the_other()->trace, 1);
    const sim_page all = faithful(back, &one_after_the_other()->trace, 0, SMALL_PAGES);
    assert_true(counted.writes != all.writes);
    assert_true(counted.counters.l2_writebacks > 0);
}

static warp_trace random_loads(void)
{
    const trace_synthetic shape = {.thread_blocks = 24,
                                   .threads_per_block = 256,
                                   .iterations = 12,
                                   .stores_per_load = 1,
                                   .lines_per_load = 3,
                                   .footprint_lines = 8192,
                                   .seed = 3};
    warp_trace trace;
    assert_int_equal(trace_make_random(&trace, &shape, NULL), 0);
    return trace;
}

/* Everything that DRAM is asked for is counted, the same by any number of threads, and nothing else changes.
 */
static void counts_are_complete_and_the_same_for_any_number_of_threads(void **state)
{
    (void)state;
    static const char *const machine_of_eight[] = {"sms=8", "l2_sets=8", NULL};
    warp_trace trace = random_loads();
    const counts one = direct(machine_of_eight, &trace, 1), three = direct(machine_of_eight, &trace, 3);
    assert_memory_equal(&one, &three, sizeof one);
    simulator *sim = machine(machine_of_eight, "identity", 1);
    const sim_counters unwatched = launch(sim, &trace);
    assert_memory_equal(&one.counters, &unwatched, sizeof unwatched);
    sim_destroy(sim);
    assert_true(one.writes > 0);
    warp_trace_free(&trace);
}

/* A page is the same one in both memories. */
static void pages_at_the_host_are_counted_as_others(void **state)
{
    (void)state;
    counts there = {0};
    simulator *sim = machine(small_l2, "out:page=0:pages=2", 1);
    assert_int_equal(sim_watch_pages(sim, true, NULL), POISE_OK);
    there.counters = launch(sim, &one_after_the_other()->trace);
    take(sim, &there);
    sim_destroy(sim);
    const counts here = direct(small_l2, &one_after_the_other()->trace, 1);
    assert_memory_equal(there.page, here.page, sizeof here.page);
    assert_int_equal(there.page[0].reads + there.page[1].reads, there.counters.link_read_sectors);
    assert_int_equal(there.page[0].writes + there.page[1].writes, there.counters.link_write_sectors);
}

static void counts_go_on_over_launches_until_they_begin_anew(void **state)
{
    (void)state;
    counts first = {0}, both = {0}, anew = {0}, off = {0};
    simulator *sim = machine(small_l2, "identity", 1);
    take(sim, &off);
    assert_int_equal(off.reads, 0);
    assert_int_equal(sim_watch_pages(sim, true, NULL), POISE_OK);
    launch(sim, &two_buffers(1)->trace);
    take(sim, &first);
    launch(sim, &two_buffers(1)->trace);
    take(sim, &both);
    assert_true(first.reads > 0 && both.page[3].reads == 2 * first.page[3].reads);
    assert_int_equal(sim_watch_pages(sim, true, NULL), POISE_OK);
    take(sim, &anew);
    assert_int_equal(anew.reads, 0);
    assert_int_equal(sim_watch_pages(sim, false, NULL), POISE_OK);
    launch(sim, &two_buffers(1)->trace);
    take(sim, &off);
    assert_int_equal(off.reads, 0);
    sim_destroy(sim);
}

static void memory_without_banks_is_refused(void **state)
{
    (void)state;
    static const char *const perfect[] = {"memory=perfect", NULL};
    poise_error err = {0};
    simulator *sim = machine(perfect, "identity", 1);
    assert_int_equal(sim_watch_pages(sim, true, &err), POISE_USAGE);
    assert_non_null(strstr(err.text, "memory = real or ideal-dram"));
    sim_destroy(sim);
}

/* ---- what vm policies are told ---- */

typedef struct told {
    bool watches;
    sim_page page[NO_PAGES], all;
} told;
static told last_told;

static int create_told(const vm_host *host, const void *options, void **state, poise_error *err)
{
    (void)host, (void)options, (void)err;
    *state = &last_told;
    return POISE_OK;
}
static void destroy_told(void *state)
{
    (void)state;
}
static bool watches(const void *state)
{
    return ((const told *)state)->watches;
}
static void accessed(void *state, uint16_t app, uint64_t address, uint32_t sectors, bool is_write)
{
    told *t = state;
    const uint64_t page = address >> VM_BASE_BITS;
    assert_int_equal(app, 0);
    *(is_write ? &t->all.writes : &t->all.reads) += sectors;
    if (page < NO_PAGES)
        *(is_write ? &t->page[page].writes : &t->page[page].reads) += sectors;
}

static const vm_policy told_policy = {.info = {.abi = POISE_POLICY_ABI, .name = "told"},
                                      .life.destroy = destroy_told,
                                      .create = create_told,
                                      .watches = watches,
                                      .accessed = accessed};

static void policies_are_told_of_what_is_counted(void **state)
{
    (void)state;
    for (uint32_t threads = 0; threads < 4; threads++) {
        counts counted = {0};
        bench b;
        bench_open(&b, "gto", small_l2);
        last_told = (told){.watches = threads > 0};
        use_vm_policy(&b, &told_policy);
        assert_int_equal(sim_watch_pages(b.sim, true, NULL), POISE_OK);
        assert_int_equal(sim_set_threads(b.sim, threads ? threads : 1, NULL), POISE_OK);
        launch(b.sim, &one_after_the_other()->trace);
        take(b.sim, &counted);
        sim_destroy(b.sim);
        assert_true(counted.reads > 0 && counted.writes > 0);
        assert_int_equal(last_told.all.reads, threads ? counted.reads : 0);
        assert_int_equal(last_told.all.writes, threads ? counted.writes : 0);
        for (uint64_t i = 0; threads && i < NO_PAGES; i++) {
            assert_int_equal(last_told.page[i].reads, counted.page[i].reads);
            assert_int_equal(last_told.page[i].writes, counted.page[i].writes);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buffers_are_flat_bands),
        cmocka_unit_test(what_the_l2_keeps_is_read_once),
        cmocka_unit_test(adjacent_reads_merge_and_writes_do_not),
        cmocka_unit_test(methods_agree),
        cmocka_unit_test(write_backs_are_not_what_crosses_the_link),
        cmocka_unit_test(counts_are_complete_and_the_same_for_any_number_of_threads),
        cmocka_unit_test(pages_at_the_host_are_counted_as_others),
        cmocka_unit_test(counts_go_on_over_launches_until_they_begin_anew),
        cmocka_unit_test(memory_without_banks_is_refused),
        cmocka_unit_test(policies_are_told_of_what_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

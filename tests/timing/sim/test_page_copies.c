/* What compaction costs when its copies go through DRAM (machine option page_copies = traffic; Mosaic's CaC,
 * [RA] 7.3.4): a line read and a line written for each line of a page, at most as fast as the data bus of
 * its channel, and SMs that stand still until the last one is written. */
#include "tests/timing/sim/bench.h"
#include "tests/unit/sim/other_policies.h"

enum { PAGE = 1 << VM_BASE_BITS, LARGE = 1 << VM_LARGE_BITS, PAGES = LARGE / PAGE, LINES = 32 };

static micro m;

/* A large page and one of base pages, with room. */
static trace_event first[] = {{TRACE_EVENT_CREATE, 0, 0, LARGE, 0},
                              {TRACE_EVENT_CREATE, 1, LARGE, 200 * PAGE, 0}};

/* What is left of the large page moves to the other frame. */
static sim_counters launch(bench *b, trace_event *events, uint32_t n, uint32_t page)
{
    micro_begin(&m, 1, 1);
    m.trace.n_pages = 2;
    m.trace.header.events = events;
    m.trace.header.n_events = n;
    const uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, 1),
                   use = micro_inst(&m, TRACE_OP_INT, 1, 1);
    micro_warp(&m);
    micro_access(&m, load, page * LINES, 1, 1);
    for (uint32_t i = 0; i < 300; i++)
        micro_run(&m, use); /* if SMs did not stand still, this would go on meanwhile */
    return bench_run(b, &m);
}

/* The launch that begins with `pages` pages being moved. */
static sim_counters moved(const char *copies, const char *channels, const char *interleave, const char *way,
                          uint32_t pages, uint32_t *copy_cycles)
{
    bench b;
    char vm[100];
    const char *const settings[] = {"fetch=0", channels, "l2_banks=12", interleave, copies, NULL};
    trace_event second[] = {{TRACE_EVENT_RELEASE, 2, 0, (PAGES - pages) * PAGE, 0}};
    snprintf(vm, sizeof vm, "mosaic:memory=64:paging=none:compaction=%s", way);
    bench_open(&b, "gto", settings);
    sim_destroy(b.sim);
    if (sim_create(&b.sim, &b.config, &(sim_policies){.tlb = "shared_tlb", .vm = vm}, &b.err))
        fail_msg("%s", b.err.text);
    (void)launch(&b, first, 2, PAGES);
    const sim_counters count = launch(&b, second, 1, PAGES);
    *copy_cycles = ((const gpu *)(const void *)b.sim)->translation.vm_host.copy_cycles;
    sim_destroy(b.sim);
    return count;
}

#define TIME    "page_copies=time"
#define TRAFFIC "page_copies=traffic"

static void every_line_is_read_and_written(void **state)
{
    (void)state;
    static const char *const interleaves[] = {"channel_interleave=pieces", "channel_interleave=frames"};
    uint32_t unused;
    for (size_t i = 0; i < 2; i++) {
        for (uint32_t pages = 0; pages <= 40; pages += 20) {
            const sim_counters none = moved(TIME, "channels=6", interleaves[i], "ideal", pages, &unused),
                               all = moved(TRAFFIC, "channels=6", interleaves[i], "ideal", pages, &unused);
            assert_int_equal(all.dram_reads - none.dram_reads, pages * LINES);
            assert_int_equal(all.dram_writes - none.dram_writes, pages * LINES);
            assert_true(pages ? all.cycles > none.cycles : all.cycles == none.cycles);
        }
    }
}

/* In one channel: no faster than its data bus. Turning it round and opening rows take the rest; the bound
 * above says that reads and writes go side by side. */
static void as_long_as_the_bus_and_not_much_longer(void **state)
{
    (void)state;
    uint32_t page;
    for (uint32_t pages = 10; pages <= 160; pages *= 4) {
        const uint64_t none = moved(TIME, "channels=1", "dram_row=open", "ideal", pages, &page).cycles;
        const uint64_t with = moved(TRAFFIC, "channels=1", "dram_row=open", "ideal", pages, &page).cycles;
        const uint64_t bus = (uint64_t)pages * page;
        printf("%u pages: bus %llu, copies %llu\n", pages, (unsigned long long)bus,
               (unsigned long long)(with - none));
        assert_in_range(with - none, bus, bus + bus / 10 + 600);
    }
}

/* The time that the policy says is the least: what is shorter hides behind it. */
static void never_shorter_than_the_policy_says(void **state)
{
    (void)state;
    uint32_t page;
    const uint64_t time = moved(TIME, "channels=6", "dram_row=open", "cac", 40, &page).cycles,
                   traffic = moved(TRAFFIC, "channels=6", "dram_row=open", "cac", 40, &page).cycles,
                   copies = moved(TRAFFIC, "channels=6", "dram_row=open", "ideal", 40, &page).cycles;
    assert_true(copies < time); /* six channels work at it */
    assert_in_range(traffic, time, time + 300);
    const uint64_t one_time = moved(TIME, "channels=1", "dram_row=open", "cac", 40, &page).cycles,
                   one = moved(TRAFFIC, "channels=1", "dram_row=open", "cac", 40, &page).cycles,
                   one_copies = moved(TRAFFIC, "channels=1", "dram_row=open", "ideal", 40, &page).cycles;
    assert_true(one > one_time);
    assert_int_equal(one, one_copies);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_line_is_read_and_written),
        cmocka_unit_test(as_long_as_the_bus_and_not_much_longer),
        cmocka_unit_test(never_shorter_than_the_policy_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

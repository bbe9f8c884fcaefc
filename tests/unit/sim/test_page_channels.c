/* Pages that compaction moves stay in their DRAM channel, end to end: a machine that puts large frames into
 * one channel each, and Mosaic, which is told so (X-12 of thesis 7.3.4: CaC copies within a channel). */
#include "tests/timing/sim/bench.h"
#include "tests/unit/sim/other_policies.h"

enum { PAGE = 1 << VM_BASE_BITS, LARGE = 1 << VM_LARGE_BITS, PAGES = LARGE / PAGE, CHANNELS = 2 };

static micro m;
static struct {
    page_changes around;
    const gpu *g;
    uint64_t moved, crossed; /* pages; of these, from channel to channel */
    uint64_t into[CHANNELS];
} seen;

static uint32_t channel_of(uint64_t address)
{
    address_place place;
    address_find_l2(&seen.g->base.map[0], address, &place);
    return place.channel;
}

/* All of the page, not only its first line. */
static void moved(void *owner, uint16_t app, uint64_t from, uint64_t to)
{
    bool crosses = false;
    for (uint64_t at = 0; at < PAGE; at += 128)
        crosses |= channel_of(from + at) != channel_of(to) || channel_of(to + at) != channel_of(to);
    seen.moved++;
    seen.crossed += crosses;
    seen.into[channel_of(to)]++;
    seen.around.moved(owner, app, from, to);
}

/* Four large pages, and base pages in two further frames: holes in both, then few pages are left of each
 * large one. */
static trace_event first[] = {{TRACE_EVENT_CREATE, 0, 0, 4 * LARGE, 0},
                              {TRACE_EVENT_CREATE, 1, 4 * LARGE + 100 * PAGE, 824 * PAGE, 0}},
                   second[] = {{TRACE_EVENT_RELEASE, 2, 4 * LARGE + 100 * PAGE, 200 * PAGE, 0},
                               {TRACE_EVENT_RELEASE, 3, 0, (PAGES - 20) * PAGE, 0},
                               {TRACE_EVENT_RELEASE, 4, LARGE, (PAGES - 30) * PAGE, 0},
                               {TRACE_EVENT_RELEASE, 5, 2 * LARGE, (PAGES - 40) * PAGE, 0},
                               {TRACE_EVENT_RELEASE, 6, 3 * LARGE, (PAGES - 50) * PAGE, 0}};

static void launch(bench *b, trace_event *events, uint32_t n, uint32_t page)
{
    micro_begin(&m, 1, 1);
    m.trace.n_pages = 3;
    m.trace.header.events = events;
    m.trace.header.n_events = n;
    const uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, 1);
    micro_warp(&m);
    micro_access(&m, load, page * 32, 1, 1);
    (void)bench_run(b, &m);
}

static void run(const char *interleave, const char *vm)
{
    bench b;
    const char *const settings[] = {"fetch=0", "channels=2", "l2_banks=4", interleave, NULL};
    bench_open(&b, "gto", settings);
    sim_destroy(b.sim);
    if (sim_create(&b.sim, &b.config, &(sim_policies){.tlb = "shared_tlb", .vm = vm}, &b.err))
        fail_msg("%s", b.err.text);
    gpu *g = (gpu *)(void *)b.sim;
    memset(&seen, 0, sizeof seen);
    seen.g = g;
    seen.around = g->translation.around;
    g->translation.around.moved = moved;
    launch(&b, first, sizeof first / sizeof *first, 3);
    launch(&b, second, sizeof second / sizeof *second, PAGES - 5);
    sim_destroy(b.sim);
}

static void pages_stay_in_their_channel(void **state)
{
    (void)state;
    run("channel_interleave=frames", "mosaic:memory=64:paging=none:channels=2");
    assert_int_equal(seen.moved, 20 + 30 + 40 + 50);
    assert_int_equal(seen.crossed, 0);
    assert_true(seen.into[0] > 0 && seen.into[1] > 0);
}

/* Otherwise they do not. */
static void only_if_mosaic_knows(void **state)
{
    (void)state;
    run("channel_interleave=frames", "mosaic:memory=64:paging=none");
    assert_int_equal(seen.moved, 20 + 30 + 40 + 50);
    assert_true(seen.crossed > 0);
    run("channel_interleave=pieces", "mosaic:memory=64:paging=none:channels=2");
    assert_true(seen.moved > 0 && seen.crossed == seen.moved);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_stay_in_their_channel),
        cmocka_unit_test(only_if_mosaic_knows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

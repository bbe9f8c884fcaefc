/* Pages that change while SMs run (tests/unit/sim/changing_vm.h): every request goes on, and the counters are
 * the same whoever sleeps and however many threads simulate. */
#include "sim/mix.h"
#include "sim_hooks/builtin.h"
#include "tests/unit/sim/changing_vm.h"
#include "tests/unit/sim/hard_cases.h"
#include "tests/unit/sim/other_policies.h"
#include "tests/unit/sim/translated.h"

#include <string.h>

static const char *const tlbs[] = {"shared_tlb:l1=4:l1_large=2:l2=16:l2_large=3:serial=1",
                                   "pwcache:l1=4:l1_large=1", "mask:l1=4:epoch=1000", "ideal"};
enum { TLBS = sizeof tlbs / sizeof *tlbs };

/* Copies of pages are traffic in DRAM, where there is one: then pages must not move all the time, as SMs
 * stand still meanwhile. */
static bool with_traffic;
static void set_traffic(bool is_on)
{
    with_traffic = is_on;
    changing_period = is_on ? 20 * CHANGING_PERIOD : CHANGING_PERIOD;
}

static void make(bench *b, const char *const *settings, const char *tlb, bool always, uint32_t threads)
{
    bench_open(b, "gto", settings);
    sim_destroy(b->sim);
    b->config.wake_always = always;
    if (with_traffic && b->config.memory == MEMORY_REAL)
        b->config.page_copies = PAGE_COPIES_TRAFFIC;
    if (sim_create(&b->sim, &b->config, &(sim_policies){.tlb = tlb, .vm = "demand"}, &b->err) ||
        sim_set_threads(b->sim, threads, &b->err))
        fail_msg("%s", b->err.text);
    use_vm_policy(b, &changing);
}

static warp_trace trace;

static int give(void *user, size_t program, size_t launch, const warp_trace **given, poise_error *err)
{
    (void)user, (void)program, (void)launch, (void)err;
    *given = &trace;
    return POISE_OK;
}

static void run_mix(bench *b, outcome *o)
{
    static const sim_mix_program places[] = {{.n_sms = 2, .n_launches = 2},
                                             {.first_sm = 2, .n_sms = 2, .n_launches = 2}};
    sim_mix_result results[2];
    const sim_mix mix = {.programs = places, .n = 2, .read = give};
    if (sim_run_mix(b->sim, &mix, results, NULL, &b->err))
        fail_msg("%s", b->err.text);
    for (size_t i = 0; i < 2; i++)
        o->counters[i] = results[i].counters;
}

/* Of a program alone two launches, or two programs side by side. */
static void run(const char *const *settings, const char *tlb, bool always, uint32_t threads,
                bool side_by_side, outcome *o)
{
    bench b;
    memset(o, 0, sizeof *o);
    make(&b, settings, tlb, always, threads);
    if (side_by_side)
        run_mix(&b, o);
    for (uint32_t i = 0; !side_by_side && i < 2; i++)
        if (sim_launch(b.sim, &trace, &o->counters[i], NULL, &b.err))
            fail_msg("%s: %s", tlb, b.err.text);
    o->n_statistics =
        side_by_side ? 0 : sim_policy_statistics(b.sim, POLICY_AT_TLB, o->statistics, POLICY_STATISTICS);
    sim_destroy(b.sim);
}

static int make_loads(uint32_t lines, uint32_t iterations)
{
    const trace_synthetic shape = {.thread_blocks = 6,
                                   .threads_per_block = 256,
                                   .iterations = iterations,
                                   .alu_per_load = 3,
                                   .lines_per_load = 3,
                                   .footprint_lines = lines,
                                   .seed = 3};
    return trace_make_random(&trace, &shape, NULL);
}

/* In three large pages. */
static int make_trace(void **state)
{
    (void)state;
    return make_loads(1500 * 32, 12);
}

/* In few pages, which are used again soon. */
static int make_few_pages(void **state)
{
    (void)state;
    return make_loads(60 * 32, 12);
}

static int free_trace(void **state)
{
    (void)state;
    warp_trace_free(&trace);
    return 0;
}

/* Each design meets each number of threads on a third of the machines. */
static void neither_sleep_nor_threads_change_anything(void **state)
{
    (void)state;
    static outcome awake, asleep;
    memset(&changing_done, 0, sizeof changing_done);
    for (size_t m = 0; m < HARD_MACHINES; m++) {
        const size_t i = m % TLBS;
        run(hard_machines[m], tlbs[i], true, 1, false, &awake);
        run(hard_machines[m], tlbs[i], false, 1u << (m / TLBS) % 3, false, &asleep);
        assert_same(&awake, &asleep);
    }
    assert_true(changing_done.coalesced > 20 && changing_done.in_flight > 20 &&
                changing_done.splintered > 20 && changing_done.moved > 100);
}

/* A DRAM scheduler that looks where requests go: with all frames high, low addresses are those of pages
 * without a place. */
enum { FRAMES_FROM_BIT = 30 };
static uint32_t lost_requests;
static dram_policy watching;

static void accept_watched(void *state, const dram_request *request)
{
    lost_requests += request->request->address >> (FRAMES_FROM_BIT + VM_BASE_BITS) == 0;
    dram_frfcfs.accept(state, request);
}

static void no_request_is_lost(const char *const *settings, const char *tlb)
{
    bench b;
    sim_counters counters;
    make(&b, settings, tlb, false, 1);
    watching = dram_frfcfs;
    watching.accept = accept_watched;
    use_dram_policy(&b, &watching);
    if (sim_launch(b.sim, &trace, &counters, NULL, &b.err))
        fail_msg("%s: %s", tlb, b.err.text);
    sim_destroy(b.sim);
    assert_int_equal(lost_requests, 0);
}

/* Pages go while requests are on their way to them, and come back when those behind ask for them again. L1
 * TLBs hold all of them, so that one that learnt of a page too late would be found out. */
static void pages_go_while_they_are_used(void **state)
{
    (void)state;
    static const char *const large[] = {"shared_tlb:l1=64:l2=128", "pwcache:l1=64", "mask:l1=64:epoch=1000"};
    static outcome awake, asleep, still;
    uint64_t asked = 0;
    for (size_t m = 0; m < HARD_MACHINES; m++) {
        changing_unmaps = true;
        run(hard_machines[m], large[m % 3], true, 1, false, &awake);
        run(hard_machines[m], large[m % 3], false, 1u << m / 3 % 3, false, &asleep);
        assert_same(&awake, &asleep);
        changing_home = UINT64_C(1) << FRAMES_FROM_BIT;
        no_request_is_lost(hard_machines[m], large[m % 3]);
        changing_home = 0;
        changing_unmaps = false;
        run(hard_machines[m], large[m % 3], false, 1, false, &still);
        assert_int_equal(awake.counters[0].warp_insts, still.counters[0].warp_insts);
        asked += awake.counters[0].tlb_asked - still.counters[0].tlb_asked;
    }
    assert_true(changing_done.unmapped > 1000 && asked > 1000);
}

/* The same with copies that go through the channels: SMs stand still until they are done. */
static void copies_are_traffic(void **state)
{
    (void)state;
    static outcome awake, asleep, still;
    uint64_t more = 0, lines = 0;
    set_traffic(true);
    for (size_t m = 0; m < HARD_MACHINES; m += 2) {
        const uint32_t moved = changing_done.moved;
        run(hard_machines[m], tlbs[m / 2 % TLBS], true, 1, false, &awake);
        lines += (uint64_t)(changing_done.moved - moved) * 32;
        run(hard_machines[m], tlbs[m / 2 % TLBS], false, 1u << m % 3, false, &asleep);
        assert_same(&awake, &asleep);
        with_traffic = false;
        run(hard_machines[m], tlbs[m / 2 % TLBS], false, 1, false, &still);
        with_traffic = true;
        more += awake.counters[0].dram_writes - still.counters[0].dram_writes;
    }
    assert_true(more > lines / 8);
    set_traffic(false);
}

static void programs_side_by_side(void **state)
{
    (void)state;
    static const char *const machine[] = {"sms=4", "channels=1", "l2_banks=2", NULL};
    static outcome awake, asleep;
    for (size_t i = 0; i < 4; i++) {
        set_traffic(i >= 2);
        run(machine, tlbs[i % 2], true, 1, true, &awake);
        run(machine, tlbs[i % 2], false, 2u << i % 2, true, &asleep);
        assert_same(&awake, &asleep);
        assert_int_equal(awake.counters[0].warp_insts, awake.counters[1].warp_insts);
    }
    set_traffic(false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(neither_sleep_nor_threads_change_anything, make_trace, free_trace),
        cmocka_unit_test_setup_teardown(pages_go_while_they_are_used, make_few_pages, free_trace),
        cmocka_unit_test_setup_teardown(copies_are_traffic, make_trace, free_trace),
        cmocka_unit_test_setup_teardown(programs_side_by_side, make_trace, free_trace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

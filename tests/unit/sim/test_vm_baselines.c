/* What GPUswap is compared with, in the machine, on programs that share too little memory: first come, first
 * served, static parts, Gdev's copies of whole buffers, and demand paging (docs/PAGING.md, "Baselines"). G2,
 * G3, G4 and G19 are effects that the source shows; the numbers are ours. */
/* test: slow */
#include "sim_hooks/registry.h"
#include "tests/policy_figure.h"
#include "tests/unit/sim/mix_scene.h"

#include <math.h>

/* A buffer leaves room for code in a megabyte. */
enum {
    HALF_MB_PAGES = 128,
    PAGES = 240,
    LINES = PAGES * 32,
    BUFFER = LINES * 128,
    LAUNCHES = 3,
    FAR_LINES = 1 << 14
};

/* An L2 of 32 KB, of which nothing is left for the next launch. */
static const char *const small[] = {"icache_sets=4", "channels=2", "l2_banks=4", "l2_sets=16", NULL};
/* One that has room for a buffer. */
static const char *const large[] = {"icache_sets=4", "channels=2", "l2_banks=4", "l2_sets=1024", NULL};
static const char *const *settings = small;

/* 10^9 bytes a second: 16 GiB, more than caches can take, and ten times the first for what mostly waits. */
#define PCIE         17.18
#define FAST_LINK    1e5
#define QUICK_COPIES (10 * PCIE)
static double link_gbps = PCIE;

static micro in_place, apart, tiny;
static trace_event events_of[3][2];

/* Each line of a buffer is loaded, and stored into it or into another buffer. */
static void make_stream(micro *m, trace_event *events, uint32_t lines, bool is_in_place)
{
    const uint32_t per_warp = lines / 32, out = is_in_place ? 0 : FAR_LINES;
    micro_begin(m, 8, 4);
    const uint32_t load = micro_inst(m, TRACE_OP_LOAD_GLOBAL, 1, 5),
                   store = micro_inst(m, TRACE_OP_STORE_GLOBAL, -1, 1);
    for (uint32_t w = 0; w < 32; w++) {
        micro_warp(m);
        for (uint32_t i = 0; i < per_warp; i += 16) {
            micro_access(m, load, w * per_warp + i, 16, 1);
            micro_access(m, store, out + w * per_warp + i, 16, 1);
        }
    }
    m->trace.n_pages = is_in_place ? 1 : 2;
    m->trace.header.events = events;
    m->trace.header.n_events = is_in_place ? 1 : 2;
    events[0] = (trace_event){.kind = TRACE_EVENT_CREATE, .bytes = (uint64_t)lines * 128};
    events[1] = (trace_event){.kind = TRACE_EVENT_CREATE,
                              .buffer = 1,
                              .address = (uint64_t)FAR_LINES * 128,
                              .bytes = (uint64_t)lines * 128};
}

typedef struct mixed {
    scene s;
    policy_statistic all[POLICY_STATISTICS];
    size_t n;
} mixed;

static double told(const mixed *m, const char *name)
{
    return figure_named(m->all, m->n, name);
}

static void run_with(mixed *m, const char *vm, const char *tlb, bool always, uint32_t threads)
{
    sim_config config = machine(settings, 4);
    simulator *sim;
    config.wake_always = always;
    config.link_gbps = link_gbps;
    config.link_us = 0;
    forget(&m->s);
    if (sim_create(&sim, &config, &(sim_policies){.vm = vm, .tlb = tlb}, &m->s.err) ||
        sim_set_threads(sim, threads, &m->s.err))
        fail_msg("%s", m->s.err.text);
    run_on(&m->s, sim);
    m->n = sim_policy_statistics(sim, POLICY_AT_VM, m->all, POLICY_STATISTICS);
    sim_destroy(sim);
}

/* The same program twice, two SMs each. */
static void run_pair(mixed *m, const warp_trace *trace, const char *vm)
{
    memset(m, 0, sizeof *m);
    add(&m->s, 0, 2, LAUNCHES, trace);
    add(&m->s, 2, 2, LAUNCHES, trace);
    run_with(m, vm, NULL, false, 1);
    if (m->s.code)
        fail_msg("%s: %s", vm, m->s.err.text);
}

static int make_kernels(void **state)
{
    (void)state;
    make_stream(&in_place, events_of[0], LINES, true);
    make_stream(&apart, events_of[1], LINES, false);
    make_stream(&tiny, events_of[2], 512, true);
    return 0;
}

/* Before each test, so that one that fails leaves nothing to the next. */
static int usual_machine(void **state)
{
    (void)state;
    settings = small;
    link_gbps = PCIE;
    return 0;
}

static void same(const mixed *a, const mixed *b)
{
    assert_same_launches(&a->s, &b->s);
    assert_memory_equal(&a->s.machine, &b->s.machine, sizeof a->s.machine);
    assert_int_equal(a->n, b->n);
    for (size_t i = 0; i < a->n; i++)
        assert_true(a->all[i].value == b->all[i].value);
}

/* G2: with memory enough the software scheduler alone costs something, and nothing when it is off. */
static void one_launch_at_a_time_costs(void **state)
{
    (void)state;
    static mixed free_of_it, parts, without, with;
    run_pair(&free_of_it, &in_place.trace, "fcfs:memory=16");
    run_pair(&parts, &in_place.trace, "fcfs:memory=16:programs=2");
    run_pair(&without, &in_place.trace, "gdev:memory=16:serial=0");
    run_pair(&with, &in_place.trace, "gdev:memory=16");
    assert_memory_equal(&free_of_it.s.machine, &parts.s.machine, sizeof parts.s.machine);
    assert_memory_equal(&free_of_it.s.machine, &without.s.machine, sizeof parts.s.machine);
    const double more = (double)with.s.machine.cycles / (double)without.s.machine.cycles - 1;
    printf("G2: one launch at a time takes %.1f %% longer\n", 100 * more);
    assert_true(more > 0.05 && more < 1);
    assert_true(told(&with, "copied_in") == 0 && told(&with, "waited") >= 2 * LAUNCHES - 1);
}

/* G3: what is copied does not change until memory ends for another buffer, and a program that does not fit
 * cannot run. Four buffers of nearly 1 MB. */
static void copies_grow_by_whole_buffers(void **state)
{
    (void)state;
    static const double copied[] = {-1, -1, 16, 8, 0};
    static mixed m;
    double before = -1;
    for (uint32_t memory = 5; memory-- > 2;) {
        char vm[32];
        (void)snprintf(vm, sizeof vm, "gdev:memory=%u", memory);
        run_pair(&m, &apart.trace, vm);
        printf("G3: %s: %llu cycles, %.0f buffers out, %.0f in\n", vm, (unsigned long long)m.s.machine.cycles,
               told(&m, "bytes_out") / BUFFER, told(&m, "bytes_in") / BUFFER);
        assert_true((told(&m, "bytes_out") + told(&m, "bytes_in")) / BUFFER == copied[memory]);
        assert_true((double)m.s.machine.cycles > before);
        before = (double)m.s.machine.cycles;
    }
    memset(&m, 0, sizeof m);
    add(&m.s, 0, 2, 1, &in_place.trace);
    add(&m.s, 2, 2, 1, &apart.trace);
    run_with(&m, "gdev:memory=1", NULL, false, 1);
    assert_int_equal(m.s.code, POISE_FAILED);
    assert_contains(m.s.err.text, "has no memory for the buffer of 983040 bytes");
}

/* So many pages have been read over the link in each launch, give or take code. */
static void assert_share(const sim_counters *c, double pages)
{
    assert_true(fabs((double)c->link_read_sectors / (LAUNCHES * 128) - pages) < 2);
}

/* G4: who comes later starves; with parts both have the same, and memory is idle beside a small program. */
static void first_come_first_served_starves(void **state)
{
    (void)state;
    static mixed m;
    run_pair(&m, &in_place.trace, "fcfs:memory=1");
    const sim_counters *first = &m.s.result[0].counters, *second = &m.s.result[1].counters;
    assert_share(first, 0);
    assert_share(second, PAGES);
    const double slower = (double)second->cycles / (double)first->cycles;
    printf("G4: the second program takes %.2f times as long as the first\n", slower);
    assert_true(slower > 1.3);
    run_pair(&m, &in_place.trace, "fcfs:memory=1:programs=2");
    assert_share(first, PAGES - HALF_MB_PAGES);
    assert_share(second, PAGES - HALF_MB_PAGES);
    assert_true(fabs((double)first->cycles / (double)second->cycles - 1) < 0.1);
    memset(&m, 0, sizeof m);
    add(&m.s, 0, 2, LAUNCHES, &tiny.trace);
    add(&m.s, 2, 2, LAUNCHES, &in_place.trace);
    run_with(&m, "fcfs:memory=1:programs=2", NULL, false, 1);
    assert_share(first, 0);
    assert_share(second, PAGES - HALF_MB_PAGES); /* 112 pages are idle but for what nobody uses */
}

/* G19: an evicted byte of an in-place kernel crosses the link twice a launch, whether it is used where it
 * lies or copied; with separate buffers Gdev moves twice as much. Here all but the first and the last of 6
 * launches copy all buffers of one program out and of the other one in. */
static void copies_move_each_byte_twice(void **state)
{
    (void)state;
    static mixed copied, used;
    for (uint32_t buffers = 1; buffers <= 2; buffers++) {
        const warp_trace *trace = buffers == 1 ? &in_place.trace : &apart.trace;
        run_pair(&copied, trace, buffers == 1 ? "gdev:memory=1" : "gdev:memory=2");
        run_pair(&used, trace, "fcfs:memory=0");
        assert_true(told(&copied, "copied_in") == 4 * buffers && told(&copied, "copied_out") == 4 * buffers);
        const sim_counters *all = &used.s.result[0].counters;
        const double a_launch = 32 * (double)(all->link_read_sectors + all->link_write_sectors) / LAUNCHES;
        const double copies = (told(&copied, "bytes_in") + told(&copied, "bytes_out")) / 4;
        printf("G19: %u buffers: %.0f bytes copied for a launch, %.0f used over the link\n", buffers, copies,
               a_launch);
        assert_true(fabs(copies / (buffers * a_launch) - 1) < 0.01); /* code */
    }
}

/* GDM: buffers that are only read are not copied back; of those that are written everything is, whether the
 * L2 has written it back by then or not. */
static void clean_blocks_are_not_copied_back(void **state)
{
    (void)state;
    static mixed whole, blocks;
    run_pair(&whole, &apart.trace, "gdev:memory=2");
    run_pair(&blocks, &apart.trace, "gdev:memory=2:block=64");
    assert_true(told(&blocks, "bytes_in") == told(&whole, "bytes_in"));
    assert_true(told(&whole, "bytes_unwritten") == 0 && told(&whole, "bytes_out") == 8 * BUFFER);
    assert_true(told(&blocks, "bytes_out") == 4 * BUFFER && told(&blocks, "bytes_unwritten") == 4 * BUFFER);
    assert_true(blocks.s.machine.cycles < whole.s.machine.cycles);
    settings = large;
    run_pair(&blocks, &in_place.trace, "gdev:memory=1:block=4");
    assert_true(told(&blocks, "bytes_out") == 4 * BUFFER && told(&blocks, "bytes_unwritten") == 0);
    assert_int_equal(blocks.s.machine.dram_writes, 0); /* the L2 had all of it */
}

/* Copies are under way while launches wait, with walks and without. They are fast, as in a run in which
 * nobody sleeps each cycle of a copy is simulated. */
static void neither_sleep_nor_threads_change_anything(void **state)
{
    (void)state;
    static const char *const vms[] = {"gdev:memory=2:block=8", "gdev:memory=3:serial=0:setup_us=3",
                                      "fcfs:memory=2:programs=2"},
                             *const tlbs[] = {NULL, "shared_tlb:l1=4:l2=16"};
    static mixed awake, asleep;
    for (size_t i = 0; i < 2 * sizeof vms / sizeof *vms; i++) {
        const bool copies = i < 4;
        settings = hard_machines[2 * i];
        link_gbps = copies ? QUICK_COPIES : PCIE;
        for (size_t k = 0; k < 2; k++) {
            mixed *m = k ? &asleep : &awake;
            memset(m, 0, sizeof *m);
            add(&m->s, 0, 1, copies ? 4 : 2, &apart.trace);
            add(&m->s, 1, 1, copies ? 2 : 1, &in_place.trace);
            add(&m->s, 2, 2, copies ? 2 : 1, &apart.trace);
            run_with(m, vms[i / 2], tlbs[i % 2], !k, k ? 2 + (uint32_t)i % 3 : 1);
            if (m->s.code)
                fail_msg("%s: %s", vms[i / 2], m->s.err.text);
        }
        same(&awake, &asleep);
        assert_true(!copies || told(&awake, "copied_in") > 2);
    }
}

/* Programs that touch more than memory holds, whose pages are evicted while others wait: all end, and alike
 * whoever sleeps; with a link that is faster than answers to TLBs as well. */
static void pages_migrate_under_pressure(void **state)
{
    (void)state;
    static const char *const vms[] = {"managed:memory=1", "managed:memory=1:block=4",
                                      "managed:memory=2:block=2048", "managed:memory=1:fault_us=2"},
                             *const tlbs[] = {"shared_tlb:l1=4:l2=16", "pwcache:l1=4",
                                              "mask:l1=4:epoch=1000"};
    static mixed awake, asleep;
    for (size_t i = 0; i < HARD_MACHINES; i++) {
        settings = hard_machines[i];
        link_gbps = i % 3 ? FAST_LINK : i % 4 == 2 ? QUICK_COPIES : PCIE; /* blocks of 2 MB */
        for (size_t k = 0; k < 2; k++) {
            mixed *m = k ? &asleep : &awake;
            memset(m, 0, sizeof *m);
            add(&m->s, 0, 2, 2, &tiny.trace);
            add(&m->s, 2, 2, 1, &apart.trace);
            run_with(m, vms[i % 4], tlbs[i / 4 % 3], !k, k ? 2 + (uint32_t)i % 3 : 1);
            if (m->s.code)
                fail_msg("%s: %s", vms[i % 4], m->s.err.text);
        }
        same(&awake, &asleep);
        assert_true(told(&awake, "evictions") > 2);
        assert_true(told(&awake, "bytes_in") >= told(&awake, "bytes_out"));
    }
}

/* With memory enough each block comes once, however often the program is launched. */
static void pages_migrate_once(void **state)
{
    (void)state;
    static mixed m;
    memset(&m, 0, sizeof m);
    add(&m.s, 0, 4, LAUNCHES, &apart.trace);
    run_with(&m, "managed:memory=4", "shared_tlb", false, 1);
    assert_int_equal(m.s.code, 0);
    assert_true(told(&m, "bytes_in") == 2 * BUFFER + 64 * 1024); /* and code */
    assert_true(told(&m, "bytes_out") == 0 && told(&m, "faults") <= 2 * PAGES + 1);
    const uint64_t first = m.s.ended[0].counters.cycles;
    assert_true(first > 2 * m.s.ended[1].counters.cycles);
}

/* The table of docs/PAGING.md: what moves memory is the slower the less of it there is. */
static void less_memory_takes_longer(void **state)
{
    (void)state;
    static const char *const vms[] = {"fcfs:memory=%u", "fcfs:memory=%u:programs=2", "gdev:memory=%u",
                                      "managed:memory=%u:fault_us=45"};
    static mixed m;
    for (size_t i = 0; i < sizeof vms / sizeof *vms; i++) {
        uint64_t before = 0;
        for (uint32_t memory = 4; memory > (i == 2); memory--) {
            char vm[64];
            (void)snprintf(vm, sizeof vm, vms[i], memory);
            memset(&m, 0, sizeof m);
            add(&m.s, 0, 2, LAUNCHES, &apart.trace);
            add(&m.s, 2, 2, LAUNCHES, &apart.trace);
            run_with(&m, vm, "shared_tlb", false, 1);
            assert_int_equal(m.s.code, 0);
            printf("%s: %llu cycles\n", vm, (unsigned long long)m.s.machine.cycles);
            assert_true(i < 2 || m.s.machine.cycles > before);
            before = m.s.machine.cycles;
        }
    }
}

static uint64_t cycles_of_pair(const char *const *machine_of, const char *vm)
{
    static mixed m;
    settings = machine_of;
    memset(&m, 0, sizeof m);
    add(&m.s, 0, 2, LAUNCHES, &apart.trace);
    add(&m.s, 2, 2, LAUNCHES, &apart.trace);
    run_with(&m, vm, "shared_tlb", false, 1);
    settings = small;
    assert_int_equal(m.s.code, 0);
    /* What lies at the host, if anything, is stored only, but for code. */
    assert_true(m.s.machine.link_read_sectors < 32);
    return m.s.machine.cycles;
}

/* 3 MB are faster than 4 (docs/PAGING.md, "Baselines"): the fourth of the data that is at the host is stored
 * only, nobody waits for it, and DRAM has less to do. Where DRAM limits nothing, nothing is gained. */
static void stores_over_the_link_relieve_dram(void **state)
{
    (void)state;
    static const char *const never_limits[] = {"icache_sets=4", "channels=2",        "l2_banks=4",
                                               "l2_sets=16",    "memory=ideal-dram", NULL};
    const double enough = (double)cycles_of_pair(small, "fcfs:memory=4"),
                 less = (double)cycles_of_pair(small, "fcfs:memory=3"),
                 ideal = (double)cycles_of_pair(never_limits, "fcfs:memory=4"),
                 ideal_less = (double)cycles_of_pair(never_limits, "fcfs:memory=3");
    printf("3 MB for 4: %.1f %% of the cycles, %.1f %% without limits of DRAM\n", 100 * less / enough,
           100 * ideal_less / ideal);
    assert_true(less / enough < 0.95);
    assert_true(fabs(ideal_less / ideal - 1) < 0.01);
}

/* A program alone never waits for memory, launch after launch. */
static void nothing_waits_for_ever(void **state)
{
    (void)state;
    static mixed m;
    memset(&m, 0, sizeof m);
    add(&m.s, 0, 4, LAUNCHES, &apart.trace);
    run_with(&m, "gdev:memory=2", NULL, false, 1);
    assert_int_equal(m.s.code, 0);
    assert_true(told(&m, "launches") == LAUNCHES && told(&m, "waited") == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(one_launch_at_a_time_costs, usual_machine),
        cmocka_unit_test_setup(copies_grow_by_whole_buffers, usual_machine),
        cmocka_unit_test_setup(first_come_first_served_starves, usual_machine),
        cmocka_unit_test_setup(copies_move_each_byte_twice, usual_machine),
        cmocka_unit_test_setup(clean_blocks_are_not_copied_back, usual_machine),
        cmocka_unit_test_setup(neither_sleep_nor_threads_change_anything, usual_machine),
        cmocka_unit_test_setup(pages_migrate_under_pressure, usual_machine),
        cmocka_unit_test_setup(pages_migrate_once, usual_machine),
        cmocka_unit_test_setup(less_memory_takes_longer, usual_machine),
        cmocka_unit_test_setup(stores_over_the_link_relieve_dram, usual_machine),
        cmocka_unit_test_setup(nothing_waits_for_ever, usual_machine),
    };
    return cmocka_run_group_tests(tests, make_kernels, NULL);
}

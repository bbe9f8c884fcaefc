/* What Mosaic does (thesis chapter 7) on a kernel whose pages fit no TLB, a quarter of MASK's machine:
 * docs/MOSAIC.md. */
/* test: slow */
#include "tests/shape/sim/pages.h"

#define L1_OF(base, large) ":l1=" #base ":l1_large=" #large TABLE_OF_5_BITS
#define GPU_MMU_TLB        "shared_tlb" L1_OF(128, 16) /* of Table 7.1 */
#define UNPAGED            ":paging=none"

/* 8 large pages, and 2 that are touched so often that no base page is left out. */
static warp_trace kernel, dense;

typedef struct mosaic_result {
    sim_counters counters;
    policy_statistic tlb[POLICY_STATISTICS], vm[POLICY_STATISTICS];
    size_t n_tlb, n_vm;
} mosaic_result;

static int make_kernel(void **state)
{
    (void)state;
    kernel = loads_of_pages((page_loads){.pages = 4096, .loads = 45});
    dense = loads_of_pages((page_loads){.pages = 1024, .loads = 45});
    return 0;
}

static int free_kernel(void **state)
{
    (void)state;
    warp_trace_free(&kernel);
    warp_trace_free(&dense);
    return 0;
}

static mosaic_result launch(const warp_trace *trace, const char *tlb, const char *vm, uint32_t threads)
{
    static const char *const quarter[] = {MASK_QUARTER, "watchdog=20000",
                                          NULL}; /* shorter than frames take to empty */
    const sim_config config = shape_machine(quarter);
    mosaic_result r = {0};
    simulator *sim;
    poise_error err;
    if (sim_create(&sim, &config, &(sim_policies){.sched = "gto", .tlb = tlb, .vm = vm}, &err) ||
        sim_set_threads(sim, threads, &err) || sim_launch(sim, trace, &r.counters, NULL, &err))
        fail_msg("%s", err.text);
    r.n_tlb = sim_policy_statistics(sim, POLICY_AT_TLB, r.tlb, POLICY_STATISTICS);
    r.n_vm = sim_policy_statistics(sim, POLICY_AT_VM, r.vm, POLICY_STATISTICS);
    sim_destroy(sim);
    printf("%-50.50s %-32.32s cycles %llu\n", tlb, vm, (unsigned long long)r.counters.cycles);
    return r;
}

static mosaic_result run(const char *tlb, const char *vm)
{
    return launch(&kernel, tlb, vm, 1);
}

static double told(const mosaic_result *r, const char *name)
{
    return figure_named(r->tlb, r->n_tlb, name);
}

static double memory(const mosaic_result *r, const char *name)
{
    return figure_named(r->vm, r->n_vm, name);
}

static uint64_t cycles(const char *tlb, const char *vm)
{
    return run(tlb, vm).counters.cycles;
}

/* with pages that are there at once: large pages fit where base pages do not. */
static void large_pages_fit(void **state)
{
    (void)state;
    const double ideal = (double)cycles("ideal", "gpu_mmu" UNPAGED);
    const mosaic_result base = run(GPU_MMU_TLB, "gpu_mmu" UNPAGED),
                        mosaic = run(GPU_MMU_TLB, "mosaic" UNPAGED);
    assert_true((double)base.counters.cycles > 1.25 * ideal);
    assert_in_range(mosaic.counters.cycles, (uint64_t)ideal, (uint64_t)(1.15 * ideal));
    assert_true(told(&base, "walks") > 0.5 * told(&base, "l1_look_ups"));
    assert_true(told(&mosaic, "walks") < 0.01 * told(&mosaic, "l1_look_ups"));
    assert_true(memory(&mosaic, "coalesced") == 8);
}

/* */
static void entries_of_the_l1_tlb(void **state)
{
    (void)state;
    static const char few_base[] = "shared_tlb" L1_OF(8, 16), few_large[] = "shared_tlb" L1_OF(128, 2);
    const uint64_t base = cycles(GPU_MMU_TLB, "gpu_mmu" UNPAGED),
                   mosaic = cycles(GPU_MMU_TLB, "mosaic" UNPAGED),
                   base_lost = cycles(few_base, "gpu_mmu" UNPAGED) - base,
                   mosaic_lost = cycles(few_base, "mosaic" UNPAGED) - mosaic;
    assert_true(base_lost > mosaic_lost);
    assert_int_equal(cycles(few_large, "gpu_mmu" UNPAGED), base);
    assert_true(cycles(few_large, "mosaic" UNPAGED) > mosaic);
}

/* X-13, the costs: all frames have pages of a stranger, so that large pages need compaction. */
#define FRAGMENTED "mosaic:memory=32:fragmentation=100:occupancy=25" UNPAGED ":compaction="

static void compaction_costs_what_copies_cost(void **state)
{
    (void)state;
    const mosaic_result none = run(GPU_MMU_TLB, FRAGMENTED "none"),
                        bulk = run(GPU_MMU_TLB, FRAGMENTED "bulk"),
                        ideal = run(GPU_MMU_TLB, FRAGMENTED "ideal");
    assert_true(memory(&none, "coalesced") == 0 && memory(&none, "moved") == 0);
    assert_true(memory(&ideal, "coalesced") == 8 && memory(&bulk, "moved") == memory(&ideal, "moved"));
    assert_true(none.counters.cycles > ideal.counters.cycles);
    assert_true((double)(bulk.counters.cycles - ideal.counters.cycles) >= 0.9 * memory(&bulk, "stalled"));
    assert_true(cycles(GPU_MMU_TLB, FRAGMENTED "cac") > bulk.counters.cycles);
}

/* Nothing moves before a page is worth it; then all are brought together, and walks are as few as if they had
 * been from the beginning. */
static void pages_are_gathered_by_their_use(void **state)
{
    (void)state;
    const mosaic_result never = run(GPU_MMU_TLB, FRAGMENTED "bulk:worth=0"),
                        none = run(GPU_MMU_TLB, FRAGMENTED "none"),
                        source = run(GPU_MMU_TLB, FRAGMENTED "ideal"),
                        gathered = run(GPU_MMU_TLB, FRAGMENTED "ideal:worth=1:window=1000"),
                        costly = run(GPU_MMU_TLB, FRAGMENTED "bulk:worth=1"),
                        threads = launch(&kernel, GPU_MMU_TLB, FRAGMENTED "ideal:worth=1:window=1000", 3);
    assert_true(memory(&never, "moved") == 0 && told(&never, "walks") > 0.5 * told(&none, "walks"));
    assert_true(memory(&gathered, "gathered") == 8 && memory(&gathered, "coalesced") == 8);
    assert_true(told(&gathered, "walks") < 0.2 * told(&never, "walks"));
    assert_in_range(gathered.counters.cycles, source.counters.cycles, never.counters.cycles);
    assert_true(memory(&costly, "moved") < memory(&gathered, "moved"));
    assert_memory_equal(&gathered.counters, &threads.counters, sizeof gathered.counters);
}

/* Pages that come one by one become large ones while the kernel runs, whatever the number of threads. */
static void paging(void **state)
{
    (void)state;
    const mosaic_result one = launch(&dense, GPU_MMU_TLB, "mosaic", 1),
                        three = launch(&dense, GPU_MMU_TLB, "mosaic", 3),
                        base = launch(&dense, GPU_MMU_TLB, "gpu_mmu", 1);
    assert_memory_equal(&one.counters, &three.counters, sizeof one.counters);
    assert_true(memory(&one, "far_faults") >= 1024 && memory(&one, "coalesced") == 2);
    assert_true(told(&one, "walks") < told(&base, "walks"));
    assert_true(one.counters.cycles < base.counters.cycles);
}

/* Order is kept for large pages only. */
static void one_page_size_is_gpu_mmu(void **state)
{
    (void)state;
    const mosaic_result base = run(GPU_MMU_TLB, "gpu_mmu" UNPAGED),
                        mosaic = run(GPU_MMU_TLB, "mosaic:pages=4k" UNPAGED);
    assert_memory_equal(&base.counters, &mosaic.counters, sizeof base.counters);
    assert_true(memory(&mosaic, "coalesced") == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(large_pages_fit),
        cmocka_unit_test(entries_of_the_l1_tlb),
        cmocka_unit_test(compaction_costs_what_copies_cost),
        cmocka_unit_test(pages_are_gathered_by_their_use),
        cmocka_unit_test(paging),
        cmocka_unit_test(one_page_size_is_gpu_mmu),
    };
    return cmocka_run_group_tests(tests, make_kernel, free_kernel);
}

/* Effects that MASK (thesis chapter 6) observes with SharedTLB, on kernels of the classes of its Table 6.2.
 */
/* test: slow */
#include "tests/shape/sim/pages.h"

static const char *const mask_machine[] = {MASK_QUARTER, "dram_queue=64", NULL};

static shape_result run(const warp_trace *trace, const char *tlb, const char *vm)
{
    sim_config config = shape_machine(mask_machine);
    simulator *sim;
    poise_error err;
    shape_result r = {0};
    if (sim_create(&sim, &config, &(sim_policies){.tlb = tlb, .vm = vm}, &err) ||
        sim_launch(sim, trace, &r.counters, NULL, &err))
        fail_msg("%s", err.text);
    r.figures = sim_policy_statistics(sim, POLICY_AT_TLB, r.figure, POLICY_STATISTICS);
    sim_destroy(sim);
    return r;
}

static double of(const shape_result *r, const char *name)
{
    return figure_named(r->figure, r->figures, name);
}

/* M-01, M-10, M-08: a program whose pages fit neither TLB loses a quarter of its speed or more, with more
 * than 20 walks at once and tens of warps waiting; reads of a walk hit the L2 the less the deeper they are.
 */
static void high_miss_rates(void **state)
{
    (void)state;
    warp_trace trace = loads_of_pages((page_loads){.pages = 8192, .loads = 12});
    shape_result ideal = run(&trace, "none", NULL), shared = run(&trace, "shared_tlb" TABLE_OF_5_BITS, NULL);
    assert_true((double)shared.counters.cycles > (double)ideal.counters.cycles / 0.75);
    assert_true(of(&shared, "l1_hit_rate") < 0.8);
    assert_true(of(&shared, "l2_hit_rate") < 0.8);
    double walking = of(&shared, "walks") * of(&shared, "walk_latency");
    assert_true(walking / (double)shared.counters.cycles > 20);
    assert_true(of(&shared, "cache_hit_rate_1") >= of(&shared, "cache_hit_rate_2"));
    assert_true(of(&shared, "cache_hit_rate_2") >= of(&shared, "cache_hit_rate_3"));
    assert_true(of(&shared, "cache_hit_rate_3") > of(&shared, "cache_hit_rate_4"));
    warp_trace_free(&trace);
}

/* M-18: a program whose pages fit the L1 TLB loses a few percent. */
static void low_miss_rates(void **state)
{
    (void)state;
    warp_trace trace = loads_of_pages((page_loads){.pages = 32, .loads = 200});
    shape_result ideal = run(&trace, "none", NULL), shared = run(&trace, "shared_tlb", NULL);
    assert_true(of(&shared, "l1_hit_rate") > 0.9);
    assert_true((double)shared.counters.cycles < 1.05 * (double)ideal.counters.cycles);
    warp_trace_free(&trace);
}

/* High in the L1 TLB, low in the L2 TLB: all SMs use one set of pages. */
static void the_l2_tlb_serves_what_l1_tlbs_miss(void **state)
{
    (void)state;
    warp_trace trace = loads_of_pages((page_loads){.pages = 400, .loads = 60});
    shape_result shared = run(&trace, "shared_tlb", NULL);
    assert_true(of(&shared, "l1_hit_rate") < 0.8);
    assert_true(of(&shared, "l2_hit_rate") > 0.8);
    warp_trace_free(&trace);
}

/* M-14, as far as it concerns SharedTLB: a larger L2 TLB never has more walks, and from the size on that
 * holds all pages, those of first uses only. */
static void size_of_the_l2_tlb(void **state)
{
    (void)state;
    warp_trace trace = loads_of_pages((page_loads){.pages = 1500, .loads = 40});
    static const char *const sizes[] = {"shared_tlb:l2=64", "shared_tlb:l2=256", "shared_tlb:l2=1024",
                                        "shared_tlb:l2=8192"};
    double walks = 1e9;
    uint64_t cycles = UINT64_MAX;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        shape_result r = run(&trace, sizes[i], NULL);
        assert_true(of(&r, "walks") < walks);
        assert_true(r.counters.cycles < cycles);
        walks = of(&r, "walks");
        cycles = r.counters.cycles;
    }
    assert_true(walks <= 1501); /* and a page of code */
    warp_trace_free(&trace);
}

/* M-19: pages of 2 MB need few walks, and a miss stalls more warps. */
static void large_pages(void **state)
{
    (void)state;
    warp_trace trace = loads_of_pages((page_loads){.pages = 8192, .loads = 12});
    shape_result small = run(&trace, "shared_tlb", NULL), large = run(&trace, "shared_tlb", "identity:2m");
    assert_true(of(&large, "walks") <= 17);
    assert_true(of(&large, "walks_at_once") <= 17);
    assert_true(of(&large, "l1_look_ups_per_miss") > 2 * of(&small, "l1_look_ups_per_miss"));
    assert_true(large.counters.cycles < small.counters.cycles);
    warp_trace_free(&trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(high_miss_rates),
        cmocka_unit_test(low_miss_rates),
        cmocka_unit_test(the_l2_tlb_serves_what_l1_tlbs_miss),
        cmocka_unit_test(size_of_the_l2_tlb),
        cmocka_unit_test(large_pages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* What MASK's parts do (thesis chapter 6), on kernels of the classes of its Table 6.2, two programs on half
 * of the SMs each. docs/TRANSLATION.md, "MASK", says which of its effects do not show here, and why. */
/* test: slow */
#include "tests/shape/sim/mask_pairs.h"

/* Small page tables, and epochs in proportion to runs of 300,000 cycles. */
#define SHARED     "shared_tlb" TABLE_OF_5_BITS
#define TOKENS     "mask:epoch=10000" TABLE_OF_5_BITS
#define FEW_TOKENS "mask:epoch=10000:initial=10" TABLE_OF_5_BITS
#define BYPASS     "mask:epoch=10000"
#define NO_BYPASS  "mask:warm_up=1000000000" /* tells hit rates, and never sends anything around */

static struct {
    warp_trace far, near, shared;
} kernel;

/* High in L1 and L2 TLB, with page tables that the L2 cannot hold; the same with fewer pages; high in the L1
 * TLB, low in the L2 TLB, and lines that the L2 cache holds a part of. */
static int make_kernels(void **state)
{
    (void)state;
    kernel.far = loads_of_pages((page_loads){.pages = 131072, .loads = 30});
    kernel.near = loads_of_pages((page_loads){.pages = 1024, .loads = 60});
    kernel.shared = loads_of_pages((page_loads){.pages = 300, .loads = 60});
    return 0;
}

static int free_kernels(void **state)
{
    (void)state;
    warp_trace_free(&kernel.far);
    warp_trace_free(&kernel.near);
    warp_trace_free(&kernel.shared);
    return 0;
}

static pair_result far_and(const warp_trace *other, const char *tlb, const char *l2, const char *dram)
{
    const pair_result r = pair_run(&kernel.far, other, tlb, l2, dram, NULL, 1);
    printf("%-40.40s %-10.10s %-14s ipc %6.3f %6.3f cycles %llu\n", tlb, l2, dram, r.ipc[0], r.ipc[1],
           (unsigned long long)r.machine.cycles);
    return r;
}

static double walk_latency(const pair_result *r)
{
    return pair_of(&r->tlb, "walk_latency");
}

/* M-06, the mechanism: with few tokens the L2 TLB keeps pages, its hit rate rises by half and more (49.9 %
 * in the source), and all get on. A bypass cache twice as large changes little. */
static void tokens(void **state)
{
    (void)state;
    const pair_result shared = far_and(&kernel.near, SHARED, "lru", "frfcfs"),
                      all = far_and(&kernel.near, TOKENS, "lru", "frfcfs"),
                      few = far_and(&kernel.near, FEW_TOKENS, "lru", "frfcfs"),
                      large = far_and(&kernel.near, FEW_TOKENS ":bypass=64", "lru", "frfcfs");
    assert_true(pair_of(&few.tlb, "l2_hit_rate") > 1.5 * pair_of(&shared.tlb, "l2_hit_rate"));
    assert_true(pair_of(&all.tlb, "l2_hit_rate") > pair_of(&shared.tlb, "l2_hit_rate"));
    assert_true(pair_of(&few.tlb, "bypass_fills") > pair_of(&all.tlb, "bypass_fills"));
    assert_true((double)few.machine.cycles < 0.95 * (double)shared.machine.cycles);
    assert_true((double)all.machine.cycles < 1.01 * (double)shared.machine.cycles);
    assert_in_range(large.machine.cycles * 1000 / few.machine.cycles, 950, 1050);
}

/* M-07, M-08, M-03: the deepest level goes around, others hit nearly always, data hit no less, walks are
 * shorter and the program that walks faster. */
static void bypass(void **state)
{
    (void)state;
    const pair_result never = far_and(&kernel.shared, SHARED, NO_BYPASS, "frfcfs"),
                      mask = far_and(&kernel.shared, SHARED, BYPASS, "frfcfs");
    assert_true(pair_of(&never.l2, "level1_hits") >= pair_of(&never.l2, "level3_hits"));
    assert_true(pair_of(&never.l2, "level3_hits") > pair_of(&never.l2, "level4_hits"));
    assert_true(pair_of(&mask.l2, "level1_around") == 0 && pair_of(&mask.l2, "level2_around") == 0);
    assert_true(pair_of(&mask.l2, "level4_around") > 0.3);
    assert_true(pair_of(&mask.l2, "level1_hits") > 0.95 && pair_of(&mask.l2, "level2_hits") > 0.95);
    assert_true(pair_of(&mask.l2, "data_hits") >= pair_of(&never.l2, "data_hits") - 0.01);
    assert_true(walk_latency(&mask) < walk_latency(&never));
    assert_true(mask.ipc[0] > never.ipc[0]);
}

/* M-09: walks wait less in DRAM than data do, and are shorter than with frfcfs. */
static void scheduler(void **state)
{
    (void)state;
    const pair_result base = far_and(&kernel.shared, SHARED, "lru", "frfcfs"),
                      mask = far_and(&kernel.shared, SHARED, "lru", "mask"),
                      channel = far_and(&kernel.shared, SHARED, "lru", "mask:fifo=channel");
    assert_true(walk_latency(&mask) < walk_latency(&base));
    assert_true(walk_latency(&mask) < walk_latency(&channel));
    assert_true(mask.ipc[0] > base.ipc[0]);
    assert_true(pair_of(&mask.dram, "golden_wait") < pair_of(&mask.dram, "normal_wait"));
    assert_true(pair_of(&mask.dram, "silver_wait") < pair_of(&mask.dram, "normal_wait"));
}

/* Both as shares of what they are alone; the first, which walks, is the slower one. */
static double slowdown(const pair_result *r, const pair_result *alone, const pair_result *other_alone)
{
    const double first = r->ipc[0] / alone->ipc[0], other = r->ipc[1] / other_alone->ipc[0];
    printf("weighted speedup %.3f, slowdown of the slower %.2f\n", first + other, 1 / first);
    assert_true(first < other);
    return 1 / first;
}

/* M-04: all of it is fairer to the program that walks; M-20: and a program alone loses nothing. */
static void all_of_it(void **state)
{
    (void)state;
    const pair_result base = far_and(&kernel.shared, SHARED, "lru", "frfcfs"),
                      l2 = far_and(&kernel.shared, SHARED, BYPASS, "frfcfs"),
                      dram = far_and(&kernel.shared, SHARED, "lru", "mask"),
                      tlb = far_and(&kernel.shared, TOKENS, "lru", "frfcfs"),
                      mask = far_and(&kernel.shared, TOKENS, BYPASS, "mask"),
                      ideal = far_and(&kernel.shared, "none", "lru", "frfcfs"),
                      alone = far_and(NULL, SHARED, "lru", "frfcfs"),
                      mask_alone = far_and(NULL, TOKENS, BYPASS, "mask"),
                      other = pair_run(&kernel.shared, NULL, SHARED, "lru", "frfcfs", NULL, 1);
    const double before = slowdown(&base, &alone, &other), now = slowdown(&mask, &alone, &other);
    (void)slowdown(&tlb, &alone, &other);
    assert_true(slowdown(&l2, &alone, &other) < before && slowdown(&dram, &alone, &other) < before);
    assert_true(now < before && mask.machine.cycles < base.machine.cycles);
    assert_true(mask.machine.cycles > ideal.machine.cycles);
    assert_true(mask_alone.ipc[0] > 0.99 * alone.ipc[0]);
}

/* The pressure on walks passes between policies in threads of their own. */
static void any_number_of_threads(void **state)
{
    (void)state;
    warp_trace far = loads_of_pages((page_loads){.pages = 131072, .blocks = 16, .loads = 10}),
               near = loads_of_pages((page_loads){.pages = 300, .blocks = 16, .loads = 10});
    pair_result one = {0};
    for (uint32_t threads = 1; threads <= 4; threads *= 2) {
        const pair_result r = pair_run(&far, &near, "mask:epoch=2000" TABLE_OF_5_BITS, "mask:epoch=2000",
                                       "mask", NULL, threads);
        if (threads == 1)
            one = r;
        assert_memory_equal(&r, &one, sizeof r);
    }
    warp_trace_free(&far);
    warp_trace_free(&near);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_threads),
        cmocka_unit_test(bypass),
        cmocka_unit_test(scheduler),
        cmocka_unit_test(tokens),
        cmocka_unit_test(all_of_it),
    };
    return cmocka_run_group_tests(tests, make_kernels, free_kernels);
}

/* For tests of address translation: a quarter of MASK's machine, small page tables, loads by pages. */
#ifndef POISE_TESTS_SHAPE_PAGES_H
#define POISE_TESTS_SHAPE_PAGES_H

#include "tests/shape/sim/kernels.h"

/* The machine of Table 6.1, a quarter of it: SMs, channels, L2; but for the queue in front of DRAM. */
#define MASK_QUARTER                                                                                       \
    "sms=8", "core_mhz=1020", "channels=2", "l2_banks=4", "l2_sets=64", "l2_ways=16", "l2_latency=10",     \
        "dram_latency=20", "l1_latency=1", "dram_mhz=1674", "l2_mhz=1020", "icnt_mhz=1020", "l2_mshrs=64", \
        "warps=64", "registers=65536"

#define TABLE_OF_5_BITS ":level1=5:level2=5:level3=5:level4=5"

enum { PAGE_LINES = 32 };

typedef struct page_loads {
    uint32_t pages;  /* that each load has one of, at random */
    uint32_t lines;  /* of a load, 0 = 1 */
    uint32_t blocks; /* of 256 threads, 0 = 64 */
    uint32_t loads;  /* of a warp */
    uint64_t seed;   /* 0 = 7 */
} page_loads;

static inline warp_trace loads_of_pages(page_loads of)
{
    trace_synthetic shape = {.thread_blocks = of.blocks ? of.blocks : 64,
                             .threads_per_block = 256,
                             .iterations = of.loads,
                             .alu_per_load = 4,
                             .lines_per_load = of.lines ? of.lines : 1,
                             .footprint_lines = of.pages * PAGE_LINES,
                             .seed = of.seed ? of.seed : 7};
    warp_trace trace;
    assert_int_equal(trace_make_random(&trace, &shape, NULL), 0);
    return trace;
}

#endif

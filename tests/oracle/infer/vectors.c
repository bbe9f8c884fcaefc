/* vectors COUNT SEED: windows, and what the engine of poise_infer.c makes of them, for engine_bench.v. A line holds in
 * hexadecimal: seven counters at (max, max), seven at (1, 1), warps; the four quantities of the first window; N, p. */
#include "poise_infer.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

extern const poise_weights poise_model_weights;

static uint64_t state;

/* SplitMix64 (Steele, Lea and Flood, 2014). */
static uint64_t random_u64(void)
{
    uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static uint32_t below(uint64_t limit)
{
    return (uint32_t)(random_u64() % limit);
}

/* Any counter: of any length, and often where roundings and saturations begin. */
static uint32_t any_counter(void)
{
    static const uint32_t corner[] = {0, 1, 2, 3, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff};
    uint64_t word = random_u64();
    return word % 4 == 0 ? corner[(word >> 8) % (sizeof corner / sizeof corner[0])]
                         : (uint32_t)(word >> (32 + word % 32));
}

static poise_sample any_window(void)
{
    poise_sample window = {any_counter(), any_counter(), any_counter(), any_counter(),
                           any_counter(), any_counter(), any_counter()};
    if (below(4) == 0)
        window.l1_hits = window.l1_accesses;
    return window;
}

/* A window of a running kernel: hits within accesses, latencies up to 4000 cycles, I_n up to 50. */
static poise_sample possible_window(void)
{
    poise_sample window = {.l1_accesses = 1 + below(100000), .misses_returned = 1 + below(50000)};
    window.l1_hits = below(window.l1_accesses + UINT64_C(1));
    window.l1_intra_hits = below(window.l1_hits + UINT64_C(1));
    window.miss_latency = window.misses_returned * (1 + below(4000)) + below(window.misses_returned);
    window.global_loads = 1 + below(20000);
    window.instructions = window.global_loads * (1 + below(49)) + below(window.global_loads);
    return window;
}

static void print_window(const poise_sample *window)
{
    printf("%" PRIx32 " %" PRIx32 " %" PRIx32 " %" PRIx32 " %" PRIx32 " %" PRIx32 " %" PRIx32 " ",
           window->l1_accesses, window->l1_hits, window->l1_intra_hits, window->miss_latency,
           window->misses_returned, window->instructions, window->global_loads);
}

int main(int argc, char **argv)
{
    unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000;
    state = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    for (unsigned long i = 0; i < count; i++) {
        poise_sample at_max = i % 2 ? any_window() : possible_window();
        poise_sample at_one = i % 2 ? any_window() : possible_window();
        unsigned warps = 1 + below(i % 3 ? poise_model_weights.max_warps : POISE_MAX_WARPS);
        poise_point max_point, one_point;
        poise_features features;
        unsigned n, p;
        poise_point_from_sample(&at_max, &max_point);
        poise_point_from_sample(&at_one, &one_point);
        poise_features_from_points(&max_point, &one_point, &features);
        poise_predict(&poise_model_weights, &features, warps, &n, &p);
        print_window(&at_max);
        print_window(&at_one);
        printf("%x %" PRIx32 " %" PRIx32 " %" PRIx32 " %" PRIx32 " %x %x\n", warps, max_point.hit_rate,
               max_point.intra_rate, max_point.miss_cost, max_point.instructions_per_load, n, p);
    }
    return 0;
}

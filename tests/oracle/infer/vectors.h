/* Windows that search the corners of the arithmetic, and what poise_infer.c makes of them, as lines for the
 * test benches in Verilog. */
#ifndef TESTS_ORACLE_INFER_VECTORS_H
#define TESTS_ORACLE_INFER_VECTORS_H

#include "infer/poise_choice.h"
#include "tests/unit/infer/infer_test.h"

#include <inttypes.h>
#include <math.h>

/* Any counter: of any length, and often where roundings and saturations begin. */
static inline uint32_t corner_counter(poise_random *random)
{
    static const uint32_t corner[] = {0, 1, 2, 3, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff};
    if (poise_random_below(random, 4) == 0)
        return corner[poise_random_below(random, sizeof corner / sizeof corner[0])];
    return (uint32_t)(poise_random_u64(random) >> (32 + poise_random_below(random, 32)));
}

static inline poise_sample corner_window(poise_random *random)
{
    uint32_t word[7];
    for (int i = 0; i < 7; i++)
        word[i] = corner_counter(random);
    if (poise_random_below(random, 4) == 0)
        word[1] = word[0]; /* nothing but hits */
    return (poise_sample){word[0], word[1], word[2], word[3], word[4], word[5], word[6]};
}

/* Windows with nothing but hits, then without any, with x7 at a step or just below it: its square is a whole
 * number of cycles^2, see features_of() of poise_infer.c. */
static inline void make_steps_of_x7(poise_random *random, poise_sample *at_max, poise_sample *at_one)
{
    double whole = (double)poise_random_below(random, 1u << 28);
    double latency = ceil(sqrt(whole) * 65536) - (double)poise_random_below(random, 2);
    at_max->l1_accesses = at_max->l1_hits = 1000;
    *at_one = (poise_sample){.l1_accesses = 1000,
                             .misses_returned = 1u << POISE_CYCLE_BITS,
                             .miss_latency = latency > 0 ? (uint32_t)latency : 0};
}

static inline void print_window(FILE *out, const poise_sample *window)
{
    fprintf(out, "%" PRIx32 " %" PRIx32 " %" PRIx32 " %" PRIx32 " %" PRIx32 " %" PRIx32 " %" PRIx32 " ",
            window->l1_accesses, window->l1_hits, window->l1_intra_hits, window->miss_latency,
            window->misses_returned, window->instructions, window->global_loads);
}

/* What shows every bit of the features: the exponents of both link functions, or the words of the least cost.
 */
static inline void print_inner(FILE *out, const poise_weights *weights, const poise_features *features)
{
    uint32_t word[2];
    if (weights->choice != NULL) {
        const poise_candidate *best = poise_choice_best(weights->choice, features);
        const uint64_t cost = (uint64_t)poise_choice_cost(best, features);
        word[0] = (uint32_t)(cost >> 32), word[1] = (uint32_t)cost;
    } else {
        poise_links(weights, features, word);
    }
    fprintf(out, " %" PRIx32 " %" PRIx32 "\n", word[0], word[1]);
}

/* Half of them are windows of a running kernel. A line: the window at (max, max), that at (1, 1), warps; the
 * four quantities of the first window; N, p; print_inner(). All in hexadecimal. */
static inline void print_vectors(FILE *out, const poise_weights *weights, unsigned long count, uint64_t seed)
{
    poise_random random;
    poise_random_seed(&random, seed);
    for (unsigned long i = 0; i < count; i++) {
        poise_sample at_max = i % 2 ? corner_window(&random) : plausible_sample(&random);
        poise_sample at_one = i % 2 ? corner_window(&random) : plausible_sample(&random);
        if (i % 8 == 6)
            make_steps_of_x7(&random, &at_max, &at_one);
        unsigned highest = i % 3 ? weights->max_warps : POISE_MAX_WARPS;
        unsigned warps = 1 + (unsigned)poise_random_below(&random, highest);
        poise_features features;
        poise_point point;
        unsigned n, p;
        poise_see(weights, &at_max, &at_one, &features);
        (weights->view != NULL ? weights->view->point : poise_point_from_sample)(&at_max, &point);
        poise_predict(weights, &features, warps, &n, &p);
        print_window(out, &at_max);
        print_window(out, &at_one);
        fprintf(out, "%x %" PRIx32 " %" PRIx32 " %" PRIx32 " %" PRIx32 " %x %x", warps, point.hit_rate,
                point.intra_rate, point.miss_cost, point.instructions_per_load, n, p);
        print_inner(out, weights, &features);
    }
}

#endif

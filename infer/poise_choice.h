/* Choice of a warp-tuple, for models of kind choice: of each of a list of tuples the expected time is a sum
 * of weight * feature, and the tuple with the least is taken. poise_choice.c beside poise_infer.c is all that
 * it needs. As there: integers only, no allocation. */
#ifndef POISE_CHOICE_H
#define POISE_CHOICE_H

#include "poise_infer.h"

enum { POISE_MAX_TUPLES = 256 };

/* One tuple of max_warps warps: 1 <= n <= max_warps, p <= n, and p >= 1 but with zero_p of poise_weights. Its
 * weights stand for time over that with all warps, value * range of x_i * 2^shift[0] of poise_weights; all
 * tuples have the same binary point, so that their sums can be compared. Any weights are safe. */
typedef struct poise_tuple {
    uint8_t n, p;
    int32_t weight[POISE_FEATURES];
} poise_tuple;

struct poise_choice {
    uint32_t count; /* 1 .. POISE_MAX_TUPLES */
    const poise_tuple *tuple;
};

/* The expected time over that with all warps * 2^(28 + shift[0]); at most 2^62 in magnitude. */
int64_t poise_choice_cost(const poise_tuple *tuple, const poise_features *features);

/* The tuple with the least cost, the first of equals. */
const poise_tuple *poise_choice_best(const poise_choice *choice, const poise_features *features);

/* `choose` of poise_weights with a choice: the best tuple times warps/max_warps, rounded to nearest with
 * halves upwards. p = 0 stays 0, and no other p becomes 0: one polluting warp is not the same as none. */
poise_choose_tuple poise_choose;

#endif

#include "poise_choice.h"

/* Each product is at most 2^31 * 2^28 in magnitude, eight of them 2^62. */
int64_t poise_choice_cost(const poise_tuple *tuple, const poise_features *features)
{
    int64_t sum = 0;
    for (int i = 0; i < POISE_FEATURES; i++)
        sum += (int64_t)tuple->weight[i] * features->x[i];
    return sum;
}

const poise_tuple *poise_choice_best(const poise_choice *choice, const poise_features *features)
{
    const poise_tuple *best = choice->tuple;
    int64_t least = poise_choice_cost(best, features);
    for (uint32_t i = 1; i < choice->count; i++) {
        int64_t cost = poise_choice_cost(&choice->tuple[i], features);
        if (cost < least) {
            least = cost;
            best = &choice->tuple[i];
        }
    }
    return best;
}

static unsigned scale(unsigned value, unsigned warps, unsigned max_warps, unsigned highest)
{
    unsigned nearest = (2 * value * warps + max_warps) / (2 * max_warps);
    nearest = nearest > 1 ? nearest : 1;
    return nearest < highest ? nearest : highest;
}

void poise_choose(const poise_weights *weights, const poise_features *features, unsigned warps, unsigned *n,
                  unsigned *p)
{
    const poise_tuple *best = poise_choice_best(weights->choice, features);
    *n = scale(best->n, warps, weights->max_warps, warps);
    *p = best->p > 0 ? scale(best->p, warps, weights->max_warps, *n) : 0;
}

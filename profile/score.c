#include "profile/score.h"

#include <stdlib.h>

double score_weight(int di, int dj)
{
    static const double weights[3] = {SCORE_WEIGHT_SELF, SCORE_WEIGHT_AXIS, SCORE_WEIGHT_DIAGONAL};
    return weights[abs(di) + abs(dj)];
}

double score_at(uint32_t warps, const double *value, uint32_t n, uint32_t p)
{
    double sum = 0, weights = 0;
    for (int di = -1; di <= 1; di++) {
        for (int dj = -1; dj <= 1; dj++) {
            /* Below 0 it wraps to a large number, which is outside as well. */
            uint32_t a = n + (uint32_t)di, b = p + (uint32_t)dj;
            if (!profile_has(warps, a, b) || (b == 0) != (p == 0))
                continue;
            sum += score_weight(di, dj) * value[profile_point(a, b)];
            weights += score_weight(di, dj);
        }
    }
    return sum / weights;
}

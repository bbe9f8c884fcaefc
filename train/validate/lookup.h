/* What a warp-tuple is worth: its speedup on the measured surface of a kernel. */
#ifndef POISE_TRAIN_VALIDATE_LOOKUP_H
#define POISE_TRAIN_VALIDATE_LOOKUP_H

#include "features/surface.h"

#include <stdbool.h>

/* A tuple and its measured speedup over (max, max). */
typedef struct train_point {
    uint32_t n, p;
    double speedup;
} train_point;

/* The measured tuple nearest to {n, p} in Euclidean distance; of equally near ones the one with the smaller
 * N, then p. One with p = 0 stands in for others, or they for it, only where there is nothing else. On a full
 * grid that is {n, p} itself; a coarse grid has gaps. False when nothing is measured. */
bool train_lookup(const surface *speedup, uint32_t n, uint32_t p, train_point *point);

/* The best measured tuple (Static-Best), or the best with N = p (SWL, [S5.7.3]); of equals the
 * first in the order (1,0) (1,1) (2,0) (2,1) ... False when none is measured. */
bool train_static_best(const surface *speedup, train_point *point);
bool train_best_diagonal(const surface *speedup, train_point *point);

#endif

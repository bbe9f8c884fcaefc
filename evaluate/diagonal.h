/* SWL without a profile: the whole diagonal of each program is simulated. */
#ifndef POISE_EVALUATE_DIAGONAL_H
#define POISE_EVALUATE_DIAGONAL_H

#include "evaluate/comparison.h"

/* best[i]: the N = p for which program i of the request takes fewest cycles as a whole; ties to the higher N.
 */
int evaluate_best_diagonal(const evaluate_request *request, uint32_t *best, poise_error *err);

#endif

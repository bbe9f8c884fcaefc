/* What a reader of the numbers must know: post-mortems of published comparisons found equal numbers of
 * different policies, kernels too small to schedule and runs that ended early, none of them said. */
#ifndef POISE_EVALUATE_WARNINGS_H
#define POISE_EVALUATE_WARNINGS_H

#include "evaluate/comparison.h"

/* Fills comparison->warnings. The only error is lack of memory. */
int evaluate_collect_warnings(evaluate_comparison *comparison, poise_error *err);

#endif

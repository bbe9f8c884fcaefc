/* The work of a comparison: runs what is not done, alone, as a share of several processes, or for those who
 * come later. */
#ifndef POISE_EVALUATE_COMPARE_H
#define POISE_EVALUATE_COMPARE_H

#include "evaluate/comparison.h"

/* Runs everything that the store does not have. Without a profile "swl" and the limit of
 * "pcal_swl" are found by simulating the whole diagonal of each program, once, and "static_best" is
 * POISE_USAGE; a profile of another machine is POISE_USAGE, one without a launch POISE_INCOMPLETE, and so is
 * an interruption. The result does not depend on the number of threads. Free with evaluate_comparison_free.
 */
int evaluate_compare(evaluate_comparison *comparison, const evaluate_request *request, poise_error *err);
/* The same on all machines; comparisons[n], each to be freed, refer to each other and stay where they are. A
 * profile, which is of one machine, is POISE_USAGE where there are several, and so are two machines that are
 * the same. */
int evaluate_compare_all(evaluate_comparison *comparisons, const evaluate_side_by_side *what,
                         poise_error *err);

/* Runs the share of the request and keeps it in the store. *done of *all runs are there then. A "pcal_swl"
 * whose diagonal other shares have not finished yet is left out: sharing again runs it, and so does
 * evaluate_compare. */
int evaluate_share(const evaluate_request *request, size_t *done, size_t *all, poise_error *err);
int evaluate_share_all(const evaluate_side_by_side *what, size_t *done, size_t *all, poise_error *err);

/* Makes the store of the request, whose list then says what there is to do, and calls `inside` while it is
 * open. */
int evaluate_prepare(const evaluate_side_by_side *what, int (*inside)(void *user, poise_error *err),
                     void *user, poise_error *err);

#endif

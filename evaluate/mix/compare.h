/* The work of policies x mixes: runs what is not done, alone, as a share of several processes, or for those
 * who come later. */
#ifndef POISE_EVALUATE_MIX_COMPARE_H
#define POISE_EVALUATE_MIX_COMPARE_H

#include "evaluate/mix/mixes.h"

/* Runs everything that the store does not have. Policies that follow from runs of one program are
 * POISE_USAGE; an interruption is POISE_INCOMPLETE. The result does not depend on the number of threads.
 * Free with evaluate_mixes_free, also after a failure. */
int evaluate_mixes_compare(evaluate_mixes *mixes, const evaluate_mixes_request *request, poise_error *err);
/* Runs the share of the request and keeps it in the store. *done of *all runs are there then. */
int evaluate_mixes_share(const evaluate_mixes_request *request, size_t *done, size_t *all, poise_error *err);
/* Makes the store of the request, whose list then says what there is to do, and calls `inside` while it is
 * open. */
int evaluate_mixes_prepare(const evaluate_mixes_request *request, int (*inside)(void *user, poise_error *err),
                           void *user, poise_error *err);

#endif

/* What the parts of the recipe are worth: each is changed in turn, and the plan is carried out anew for
 * programs that are left out. All variants are judged on the same kernels: those that the recipe trains on.
 */
#ifndef POISE_TRAIN_ANALYSE_ANALYSIS_H
#define POISE_TRAIN_ANALYSE_ANALYSIS_H

#include "train/analyse/variant.h"

#include <stdio.h>

/* Over the training rows of `data`; the learning curve leaves out one program at a time whatever `folding`
 * says, and draws by its seed. In as many threads as OpenMP gives, with the same result for any number.
 * POISE_FAILED when there are too few programs, or no kernel that a filter leaves out. Free with
 * train_analysis_free(), also after a failure. */
int train_analyse(const dataset *data, train_analysis which, const train_plan *plan,
                  const train_folding *folding, train_analysis_result *result, poise_error *err);

void train_analysis_free(train_analysis_result *result);

void train_print_analysis(FILE *out, const train_analysis_result *result);

#endif

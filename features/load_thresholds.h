/* What simple rules lose that choose loads by one number: by what a model, which sees several, is measured.
 * Looked at are the rows with LOAD_AT_BEST that train, one for each load. */
#ifndef POISE_FEATURES_LOAD_THRESHOLDS_H
#define POISE_FEATURES_LOAD_THRESHOLDS_H

#include "features/load_dataset.h"

/* Losses are sums of |margin| over the loads for which a rule is wrong. */
typedef struct load_losses {
    size_t loads, allocate; /* loads, and those that had better allocate */
    size_t programs;        /* that they are of */
    double all;             /* of a rule that is always wrong */
    double always, never;   /* every load allocates; none does */
} load_losses;

/* What a rule looks at: a feature, in windows or behind these of the whole launch, or an extra. */
enum { LOAD_VALUES = 2 * LOAD_DATASET_FEATURES + LOAD_DATASET_EXTRAS };
const char *load_value_name(size_t of);
const char *load_value_definition(size_t of);
double load_value_of(size_t of, const load_dataset_load *load);

/* Loads allocate when the value is at least, or at most, the threshold. */
typedef struct load_threshold {
    bool at_most;
    double threshold;     /* loses least; of equal ones the first from where every load allocates */
    double lost;          /* by these loads, which have chosen it */
    double lost_left_out; /* in sum, when the loads of each program are judged by a threshold of the others */
} load_threshold;

/* POISE_FAILED without memory. */
int load_losses_find(const load_dataset *data, load_losses *losses, poise_error *err);
/* The same; all 0 when a load has no such value. */
int load_threshold_find(const load_dataset *data, size_t of, load_threshold *rule, poise_error *err);

#endif

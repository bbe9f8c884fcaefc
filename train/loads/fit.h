/* Rules that LIBLINEAR and libsvm learn. */
#ifndef POISE_TRAIN_LOADS_FIT_H
#define POISE_TRAIN_LOADS_FIT_H

#include "train/loads/rule.h"

/* load_rule_learn() of logistic, svm and rbf. */
int load_rule_fit(const load_problem *problem, const bool *use, load_rule *rule, poise_error *err);

/* Scaled features, 0 for those that the rule does not look at. */
void load_rule_scale(const load_rule *rule, const double *x, double z[LOAD_DATASET_FEATURES]);

#endif

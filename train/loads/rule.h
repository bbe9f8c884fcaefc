/* Rules that say which loads may allocate; learn.h makes them. */
#ifndef POISE_TRAIN_LOADS_RULE_H
#define POISE_TRAIN_LOADS_RULE_H

#include "models/load_model.h"
#include "train/loads/problem.h"
#include "train/method/scaling.h"

#include <stdbool.h>

typedef enum load_method {
#define LOAD_METHOD(id, name, description) LOAD_METHOD_##id,
#include "train/loads/load_methods.def"
#undef LOAD_METHOD
    LOAD_METHODS
} load_method;

extern const char *const load_method_name[LOAD_METHODS];

/* Features that a sum or a distance looks at; the others have the weight 0. */
typedef enum load_feature_set {
    LOAD_FEATURES_HITS,   /* hits and merges at (1, 1) */
    LOAD_FEATURES_ONE,    /* also lines per execution there */
    LOAD_FEATURES_WASTED, /* also lines that leave unused: all that the window at (1, 1) tells */
    LOAD_FEATURES_BOTH,   /* all, of both windows */
    LOAD_FEATURE_SETS
} load_feature_set;
#define LOAD_FEATURE_CHOICES "hits|one|wasted|both"

/* What logistic, svm and rbf learn from; they decide by windows. */
typedef enum load_counts { LOAD_COUNTS_WINDOWS, LOAD_COUNTS_LAUNCHES, LOAD_COUNTS } load_counts;
#define LOAD_COUNTS_CHOICES "windows|launches"

/* What is set before a rule is learned. */
typedef struct load_spec {
    load_method method;
    double cost, gamma; /* > 0; of logistic and svm the first, of rbf both */
    load_feature_set features;
    load_counts counts;
    uint64_t seed; /* of random */
} load_spec;

typedef struct load_rule {
    load_spec spec;
    double threshold; /* of h_one, h_max */
    double
        weight[LOAD_DATASET_FEATURES]; /* of logistic, svm: the sum with the features, >= 0 = it allocates */
    train_scaling scaling;             /* of rbf */
    size_t n_support;                  /* of rbf: distinct vectors */
    double *support;                   /* owned: n_support x (coefficient, then the scaled features) */
    double constant;
} load_rule;

void load_rule_free(load_rule *rule);

/* Whether a load of the problem may allocate. One that was hardly seen may by all rules that look. */
bool load_rule_allocates(const load_rule *rule, const load_problem *problem, size_t load);

/* Of h_one and h_max: the hit rate that the threshold is for. */
double load_rule_hit_rate(const load_rule *rule, const load_dataset_load *load);
/* Of the others that are learned: scaled features, 0 for those that the rule does not look at. */
void load_rule_scale(const load_rule *rule, const double *x, double z[LOAD_DATASET_FEATURES]);

/* The weights, learned from programs with use[program], as a model that the engine can run. POISE_USAGE
 * unless the method is logistic, svm, or h_one, whose threshold is a sum of two. */
int load_rule_model(const load_rule *rule, const load_problem *problem, const bool *use, const char *name,
                    poise_load_model *model, poise_error *err);

#endif

/* Choices of loads for programs that they were not learned from. */
#ifndef POISE_TRAIN_LOADS_VALIDATE_H
#define POISE_TRAIN_LOADS_VALIDATE_H

#include "train/loads/judge.h"
#include "train/loads/learn.h"
#include "train/validate/plan.h"

#include <stdio.h>

/* Values to choose from before learning. */
typedef struct load_plan {
    load_method method;
    train_grid cost, gamma;
    load_feature_set features;
    load_counts counts;
    uint64_t seed; /* of random */
} load_plan;

/* The values that lose least margin on programs left out in turn, of those for which use[program]; the first
 * of equals. POISE_FAILED when none can be learned with. */
int load_choose(const load_problem *problem, const bool *use, const load_plan *plan, load_spec *spec,
                poise_error *err);

/* allocates[load]: the choice of a rule learned from all programs but the load's, with values chosen among
 * the others alone. */
int load_validate(const load_problem *problem, const load_plan *plan, bool *allocates, poise_error *err);

enum { LOAD_RANDOM_TRIES = 20 };

/* load_validate() and load_judge(); of random the mean of LOAD_RANDOM_TRIES seeds from the plan's on, whose
 * counts are rounded. */
int load_validate_score(const load_problem *problem, const load_plan *plan, double *of_program,
                        load_score *score, poise_error *err);

typedef struct load_comparison {
    load_score of[LOAD_METHODS];
    load_score best; /* Static-Best+ */
} load_comparison;

/* All methods, with the plan's values. */
int load_compare(const load_problem *problem, const load_plan *plan, load_comparison *result,
                 poise_error *err);
void load_print_comparison(FILE *out, const load_problem *problem, const load_comparison *result);

/* A line for each program: launches, loads, speedups of the choice, Static-Best and Static-Best+; then their
 * means, and the margin that the choice loses. */
int load_print_programs(FILE *out, const load_problem *problem, const load_plan *plan, poise_error *err);

#endif

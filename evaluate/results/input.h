/* A results file while it is read: shared by the files of evaluate/results only. */
#ifndef POISE_EVALUATE_RESULTS_INPUT_H
#define POISE_EVALUATE_RESULTS_INPUT_H

#include "evaluate/results/schema.h"

typedef struct results_input {
    const char *path;
    poise_h5 *file;
    uint64_t version;
    evaluate_results *results;
    evaluate_results **of; /* of each machine: parts of `results`, or these alone */
    size_t n;
    uint64_t base; /* number of the one with the baseline */
    evaluate_mean mean;
    poise_h5_shape shape; /* of every table of numbers: [launch][policy] */
} results_input;

/* "PATH: reason": POISE_DAMAGED. */
int results_refuse(const results_input *in, const char *reason, poise_error *err);

/* Applies the lines "key = value" of a text to the configuration beside it. */
int results_parse_config(const results_input *in, evaluate_results *of, poise_error *err);

/* What follows the identity: the machines, and how they are compared. in->of and in->n, which is 1 where
 * they have no names. */
int results_read_machines(results_input *in, poise_error *err);
/* Whether every machine has the same launches. */
int results_check_launches(const results_input *in, const results_launch *rows, poise_error *err);

/* What rows say, as schemes; without policy_parts, as in old files, the name says it. */
int results_take_policies(const results_policy *rows, size_t n, evaluate_policy_list *list, poise_error *err);

/* Of a file of mixes, whose number and policies are there: all the rest. */
int results_read_mixes(results_input *in, poise_error *err);
/* Of that, at its end: what policies tell about themselves. */
int results_read_mix_statistics(results_input *in, poise_error *err);

/* And then: the courses of mixes, if the file has any. */
int results_read_mix_courses(results_input *in, poise_error *err);

/* Programs and policies are there: makes the cells and reads the numbers of every launch. */
int results_read_cells(results_input *in, poise_error *err);
/* Then: the changes of warp-tuples. */
int results_read_changes(results_input *in, poise_error *err);
/* Then: what policies tell about themselves; nothing in a file of a version that has no statistics. */
int results_read_statistics(results_input *in, poise_error *err);
/* Then: the courses of launches, if the file has any. */
int results_read_courses(results_input *in, poise_error *err);

#endif

/* A results file while it is read: shared by the results_*.c files only. */
#ifndef POISE_EVALUATE_RESULTS_INPUT_H
#define POISE_EVALUATE_RESULTS_INPUT_H

#include "evaluate/results_schema.h"

typedef struct results_input {
    const char *path;
    poise_h5 *file;
    evaluate_results *results;
    poise_h5_shape shape; /* of every table of numbers: [launch][policy] */
} results_input;

/* "PATH: reason": POISE_DAMAGED. */
int results_refuse(const results_input *in, const char *reason, poise_error *err);

/* Programs and policies are there: makes the cells and reads the numbers of every launch. */
int results_read_cells(results_input *in, poise_error *err);
/* Then: the changes of warp-tuples. */
int results_read_changes(results_input *in, poise_error *err);

#endif

/* A data set of three loads, made of the sample profile. */
#ifndef POISE_TESTS_FEATURES_SAMPLE_LOADS_H
#define POISE_TESTS_FEATURES_SAMPLE_LOADS_H

#include "features/load_dataset.h"
#include "tests/unit/profile/sample_profile.h"

/* The sample profile with sets by which loads 0, 1 and 2 of its first kernel can be judged. Of the plane
 * {1, 0} is the fastest, {1, 1} the best N = p; of all {3, 3} without load 1. */
static inline profile source_of_loads(void)
{
    profile source = sample_profile();
    profile_kernel *kernel = &source.kernels[0];
    const profile_set more[] = {{2, 1, 4, 14000}, {1, 1, 1, 30000}, {3, 0, 1, 20300}, {2, 2, 1, 29000}};
    memcpy(source.hash, "0123456789abcdef0123456789abcdef", POISE_HASH_TEXT);
    kernel->sets = realloc(kernel->sets, 6 * sizeof *kernel->sets);
    assert_non_null(kernel->sets);
    memcpy(kernel->sets + kernel->n_sets, more, sizeof more);
    kernel->n_sets = 6;
    return source;
}

static inline load_dataset sample_loads(void)
{
    profile source = source_of_loads();
    load_dataset data = {0};
    assert_int_equal(load_dataset_add_profile(&data, &source, "a", NULL, NULL), POISE_OK);
    profile_free(&source);
    return data;
}

#endif

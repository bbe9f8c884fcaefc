/* Plans for the tests of training. */
#ifndef POISE_TESTS_SMALL_PLAN_H
#define POISE_TESTS_SMALL_PLAN_H

#include "tests/test.h"
#include "train/validate/plan.h"

/* `values` for every hyper-parameter that takes them; others, such as nu for more than 1, become 0.5. */
static inline train_plan small_plan(train_method method, const char *values)
{
    train_plan plan = {.spec = {.method = method}};
    plan.spec.negbin = train_negbin_thesis;
    assert_int_equal(train_settle_loss(&plan.spec, NULL), POISE_OK);
    for (int h = 0; h < TRAIN_HYPERS; h++) {
        if (train_parse_grid(values, (train_hyper)h, &plan.grid[h], NULL) != POISE_OK)
            plan.grid[h] = (train_grid){.n = 1, .value = {0.5}};
    }
    return plan;
}

static inline void small_grid(train_plan *plan, train_hyper hyper, const char *values)
{
    assert_int_equal(train_parse_grid(values, hyper, &plan->grid[hyper], NULL), POISE_OK);
}

#endif

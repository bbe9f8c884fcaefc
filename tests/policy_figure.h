/* What a scheduler policy tells about itself, by name. */
#ifndef POISE_TESTS_POLICY_FIGURE_H
#define POISE_TESTS_POLICY_FIGURE_H

#include "sim_hooks/sched.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static inline double figure_named(const policy_statistic *all, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(all[i].name, name))
            return all[i].value;
    fail_msg("there is no figure '%s'", name);
    return 0;
}

/* Of a policy that a test drives itself. */
static inline double figure_of(const sched_policy *policy, void *state, const char *name)
{
    policy_statistic all[POLICY_STATISTICS];
    size_t n = policy->life.statistics(&state, 1, all, POLICY_STATISTICS);
    return figure_named(all, n, name);
}

#endif

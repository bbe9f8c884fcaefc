/* What a scheduler policy tells about itself, by name. */
#ifndef POISE_TESTS_POLICY_FIGURE_H
#define POISE_TESTS_POLICY_FIGURE_H

#include "sim_hooks/sched/sched.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static inline double figure_named(const policy_figure *all, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(all[i].name, name))
            return all[i].value;
    fail_msg("there is no figure '%s'", name);
    return 0;
}

/* Of a policy that a test drives itself. */
static inline double figure_of(const sched_policy *policy, const void *state, const char *name)
{
    policy_figure all[POLICY_FIGURES];
    size_t n = policy->figures(state, all, POLICY_FIGURES);
    return figure_named(all, n, name);
}

#endif

/* A scheduler policy made from its arguments, as the registry makes it, for tests that play the simulator. */
#ifndef POISE_TESTS_SCRIPTED_HOST_H
#define POISE_TESTS_SCRIPTED_HOST_H

#include "sim_hooks/builtin.h"
#include "tests/policy_figure.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static inline int create_policy(const sched_policy *policy, const sched_host *host, const char *arguments,
                                void **state, poise_error *err)
{
    char text[256];
    const policy_info *info = &policy->info;
    snprintf(text, sizeof text, "%s", arguments);
    void *options = calloc(1, info->options_size);
    assert_non_null(options);
    int code = poise_options_defaults(info->options, info->n_options, options, err);
    if (code == POISE_OK)
        code = poise_options_parse_colons(info->options, info->n_options, options, "policy", text, err);
    if (code == POISE_OK)
        code = policy->create(host, options, state, err);
    free(options);
    return code;
}

static inline void refused_with(const sched_policy *policy, const sched_host *host, const char *arguments,
                                const char *part)
{
    void *state = NULL;
    poise_error err = {0};
    assert_int_equal(create_policy(policy, host, arguments, &state, &err), POISE_USAGE);
    if (!strstr(err.text, part))
        fail_msg("'%s' does not say '%s'", err.text, part);
}

#endif

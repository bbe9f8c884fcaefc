/* What tests of one part of the simulator by itself share: what all parts are given. */
#ifndef POISE_TESTS_PART_H
#define POISE_TESTS_PART_H

#include "sim/base/base.h"
#include "tests/test.h"

/* The thesis machine changed by `first` and then `second`, lists that end with NULL, or NULL; one thread
 * block is left, so that nothing takes the launch for ended. */
static inline void part_base(sim_base *base, const char *const *first, const char *const *second)
{
    const char *const *both[] = {first, second};
    sim_config config;
    poise_error err;
    sim_config_default(&config);
    for (int i = 0; i < 2; i++)
        for (const char *const *s = both[i]; s && *s; s++)
            if (sim_config_set(&config, *s, &err))
                fail_msg("%s", err.text);
    if (sim_config_check(&config, &err))
        fail_msg("%s", err.text);
    base_init(base, &config, 0);
    base->blocks_left = 1;
    if (base_make_wheel(base, &err))
        fail_msg("%s", err.text);
}

#endif

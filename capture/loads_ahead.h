/* Whether compiled kernels issue the loads of a loop ahead: the choice of `poise capture --loads`. */
#ifndef POISE_CAPTURE_LOADS_AHEAD_CHOICE_H
#define POISE_CAPTURE_LOADS_AHEAD_CHOICE_H

#include "capture/capture_environment.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static inline bool capture_loads_are_ahead(void)
{
    const char *said = getenv(CAPTURE_ENV_LOADS);
    return said && strcmp(said, CAPTURE_LOADS_AHEAD) == 0;
}

#endif

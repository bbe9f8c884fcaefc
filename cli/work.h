/* How a verb that runs many simulations goes about it: `-j JOBS --progress MODE`. */
#ifndef POISE_CLI_WORK_H
#define POISE_CLI_WORK_H

#include "common/log.h"
#include "common/options.h"

typedef struct cli_work {
    int64_t jobs; /* threads; 0 = one for each processor */
    int progress; /* poise_progress_mode */
} cli_work;

/* Entries of an option table whose struct `type` holds a cli_work called `work`. */
#define CLI_JOBS_OPTION(type)                                                                     \
    {                                                                                             \
        "jobs", 'j', POISE_OPT_INT, offsetof(type, work.jobs), "0", 0, 1024, NULL, "J",           \
            "simulations at a time; 0 = one for each processor; the result does not depend on it" \
    }
#define CLI_PROGRESS_OPTION(type)                                                                       \
    {                                                                                                   \
        "progress", 0, POISE_OPT_CHOICE, offsetof(type, work.progress), "auto", POISE_ANY_RANGE,        \
            "auto|always|never|json", NULL,                                                             \
            "progress on standard error: auto = a line that is drawn again on a terminal, elsewhere a " \
            "line every 30 s at most; always = drawn again anywhere; json = one object a line"          \
    }

#endif

/* `poise sim --bottleneck`: what was measured (sim/measure/bottleneck.h) as a table, as JSON and in words. */
#ifndef POISE_CLI_SIM_BOTTLENECK_H
#define POISE_CLI_SIM_BOTTLENECK_H

#include "sim/config/config.h"
#include "sim/measure/bottleneck.h"
#include "sim/measure/counters.h"

#include <jansson.h>

typedef struct cli_bottleneck {
    const sim_config *machine;
    const sim_counters *counters;
    const sim_bottleneck *statistics;
} cli_bottleneck;

/* One level of the hierarchy: its stalled cycles by cause, and the cycles that they are a share of. */
typedef struct bottleneck_level {
    const char *name, *of; /* "scheduler", "scheduler cycles with unfinished warps" */
    const uint64_t *causes;
    uint32_t n;
    uint64_t total;
    const char *(*cause)(uint32_t), *(*help)(uint32_t);
} bottleneck_level;
enum { BOTTLENECK_LEVELS = 4 };
void cli_bottleneck_levels(const cli_bottleneck *b, bottleneck_level levels[BOTTLENECK_LEVELS]);

/* What the kernel is bound by, a sentence in `text`. The rules are ours; docs/BOTTLENECK.md states them. */
void cli_bottleneck_verdict(const cli_bottleneck *b, char *text, size_t size);

/* On standard output. */
void cli_bottleneck_print(const cli_bottleneck *b);

/* A new object with every figure, the derived ones and the verdict; NULL when there is no memory. */
json_t *cli_bottleneck_json(const cli_bottleneck *b);

#endif

/* Counters and statistics as `poise sim` prints them: `name = value` lines, or members of a JSON object. */
#ifndef POISE_CLI_SIM_COUNTS_H
#define POISE_CLI_SIM_COUNTS_H

#include "sim/sim.h"

#include <jansson.h>

/* With the names that scripts for GPGPU-Sim look for; as PREFIX.NAME. */
void cli_counters_print_whole(const sim_counters *c);
void cli_counters_print(const char *prefix, const sim_counters *c);
/* What the policy of a place tells, as PREFIXPLACE.NAME; the prefix has its own point. */
void cli_statistics_print(const char *prefix, const char *place, const policy_statistic *all, size_t n);

/* Nonzero when there is no memory. */
int cli_counters_add(json_t *to, const sim_counters *c);
/* As a member of the name of the place; none when there are no statistics. */
int cli_statistics_add(json_t *to, const char *place, const policy_statistic *all, size_t n);
/* null when it is not finite. */
json_t *cli_json_number(double value);

/* Prints an object that was made with `bad` problems, and frees it. */
int cli_json_print(json_t *root, int bad, poise_error *err);

#endif

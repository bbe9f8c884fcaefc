/* `poise sim --bottleneck`: what policies say is made of parts (policy_sample, sim_hooks/policy.h), such as
 * warps by type, added up over the epochs of all launches. What is no part of anything is left out. */
#ifndef POISE_CLI_SIM_GROUPS_H
#define POISE_CLI_SIM_GROUPS_H

#include "sim/sim.h"

#include <jansson.h>

enum { CLI_MOST_PARTS = POLICY_PLACES * POLICY_SAMPLES };

/* The texts are those of the policies. */
typedef struct cli_part {
    const char *place;
    policy_sample sum;
} cli_part;

typedef struct cli_groups {
    size_t n;
    cli_part part[CLI_MOST_PARTS];
} cli_groups;

/* A sim_course_observer; `groups` is a zeroed cli_groups. */
void cli_groups_note(void *groups, const char *place, uint64_t cycle, const policy_sample *samples, size_t n);

/* A histogram for each group of more than one part, on standard output. */
void cli_groups_print(const cli_groups *groups);
/* A new object with a member PLACE.GROUP for each of these, whose members are its parts; NULL when there is
 * no memory. */
json_t *cli_groups_json(const cli_groups *groups);

#endif

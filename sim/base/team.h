/* A team of threads that work in short rounds: of some microseconds, a hundred thousand a second.
 *
 * A round is a number of independent tasks. The leader, who is the caller, does task 0 and then takes others
 * in turn; helpers take what they find. Nobody waits for a helper that has not taken a task, so one that has
 * no processor at the moment (more threads than processors, another program in the way) costs little. Helpers
 * wait by spinning on the word that they take tasks from, those that wait long sleep and are woken now and
 * then: a round costs a fraction of a microsecond, no lock is taken unless somebody sleeps, nothing is
 * allocated after team_create.
 *
 * Why not OpenMP: the barrier of libgomp waits for every thread, and how it waits is set for the whole
 * process by environment variables: what is good here would disturb the loops over simulations. */
#ifndef POISE_SIM_BASE_TEAM_H
#define POISE_SIM_BASE_TEAM_H

#include "common/error.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct team team;

typedef struct team_plan {
    uint32_t n_tasks; /* of each round, >= 1 */
    /* Does one task in the thread of `member`: 0 is the leader. `argument` is that of the round. */
    void (*work)(void *context, uint64_t argument, uint32_t task, uint32_t member);
    /* Called by the leader when all tasks are done. Returns whether there is another round, and replaces its
     * argument. */
    bool (*between)(void *context, uint64_t *argument);
    void *context;
} team_plan;

/* Starts members - 1 helpers, which sleep until they are needed. Members >= 1. Errors: no memory, no thread.
 */
int team_create(team **t, uint32_t members, const team_plan *plan, poise_error *err);
void team_destroy(team *t); /* NULL is fine */

/* Runs rounds, the first with `argument`, until between() says no; called by one thread at a time. What was
 * written before a round is visible to its tasks, and what these wrote to between(). */
void team_run(team *t, uint64_t argument);

#endif

/* The work of `poise profile`: measures what is missing, and puts the profile together when nothing is. */
#ifndef POISE_CLI_PROFILE_SWEEP_H
#define POISE_CLI_PROFILE_SWEEP_H

#include "cli/machine.h"
#include "cli/profile/place.h"
#include "cli/shares.h"
#include "cli/work.h"
#include "profile/sweep/plan.h"

typedef struct profile_job {
    const profile_place *place;
    const cli_work *work;
    runs_share share;
} profile_job;

int profile_sweep(const profile_job *job, sweep_plan *plan, poise_error *err);

/* Says what a sweep will do: launches, simulations, how many are there already. */
void profile_say_plan(const profile_job *job, const sweep_plan *plan);

/* `poise profile --slurm`: hands the sweep over to Slurm; `words` are those of the command without machine,
 * shard and number of threads. */
int profile_submit(const profile_job *job, const cli_shares *shares, const sweep_plan *plan,
                   const char *const *words, size_t n_words, poise_error *err);

/* `poise profile --status`: prints how far the sweep is and, when it is complete, where its profile is;
 * POISE_INCOMPLETE when it is not complete. */
int profile_print_status(const profile_place *place, poise_error *err);

#endif

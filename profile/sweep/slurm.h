/* A sweep as jobs of the batch system Slurm: an array with one job per share, and a job that collects. */
#ifndef POISE_PROFILE_SWEEP_SLURM_H
#define POISE_PROFILE_SWEEP_SLURM_H

#include "common/error.h"

#include <stddef.h>
#include <stdint.h>

typedef struct sweep_slurm {
    const char *folder;       /* for the scripts, the machine and the logs; exists */
    const char *machine;      /* text of the effective machine */
    uint32_t shares;          /* jobs of the array, >= 1 */
    uint32_t cores;           /* of each, >= 1 */
    const char *const *lines; /* further options of sbatch, "partition=long" */
    size_t n_lines;
    const char *const *command; /* the sweep without machine, shard and number of threads; words */
    size_t n_command;
} sweep_slurm;

typedef struct sweep_slurm_jobs {
    char array[32], collect[32]; /* numbers that sbatch has given */
} sweep_slurm_jobs;

/* Writes FOLDER/sweep.sbatch, collect.sbatch and machine.conf, and submits the scripts. When sbatch refuses
 * or is not there they stay, for submission by hand. */
int sweep_slurm_submit(const sweep_slurm *job, sweep_slurm_jobs *submitted, poise_error *err);

#endif

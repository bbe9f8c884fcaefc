/* Shared work as jobs of the batch system Slurm: an array with one job per share, and a job that collects. */
#ifndef POISE_RUNS_SLURM_H
#define POISE_RUNS_SLURM_H

#include "common/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RUNS_SLURM_MACHINE "machine.conf"
#define RUNS_SLURM_ARRAY   "sweep.sbatch"
#define RUNS_SLURM_COLLECT "collect.sbatch"

typedef struct runs_slurm {
    const char *folder;       /* for the scripts, the machine and the logs; exists */
    const char *machine;      /* text of the effective machine */
    uint32_t shares;          /* jobs of the array, >= 1 */
    uint32_t cores;           /* of each, >= 1 */
    const char *const *lines; /* further options of sbatch, "partition=long" */
    size_t n_lines;
    const char *const *command; /* the work without machine, shard and number of threads; words */
    size_t n_command;
    bool leaves_some; /* runs of a share may wait for those of others: the job that collects does them */
} runs_slurm;

typedef struct runs_slurm_jobs {
    char array[32], collect[32]; /* numbers that sbatch has given */
} runs_slurm_jobs;

/* Writes FOLDER/sweep.sbatch, collect.sbatch and machine.conf, and submits the scripts. When sbatch refuses
 * or is not there they stay, for submission by hand. */
int runs_slurm_submit(const runs_slurm *job, runs_slurm_jobs *submitted, poise_error *err);

#endif

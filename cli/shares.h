/* Work that several processes divide, on one machine or many: `--shard I/N --collect --status --slurm N
 * --slurm-option OPTION`. */
#ifndef POISE_CLI_SHARES_H
#define POISE_CLI_SHARES_H

#include "common/options.h"
#include "runs/share.h"
#include "runs/status.h"

typedef struct cli_shares {
    const char *shard;
    bool collect, status;
    int64_t slurm; /* jobs; 0 = not for Slurm */
    poise_list slurm_options;
} cli_shares;

/* Entries of an option table whose struct `type` holds a cli_shares called `shares`. */
#define CLI_SHARD_OPTION(type)                                                                             \
    {                                                                                                      \
        "shard", 0, POISE_OPT_STRING, offsetof(type, shares.shard), NULL, POISE_ANY_RANGE, NULL, "I/N",    \
            "do only every N-th kernel or run, from the I-th on, into the same place; any machine may do " \
            "another"                                                                                      \
    }
#define CLI_COLLECT_OPTION(type)                                                                         \
    {                                                                                                    \
        "collect", 0, POISE_OPT_FLAG, offsetof(type, shares.collect), NULL, POISE_ANY_RANGE, NULL, NULL, \
            "simulate nothing: put together what shards have done"                                       \
    }
#define CLI_STATUS_OPTION(type)                                                                        \
    {                                                                                                  \
        "status", 0, POISE_OPT_FLAG, offsetof(type, shares.status), NULL, POISE_ANY_RANGE, NULL, NULL, \
            "print how far the work is that writes to FILE; no traces are needed"                      \
    }
#define CLI_SLURM_OPTION(type)                                                                            \
    {                                                                                                     \
        "slurm", 0, POISE_OPT_INT, offsetof(type, shares.slurm), "0", 0, 99999, NULL, "N",                \
            "simulate nothing here: submit the work to Slurm as an array of N jobs and one that collects" \
    }
#define CLI_SLURM_OPTION_OPTION(type)                                                                   \
    {                                                                                                   \
        "slurm-option", 0, POISE_OPT_LIST, offsetof(type, shares.slurm_options), NULL, POISE_ANY_RANGE, \
            NULL, "OPTION",                                                                             \
            "of sbatch for these jobs, such as partition=long or time=4:00:00; may be repeated"         \
    }

/* What this process is to do, the share counted from 0; options that exclude each other are POISE_USAGE. */
int cli_shares_read(const cli_shares *shares, runs_share *share, poise_error *err);

/* A command that jobs of Slurm run. */
typedef struct cli_job {
    const char *folder;       /* of the runs; exists */
    const char *machine;      /* text of the effective machine */
    int64_t cores;            /* of each job; 0 = one */
    const char *const *words; /* without machine, shard and number of threads */
    size_t n_words;
    bool leaves_some; /* see runs_slurm */
} cli_job;

/* Hands the work over to Slurm as an array of shares->slurm jobs, and says which jobs these are. */
int cli_shares_submit(const cli_shares *shares, const cli_job *job, poise_error *err);

/* Says that a share is done: `done` of `all` runs of all shares are kept in `folder`. */
void cli_shares_say(const runs_share *share, size_t done, size_t all, const char *folder);

/* What a verb calls its runs: "kernels", "simulation", "simulations", "measured". */
typedef struct cli_run_words {
    const char *runs, *step, *steps, *done;
} cli_run_words;

/* Prints how far runs are; POISE_INCOMPLETE when they are not complete. */
int cli_shares_print(const runs_status_row *rows, size_t n, const cli_run_words *words, poise_error *err);

#endif

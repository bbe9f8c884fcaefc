/* `poise evaluate --slurm`: an evaluation as jobs of Slurm. */
#ifndef POISE_CLI_EVALUATE_SUBMIT_H
#define POISE_CLI_EVALUATE_SUBMIT_H

#include "cli/evaluate/options.h"

/* evaluate_prepare or evaluate_mixes_prepare, of `request`. */
typedef int cli_evaluate_prepare(const void *request, int (*inside)(void *user, poise_error *err), void *user,
                                 poise_error *err);

typedef struct cli_evaluate_job {
    const evaluate_options *options;
    const sim_config *config;
    const char *store;
    int n_words; /* of the command besides options */
    char **words;
    cli_evaluate_prepare *prepare;
    const void *request;
    bool leaves_some; /* see runs_slurm */
} cli_evaluate_job;

int cli_evaluate_submit(const cli_evaluate_job *job, poise_error *err);

#endif

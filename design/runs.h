/* The simulations of a search: each is one program on one machine. In a runs_store they are kept until the
 * search is over: what has been done is not done again, and several processes divide what there is to do. The
 * key of a run is the hash of all that its cycles follow from: version, machine, policy, traces. */
#ifndef POISE_DESIGN_RUNS_H
#define POISE_DESIGN_RUNS_H

#include "common/log.h"
#include "evaluate/policy_list.h"
#include "evaluate/program.h"
#include "runs/store.h"

#include <stdatomic.h>

/* A machine to run all programs on. */
typedef struct design_machine {
    sim_config config;
    const char *name; /* for the list, such as "ascent 3: l1_mshrs=48" */
    uint64_t *cycles; /* of each program; to be set */
} design_machine;

/* What is to be done with the machines of one round. */
typedef struct design_batch {
    const char *what; /* for the progress line: "ascent 3" */
    const evaluate_program *programs;
    size_t n_programs;
    design_machine *machines;
    size_t n_machines;
} design_batch;

typedef struct design_runs {
    const evaluate_policy *policy;
    int jobs;                /* threads, 0 = one for each processor */
    const atomic_bool *stop; /* becomes true when the work must end; NULL = never */
    poise_progress_mode progress;
    runs_share share;
    double patience; /* seconds without news after which a share no longer waits for the runs of others */
    uint64_t most;   /* runs that there can be in all, for the list */
    /* Told of each batch before it is run: how many runs it has and how many of them are done. NULL is fine.
     */
    void (*announce)(void *user, const design_batch *batch, size_t runs, size_t done);
    void *user;

    runs_store store; /* design_runs_open; without a folder nothing is kept */
    bool is_kept;
    runs_list_row *rows; /* of all batches so far */
    size_t n_rows, n_done;
} design_runs;

/* Opens the store in `folder`, NULL = none. Close with design_runs_close also after a failure. */
int design_runs_open(design_runs *runs, const char *folder, poise_error *err);
void design_runs_close(design_runs *runs);

/* Runs what is not done of the batch and ours. A share waits for the runs of others that belong to the
 * batch. POISE_INCOMPLETE when they do not come, or when the process only collects. A launch that max_cycles
 * cuts short is POISE_FAILED: its cycles say nothing. */
int design_runs_do(design_runs *runs, design_batch *batch, poise_error *err);

#endif

/* Policies x mixes: every mix under every scheduler policy, its programs alone, and the metrics of
 * docs/MIXES.md.
 */
#ifndef POISE_EVALUATE_MIX_MIXES_H
#define POISE_EVALUATE_MIX_MIXES_H

#include "evaluate/mix/mix.h"
#include "evaluate/policy_list.h"

#include <stdio.h>

typedef struct evaluate_mixes_request {
    const sim_config *config;
    const evaluate_policy_list *policies; /* policy strings alone: what needs a profile is refused */
    const evaluate_mix *mixes;
    size_t n_mixes;
    const char
        *alone;    /* scheduler policy of the runs alone, the same for all so that denominators are common */
    bool best;     /* try static splits of the SMs, keep the one of the best weighted speedup: an oracle */
    uint32_t step; /* of these splits, SMs; 0 = a sixth of the machine */
    int jobs;      /* simulations at a time, 0 = one for each processor */
    const atomic_bool *stop;
} evaluate_mixes_request;

/* A mix under a policy. */
typedef struct evaluate_mix_cell {
    size_t n_splits;        /* that were tried, 1 = the given one */
    evaluate_range *ranges; /* of each program */
    sim_mix_result *shared, *alone;
    evaluate_mix_metrics metrics;
} evaluate_mix_cell;

typedef struct evaluate_mixes {
    const evaluate_mixes_request *request;
    evaluate_mix_cell *cells; /* [mix * policies + policy] */
    size_t n_cells;
    size_t n_alone; /* runs alone: one for each program and number of SMs */
} evaluate_mixes;

/* Simulates; each program alone once for each number of SMs. The request must outlive the result. Free with
 * evaluate_mixes_free, also after a failure. */
int evaluate_mixes_run(evaluate_mixes *mixes, const evaluate_mixes_request *request, poise_error *err);
void evaluate_mixes_free(evaluate_mixes *mixes);

/* A block for each metric: mixes down, policies across, the arithmetic mean in the last line. */
void evaluate_mixes_print(const evaluate_mixes *mixes, FILE *out);
/* One line for each mix, policy and program; everything. Atomic. */
int evaluate_mixes_write_csv(const evaluate_mixes *mixes, const char *path, poise_error *err);
int evaluate_mixes_write_json(const evaluate_mixes *mixes, const char *path, poise_error *err);

#endif

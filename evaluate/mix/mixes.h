/* Policies x mixes: what is compared and what has come out. */
#ifndef POISE_EVALUATE_MIX_MIXES_H
#define POISE_EVALUATE_MIX_MIXES_H

#include "common/log.h"
#include "evaluate/mix/metrics.h"
#include "evaluate/policy_list.h"
#include "runs/share.h"

/* What is to be done, known before the first simulation. */
typedef struct evaluate_mixes_outline {
    size_t runs_alone;           /* one for each program and number of SMs, and for each CPU program */
    size_t runs;                 /* these and the mixes under all policies, in all splits */
    size_t runs_done, runs_left; /* that the store had; for this process */
    double warp_insts_left;      /* work in these: of the first run of each program */
    int threads;
} evaluate_mixes_outline;

/* Everything is borrowed and must outlive the evaluation. */
typedef struct evaluate_mixes_request {
    const sim_config *config;
    const evaluate_policy_list *policies; /* policy strings alone: what needs a profile is refused */
    evaluate_mix *mixes;                  /* they learn the hashes of their files */
    size_t n_mixes;
    const evaluate_policy_list *alone; /* one: of the runs alone, for all policies, so that denominators are
                                          common */
    bool best;     /* try static splits of the SMs, keep the one of the best weighted speedup: an oracle */
    uint32_t step; /* of these splits, SMs; 0 = a sixth of the machine */
    uint64_t over_time; /* keeps the course of mixes, every so many core cycles; 0 = not */
    int jobs;           /* simulations at a time, 0 = one for each processor */
    const atomic_bool *stop;
    const char *store; /* folder of the runs that are done (mix/store.h); NULL = none */
    runs_share share;
    poise_progress_mode progress;
    /* Called once, before the first simulation; or NULL. */
    void (*announce)(const struct evaluate_mixes_request *request, const evaluate_mixes_outline *outline);
} evaluate_mixes_request;

/* A mix under a policy. */
typedef struct evaluate_mix_cell {
    size_t n_splits;        /* that were tried, 1 = the given one */
    evaluate_range *ranges; /* of each program */
    evaluate_mix_outcome shared, alone;
    evaluate_mix_metrics metrics;
} evaluate_mix_cell;

typedef struct evaluate_mixes {
    evaluate_mixes_request request;
    evaluate_mix_cell *cells; /* [mix][policy], see evaluate_mix_cell_of */
    size_t n_cells;
    size_t n_alone; /* runs alone */
} evaluate_mixes;

/* Room for the cells of `request`. Free with evaluate_mixes_free, also after a failure. */
int evaluate_mixes_allocate(evaluate_mixes *mixes, const evaluate_mixes_request *request, poise_error *err);
/* The metrics of all cells. */
void evaluate_mixes_measure(evaluate_mixes *mixes);
/* A zeroed one is fine. */
void evaluate_mixes_free(evaluate_mixes *mixes);

static inline evaluate_mix_cell *evaluate_mix_cell_of(const evaluate_mixes *mixes, size_t mix, size_t policy)
{
    return &mixes->cells[mix * mixes->request.policies->n + policy];
}

/* Whether a mix has CPU programs. */
bool evaluate_mixes_have_cpus(const evaluate_mixes *mixes);
/* Mean of a metric, by metrics.def, over the mixes in which it is defined. */
double evaluate_mixes_mean(const evaluate_mixes *mixes, const evaluate_mix_metric_info *metric,
                           size_t policy);

#endif

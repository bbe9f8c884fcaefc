/* The comparison: every policy of a list on every program, on one machine; evaluate/machines.h compares on
 * several. */
#ifndef POISE_EVALUATE_COMPARISON_H
#define POISE_EVALUATE_COMPARISON_H

#include "common/log.h"
#include "evaluate/metrics.h"
#include "evaluate/policy_list.h"
#include "evaluate/run.h"
#include "runs/share.h"

/* What an evaluation will do, known before the first simulation. A run is one program under one schedule. */
typedef struct evaluate_outline {
    size_t machines;
    size_t launches;        /* of all programs; on several machines they are the same ones */
    size_t runs, runs_done; /* of all shares; those that the store had */
    size_t runs_left;       /* to be done by this process */
    size_t diagonal_runs;   /* of `runs`: one for each N = p of each program, without a profile */
    uint32_t diagonal[2];   /* fewest and most of these that one program takes */
    uint64_t launches_left; /* in runs_left, */
    double warp_insts_left; /* and the work in these */
    int threads;
} evaluate_outline;

/* What to compare; everything is borrowed and must outlive the evaluation. */
typedef struct evaluate_request {
    const char *machine; /* its name where machines are compared, otherwise NULL */
    const sim_config *config;
    const evaluate_policy_list *policies;
    const evaluate_program *programs;
    size_t n_programs;
    const profile *surface;   /* measured {N, p} points of these programs on this machine, or NULL */
    const char *surface_hash; /* of the file that `surface` came from, or NULL */
    /* What stood beside the scheduler when `surface` was measured (profile.h); NULL without one. */
    const char *surface_policies;
    int jobs;                /* threads, 0 = one for each processor */
    bool stalls;             /* also measure why schedulers wait: slower, other results do not change */
    uint64_t over_time;      /* keeps the course of launches, see evaluate_effort; 0 = not */
    const atomic_bool *stop; /* becomes true when the work must end; NULL = never */
    const char *store;       /* folder of the runs that are done (store.h); NULL = none */
    runs_share share;        /* evaluate_share: which of how many; evaluate_compare: n_shares = 0 */
    evaluate_mean mean;      /* of ratios over programs, see evaluate_mean_of */
    poise_progress_mode progress;
    /* Called once, before the first simulation, also when none is left; or NULL. */
    void (*announce)(const struct evaluate_request *request, const evaluate_outline *outline);
} evaluate_request;

/* Comparisons on several machines, side by side. The requests differ in machine, configuration and programs;
 * the programs are the same ones, opened on each. What is no matter of a machine (policies, threads, store
 * and so on) is that of the first. */
typedef struct evaluate_side_by_side {
    const evaluate_request *requests;
    size_t n;    /* machines, at least one */
    size_t base; /* on whose machine the baseline is */
} evaluate_side_by_side;

/* One program under one policy. */
typedef struct evaluate_cell {
    evaluate_schedule schedule; /* with the tuples of the static policies */
    evaluate_result result;
} evaluate_cell;

typedef struct evaluate_comparison {
    evaluate_request request;
    /* On whose machine the baseline is; it has the same programs and policies. NULL = on this one. */
    const struct evaluate_comparison *base;
    evaluate_cell *cells;      /* [program][policy], see evaluate_place */
    evaluate_metrics *metrics; /* [program][policy] */
    evaluate_metrics *means;   /* [policy], over programs */
    char **warnings;           /* what a reader of the numbers must know, one sentence each */
    size_t n_warnings;
} evaluate_comparison;

/* Those of all machines that are compared: the same programs, policies and mean. */
typedef struct evaluate_comparisons {
    const evaluate_comparison *const *of;
    size_t n; /* at least one */
} evaluate_comparisons;

/* Room for cells, metrics and means of comparison->request; then, from the cells, metrics and means. */
int evaluate_comparison_allocate(evaluate_comparison *comparison, poise_error *err);
void evaluate_comparison_measure(evaluate_comparison *comparison);

/* A zeroed one is fine. */
void evaluate_comparison_free(evaluate_comparison *comparison);

/* Index of (program, policy) in cells[] and metrics[]. */
static inline size_t evaluate_place(const evaluate_comparison *comparison, size_t program, size_t policy)
{
    return program * comparison->request.policies->n + policy;
}

#endif

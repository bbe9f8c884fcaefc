/* A search with the simulator: speed-ups of programs over the base. */
#ifndef POISE_DESIGN_EXPLORE_H
#define POISE_DESIGN_EXPLORE_H

#include "design/result.h"
#include "design/runs.h"
#include "design/space.h"

/* A machine that somebody else has chosen. */
typedef struct design_given {
    const char *name, *change; /* "thesis", "cost-effective,crossbar-16-68" */
    sim_config config;
} design_given;

typedef struct design_request {
    const design_space *space;
    const evaluate_program *programs, *judges; /* that the search sees; that only judge what it has chosen */
    size_t n_programs, n_judges;
    const design_given *given;
    size_t n_given;
    design_mean mean;
    double budget;     /* mm^2 more than the base */
    double least_gain; /* of the mean speed-up, below which a step counts as none */
    size_t beam, most; /* see search.h; `most` does not count given machines */
    design_runs *runs; /* open */
} design_request;

/* Simulations that the request can ask for, at most. */
uint64_t design_most_runs(const design_request *request);

/* Measures base and given machines, searches, and measures base, given machines and the chosen one on the
 * judges. The result does not depend on the number of threads, nor on what the store has. Free it in any
 * case. */
int design_explore(design_result *result, const design_request *request, poise_error *err);

#endif

/* results.h5: everything that an evaluation has measured, see docs/DATA.md. What can be computed from it,
 * metrics and warnings, is not stored. */
#ifndef POISE_EVALUATE_RESULTS_RESULTS_H
#define POISE_EVALUATE_RESULTS_RESULTS_H

#include "evaluate/comparison.h"
#include "evaluate/mix/mixes.h"

#define RESULTS_FORMAT "poise results"
/* Files of version 1, without statistics, of version 2, whose policies are schedulers, of version 3, which
 * knows no mixes, of version 4, whose mixes have no statistics, and of version 5 are read as well; version 5
 * is still written where there are no named machines and no mean was chosen, which are what version 6 adds.
 */
enum { RESULTS_FORMAT_VERSION = 6, RESULTS_MOST_MACHINES = 256 };

/* Results that were read, and what they borrow: a comparison of programs, on one machine or several, or
 * mixes. */
typedef struct evaluate_results {
    sim_config config;
    char *config_text;
    char config_hash[POISE_HASH_TEXT];
    char *surface_hash;     /* of the profile that chose static tuples; empty without one */
    char *surface_policies; /* of that profile, see evaluate_request; NULL without one */
    char *creator, *commit;
    char hash[POISE_HASH_TEXT]; /* of the file */
    evaluate_policy_list policies;
    evaluate_program *programs; /* without the paths of traces */
    size_t n_programs;
    evaluate_comparison comparison;    /* of these */
    struct evaluate_results *machines; /* where machines have names: results of each, with its configuration,
                                          programs and comparison, which stand nowhere else then */
    size_t n_machines;
    char *machine;            /* name of one of these */
    evaluate_comparisons all; /* comparisons: of all machines, or the only one */
    const evaluate_comparison **pointers;
    evaluate_mix *mixes;        /* without files */
    size_t n_mixes;             /* 0 = the file is of programs */
    evaluate_policy_list alone; /* under which they have run alone */
    evaluate_mixes of_mixes;
} evaluate_results;

/* Atomic; the same results give the same bytes. */
int evaluate_results_write(const char *path, const evaluate_comparison *comparison, poise_error *err);

/* The same of all machines that are compared. */
int evaluate_results_write_all(const char *path, evaluate_comparisons all, poise_error *err);

int evaluate_results_write_mixes(const char *path, const evaluate_mixes *mixes, poise_error *err);

/* Hostile input. The caller frees with evaluate_results_free. `results` must not be copied: it points into
 * itself. */
int evaluate_results_read(const char *path, evaluate_results *results, poise_error *err);
/* A zeroed one is fine. */
void evaluate_results_free(evaluate_results *results);

#endif

/* What a report says of the results of an evaluation. */
#ifndef POISE_REPORT_RESULTS_REPORT_H
#define POISE_REPORT_RESULTS_REPORT_H

#include "evaluate/results/results.h"
#include "report/profile/launches.h"

/* The warp-tuples that a policy has chosen in one launch of a program: that of most cycles of those that it
 * has steered. */
typedef struct results_visit {
    size_t program, policy, launch;
    const profile_launch *surface; /* of the launch in a profile; NULL = none */
} results_visit;

typedef struct results_report {
    const evaluate_results *results;
    const char *name;              /* of the file, for people */
    const profile_report *surface; /* NULL = none */
    size_t n_visits;
    results_visit *visits;
    size_t n_watched;
    results_visit *watched; /* the launch of most cycles of those that were watched (evaluate/course.h) */
} results_report;

/* Keeps pointers to everything; `behind` may be NULL, one of another machine is POISE_USAGE. Free with
 * results_report_free, also after a failure. */
int results_report_make(results_report *report, const evaluate_results *results, const char *name,
                        const profile_report *behind, poise_error *err);
void results_report_free(results_report *report);

static inline const evaluate_comparison *results_comparison(const results_report *report)
{
    return &report->results->comparison;
}
static inline const evaluate_program *results_program(const results_report *report, size_t program)
{
    return &report->results->programs[program];
}
/* For people: without the folders of models. */
static inline const char *results_policy_name(const results_report *report, size_t policy)
{
    return report->results->policies.policies[policy].short_name;
}
static inline const evaluate_cell *results_cell(const results_report *report, size_t program, size_t policy)
{
    const evaluate_comparison *comparison = results_comparison(report);
    return &comparison->cells[evaluate_place(comparison, program, policy)];
}
static inline const evaluate_metrics *results_metrics(const results_report *report, size_t program,
                                                      size_t policy)
{
    const evaluate_comparison *comparison = results_comparison(report);
    return &comparison->metrics[evaluate_place(comparison, program, policy)];
}
/* The mean of a metric over programs. */
static inline evaluate_mean results_mean(const results_report *report, const evaluate_metric_info *info)
{
    return evaluate_mean_of(info, results_comparison(report)->request.mean);
}
/* The machine with the baseline where several were compared; NULL = there is one. */
static inline const char *results_base_machine(const results_report *report)
{
    const evaluate_comparison *comparison = results_comparison(report);
    return comparison->base == NULL ? comparison->request.machine : comparison->base->request.machine;
}

#endif

/* Figures of the warp-tuples that a policy has chosen while a launch ran. */
#ifndef POISE_REPORT_RESULTS_VISITS_H
#define POISE_REPORT_RESULTS_VISITS_H

#include "report/page/markup.h"
#include "report/results/report.h"

/* The plane of warp-tuples (thesis, Figure 5.15): N on x, p on y; a disc for every tuple that was set, its
 * area the share of time that all SMs have spent there (what is known of it: history.h); the way of one SM;
 * below it, where a profile has the launch, the speedups as in the plane of a profile; the tuples of the
 * static policies. */
void visits_plane(markup *m, const results_report *report, const results_visit *visit, bool alone);

/* N and p over time, of one SM. */
void visits_steps(markup *m, const results_report *report, const results_visit *visit, bool alone);

/* The SM that both show: the first one that was steered. */
uint32_t visits_sm(const results_report *report, const results_visit *visit);

/* What the launch is: program, policy, kernel, number. */
void visits_words(const results_report *report, const results_visit *visit, char *text, size_t size);

static inline const evaluate_history *visits_history(const results_report *report, const results_visit *visit)
{
    return &results_cell(report, visit->program, visit->policy)->result.histories[visit->launch];
}

#endif

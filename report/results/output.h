/* Results of an evaluation for people; the CSV file is evaluate_print_csv(). Errors stay with the stream. */
#ifndef POISE_REPORT_RESULTS_OUTPUT_H
#define POISE_REPORT_RESULTS_OUTPUT_H

#include "report/results/drawings.h"

/* One page: mean speedups, warnings, bars, warp-tuples, every metric, statistics of policies, what it was
 * made from. */
void results_report_html(const results_report *report, FILE *out);

/* A table for each metric that is known: programs down, policies across. */
void results_report_markdown(const results_report *report, FILE *out);

#endif

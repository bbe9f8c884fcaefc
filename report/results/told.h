/* What policies tell about themselves after a launch (evaluate/statistics.h). */
#ifndef POISE_REPORT_RESULTS_TOLD_H
#define POISE_REPORT_RESULTS_TOLD_H

#include "report/page/markup.h"
#include "report/results/report.h"

/* A section with a table: for each program and policy that tells something, the statistics of its launch of
 * most cycles. Nothing where no policy does. */
void results_told(markup *m, const results_report *report);

#endif

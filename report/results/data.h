/* What the script of a page draws from: the results as JSON. */
#ifndef POISE_REPORT_RESULTS_DATA_H
#define POISE_REPORT_RESULTS_DATA_H

#include "report/results/report.h"

/* An object of names, metrics, their values, charts and changes of tuples; see report/page/charts.js. It may
 * stand in an element <script> of HTML and of XML: no character of it means anything there. */
void results_data(const results_report *report, FILE *out);

#endif

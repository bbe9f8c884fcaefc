/* A profile for people and for programs. Errors stay with the stream. */
#ifndef POISE_REPORT_PROFILE_OUTPUT_H
#define POISE_REPORT_PROFILE_OUTPUT_H

#include "report/profile/launches.h"

#include <stdio.h>

/* One page: overview first, then the figures of every launch. */
void profile_report_html(const profile_report *report, FILE *out);
/* The table of the launches with the means below; columns are aligned for reading as it stands. POISE_FAILED
 * when out of memory. */
int profile_report_markdown(const profile_report *report, FILE *out, poise_error *err);
/* The same table, numbers with 17 digits; a tuple is three columns: N, p, speedup. */
void profile_report_csv(const profile_report *report, FILE *out);
/* The figures of one launch. */
void profile_report_svg(const profile_launch *launch, FILE *out);

#endif

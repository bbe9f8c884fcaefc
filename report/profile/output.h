/* A profile for people: the table alone is profile_table(). Errors stay with the stream. */
#ifndef POISE_REPORT_PROFILE_OUTPUT_H
#define POISE_REPORT_PROFILE_OUTPUT_H

#include "report/profile/launches.h"

#include <stdio.h>

/* One page: overview first, then the figures of every launch. */
void profile_report_html(const profile_report *report, FILE *out);
/* The figures of one launch. */
void profile_report_svg(const profile_launch *launch, FILE *out);

#endif

/* The columns of the tables of a profile, from columns.def. */
#ifndef POISE_REPORT_PROFILE_COLUMNS_H
#define POISE_REPORT_PROFILE_COLUMNS_H

#include "report/column.h"
#include "report/profile/launches.h"

const report_column *profile_columns(size_t *n);

/* A line for each launch. */
report_table profile_table(const profile_report *report);

#endif

/* The columns of the tables of a profile: one line of the table in columns.c makes the column of the page, of
 * the Markdown table and of the CSV file. */
#ifndef POISE_REPORT_PROFILE_COLUMNS_H
#define POISE_REPORT_PROFILE_COLUMNS_H

#include "report/profile/launches.h"
#include "report/table/column.h"

const report_column *profile_columns(size_t *n);

/* A line for each launch. */
report_table profile_table(const profile_report *report);

#endif

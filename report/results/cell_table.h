/* Tables of the page of an evaluation that go through all programs and policies. */
#ifndef POISE_REPORT_RESULTS_CELL_TABLE_H
#define POISE_REPORT_RESULTS_CELL_TABLE_H

#include "report/page/markup.h"
#include "report/results/report.h"

/* Puts the columns of the head. */
typedef void results_cell_head(markup *m);
/* Puts the rows, any number, of one program under one policy. */
typedef void results_cell_rows(markup *m, const results_report *report, size_t program, size_t policy);

/* Sorted by a click. */
void results_cell_table(markup *m, const results_report *report, results_cell_head *head,
                        results_cell_rows *rows);

#endif

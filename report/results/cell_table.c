#include "report/results/cell_table.h"

static void put_head(markup *m, results_cell_head *head)
{
    markup_begin(m, "thead");
    markup_begin(m, "tr");
    head(m);
    markup_end(m);
    markup_end(m);
    markup_line(m);
}

static void put_body(markup *m, const results_report *report, results_cell_rows *rows)
{
    markup_begin(m, "tbody");
    markup_line(m);
    for (size_t i = 0; i < report->results->n_programs; i++) {
        for (size_t k = 0; k < report->results->policies.n; k++)
            rows(m, report, i, k);
    }
    markup_end(m);
}

void results_cell_table(markup *m, const results_report *report, results_cell_head *head,
                        results_cell_rows *rows)
{
    markup_begin(m, "div");
    markup_attribute(m, "class", "scroll");
    markup_begin(m, "table");
    markup_attribute(m, "class", "sortable results");
    markup_line(m);
    put_head(m, head);
    put_body(m, report, rows);
    markup_end(m);
    markup_end(m);
    markup_line(m);
}

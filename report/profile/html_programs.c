#include "report/profile/html.h"

#include "report/page/page.h"
#include "report/profile/columns.h"

#include <inttypes.h>

static void put_head(markup *m, const report_column *columns, size_t n)
{
    markup_begin(m, "thead");
    markup_begin(m, "tr");
    page_column(m, "Program", "all its launches in the profile", "text");
    page_column(m, "Launches", "launches in the profile", NULL);
    page_column(m, "Cycles", "core cycles at {W,W} of all launches", NULL);
    for (size_t i = 0; i < n; i++) {
        if (columns[i].kind == COLUMN_POINT)
            page_column(m, columns[i].title, columns[i].help, NULL);
    }
    markup_end(m);
    markup_end(m);
    markup_line(m);
}

static void put_row(markup *m, const profile_report *report, const profile_program *program,
                    const report_column *columns, size_t n)
{
    markup_begin(m, "tr");
    report_name_cell(m, program->name);
    page_value(m, (double)program->launches, number_grouped(program->launches).text, NULL);
    page_value(m, (double)program->cycles, number_grouped(program->cycles).text, NULL);
    for (size_t i = 0; i < n; i++) {
        if (columns[i].kind != COLUMN_POINT)
            continue;
        const double speedup = profile_program_speedup(report, program, columns[i].offset);
        page_value(m, speedup, number_speedup(speedup).text, NULL);
    }
    markup_end(m);
    markup_line(m);
}

void html_program_table(markup *m, const profile_report *report)
{
    size_t n;
    const report_column *columns = profile_columns(&n);
    markup_begin(m, "div");
    markup_attribute(m, "class", "scroll");
    markup_begin(m, "table");
    markup_attribute(m, "class", "sortable programs");
    markup_line(m);
    put_head(m, columns, n);
    markup_begin(m, "tbody");
    markup_line(m);
    for (size_t i = 0; i < report->n_programs; i++)
        put_row(m, report, &report->programs[i], columns, n);
    markup_end(m);
    markup_end(m);
    markup_end(m);
    markup_line(m);
}

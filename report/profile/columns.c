#include "report/profile/columns.h"

#include <stddef.h>

const report_column *profile_columns(size_t *n)
{
    static const report_column table[] = {
#define COLUMN(member, kind, title, help, on_page) \
    {#member, title, help, COLUMN_##kind, on_page, offsetof(profile_launch, member)},
#include "report/profile/columns.def"
#undef COLUMN
    };
    *n = sizeof table / sizeof table[0];
    return table;
}

report_table profile_table(const profile_report *report)
{
    report_table table = {.rows = report->launches, .n_rows = report->n, .row_size = sizeof(profile_launch)};
    table.columns = profile_columns(&table.n_columns);
    return table;
}

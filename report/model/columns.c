#include "report/model/rows.h"

const char *const model_output_name[MODEL_OUTPUTS] = {"N", "p"};
const char *const model_output_file[MODEL_OUTPUTS] = {"n", "p"};

report_table model_table(const model_report *report, const model_part *part)
{
    static const report_column columns[] = {
#define COLUMN(member, kind, title, help, on_page) \
    {#member, title, help, COLUMN_##kind, on_page, offsetof(model_row, member)},
#include "report/model/columns.def"
#undef COLUMN
    };
    return (report_table){.columns = columns,
                          .n_columns = sizeof columns / sizeof columns[0],
                          .rows = part == NULL ? report->rows : part->rows,
                          .n_rows = part == NULL ? report->n : part->n,
                          .row_size = sizeof(model_row)};
}

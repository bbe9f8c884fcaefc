#include "common/csv.h"
#include "report/table/table.h"

#include <inttypes.h>

static void put_header(const report_table *table, FILE *out)
{
    for (size_t i = 0; i < table->n_columns; i++) {
        const char *name = table->columns[i].name;
        if (i > 0)
            fputc(',', out);
        if (table->columns[i].kind == COLUMN_POINT)
            fprintf(out, "%s_n,%s_p,%s_speedup", name, name, name);
        else
            fputs(name, out);
    }
    fputc('\n', out);
}

static void put_tuple(const report_tuple *tuple, FILE *out)
{
    if (tuple->n > 0)
        fprintf(out, "%" PRIu32 ",%" PRIu32 ",%s", tuple->n, tuple->p, number_exact(tuple->speedup).text);
    else
        fputs(",,", out);
}

static void put_value(const report_column *column, const void *row, FILE *out)
{
    if (column->kind == COLUMN_TEXT)
        poise_csv_text(out, report_column_text(column, row));
    else if (column->kind == COLUMN_POINT)
        put_tuple(report_column_tuple(column, row), out);
    else
        fputs(report_column_exact(column, row).text, out);
}

void report_table_csv(const report_table *table, FILE *out)
{
    put_header(table, out);
    for (size_t k = 0; k < table->n_rows; k++) {
        for (size_t i = 0; i < table->n_columns; i++) {
            if (i > 0)
                fputc(',', out);
            put_value(&table->columns[i], report_row(table, k), out);
        }
        fputc('\n', out);
    }
}

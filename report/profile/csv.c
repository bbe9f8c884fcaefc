#include "common/csv.h"
#include "report/profile/columns.h"
#include "report/profile/output.h"

#include <inttypes.h>

static void put_header(const profile_column *columns, size_t n, FILE *out)
{
    for (size_t i = 0; i < n; i++) {
        const char *name = columns[i].name;
        if (i > 0)
            fputc(',', out);
        if (columns[i].kind == PROFILE_POINT)
            fprintf(out, "%s_n,%s_p,%s_speedup", name, name, name);
        else
            fputs(name, out);
    }
    fputc('\n', out);
}

static void put_tuple(const profile_tuple *tuple, FILE *out)
{
    if (tuple->n > 0)
        fprintf(out, "%" PRIu32 ",%" PRIu32 ",%s", tuple->n, tuple->p, number_exact(tuple->speedup).text);
    else
        fputs(",,", out);
}

static void put_value(const profile_column *column, const profile_launch *launch, FILE *out)
{
    if (column->kind == PROFILE_TEXT)
        poise_csv_text(out, profile_column_text(column, launch));
    else if (column->kind == PROFILE_POINT)
        put_tuple(profile_tuple_at(launch, column->offset), out);
    else
        fputs(profile_column_exact(column, launch).text, out);
}

void profile_report_csv(const profile_report *report, FILE *out)
{
    size_t n;
    const profile_column *columns = profile_columns(&n);
    put_header(columns, n, out);
    for (size_t k = 0; k < report->n; k++) {
        for (size_t i = 0; i < n; i++) {
            if (i > 0)
                fputc(',', out);
            put_value(&columns[i], &report->launches[k], out);
        }
        fputc('\n', out);
    }
}

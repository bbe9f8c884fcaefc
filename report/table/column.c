#include "report/table/column.h"

#include "common/member.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

number_text report_tuple_text(const report_tuple *tuple)
{
    number_text out = {"–"};
    if (tuple->n > 0)
        snprintf(out.text, sizeof out.text, "{%" PRIu32 ",%" PRIu32 "}", tuple->n, tuple->p);
    return out;
}

const void *report_row(const report_table *table, size_t row)
{
    return poise_const_member(table->rows, row * table->row_size);
}

static const void *member_of(const report_column *column, const void *row)
{
    return poise_const_member(row, column->offset);
}

const char *report_column_text(const report_column *column, const void *row)
{
    return *(const char *const *)member_of(column, row);
}

const report_tuple *report_column_tuple(const report_column *column, const void *row)
{
    return member_of(column, row);
}

static uint64_t count_of(const report_column *column, const void *row)
{
    return *(const uint64_t *)member_of(column, row);
}

double report_column_number(const report_column *column, const void *row)
{
    switch (column->kind) {
    case COLUMN_NUMBER:
    case COLUMN_COUNT: return (double)count_of(column, row);
    case COLUMN_REAL:
    case COLUMN_SHARE: return *(const double *)member_of(column, row);
    case COLUMN_POINT: return report_column_tuple(column, row)->speedup;
    default: return NAN;
    }
}

number_text report_column_shown(const report_column *column, const void *row)
{
    switch (column->kind) {
    case COLUMN_NUMBER:
    case COLUMN_COUNT: return number_grouped(count_of(column, row));
    case COLUMN_REAL: return number_plain(report_column_number(column, row));
    case COLUMN_SHARE: return number_share(report_column_number(column, row));
    default: return number_speedup(report_column_number(column, row));
    }
}

number_text report_column_exact(const report_column *column, const void *row)
{
    number_text out;
    if (column->kind == COLUMN_SHARE || column->kind == COLUMN_REAL)
        return number_exact(report_column_number(column, row));
    snprintf(out.text, sizeof out.text, "%" PRIu64, count_of(column, row));
    return out;
}

bool report_has_means(const report_table *table)
{
    for (size_t i = 0; i < table->n_columns; i++) {
        if (table->columns[i].kind == COLUMN_POINT)
            return true;
    }
    return false;
}

double report_column_mean(const report_table *table, const report_column *column)
{
    double sum = 0;
    size_t defined = 0;
    for (size_t i = 0; i < table->n_rows; i++) {
        const double speedup = report_column_tuple(column, report_row(table, i))->speedup;
        if (isnan(speedup))
            continue;
        sum += 1 / speedup;
        defined++;
    }
    return defined == 0 ? NAN : (double)defined / sum;
}

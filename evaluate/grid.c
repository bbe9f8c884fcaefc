#include "evaluate/grid.h"

#include <math.h>
#include <string.h>

enum { NUMBER_TEXT = 32, LEAST_COLUMN = 8 };

static void format_number(char text[NUMBER_TEXT], double value, const evaluate_metric_info *info)
{
    if (isnan(value))
        snprintf(text, NUMBER_TEXT, "-");
    else
        snprintf(text, NUMBER_TEXT, "%.*f", info->decimals, value * info->scale);
}

static int at_least(int width, size_t length)
{
    return length > (size_t)width ? (int)length : width;
}

static double value_at(const evaluate_grid *grid, size_t row, size_t column)
{
    return evaluate_metric_value(grid->metrics(grid->context, row, column), grid->info);
}

/* Width of the first column: names of rows and of a mean. */
static int name_width(const evaluate_grid *grid)
{
    int width = (int)strlen("arithmetic mean");
    for (size_t i = 0; i < grid->n_rows; i++)
        width = at_least(width, strlen(grid->row_name(grid->context, i)));
    return width;
}

static int column_width(const evaluate_grid *grid, size_t column)
{
    char text[NUMBER_TEXT];
    int width = at_least(LEAST_COLUMN, strlen(grid->column_name(grid->context, column)));
    for (size_t i = 0; i < grid->n_rows; i++) {
        format_number(text, value_at(grid, i, column), grid->info);
        width = at_least(width, strlen(text));
    }
    return width;
}

static void print_row(const evaluate_grid *grid, const char *name, size_t row, FILE *out)
{
    fprintf(out, "%-*s", name_width(grid), name);
    for (size_t k = 0; k < grid->n_columns; k++) {
        char text[NUMBER_TEXT];
        format_number(text, value_at(grid, row, k), grid->info);
        fprintf(out, "  %*s", column_width(grid, k), text);
    }
    fputc('\n', out);
}

void evaluate_grid_print(const evaluate_grid *grid, FILE *out)
{
    fprintf(out, "%-*s", name_width(grid), "");
    for (size_t k = 0; k < grid->n_columns; k++)
        fprintf(out, "  %*s", column_width(grid, k), grid->column_name(grid->context, k));
    fputc('\n', out);
    for (size_t i = 0; i < grid->n_rows; i++)
        print_row(grid, grid->row_name(grid->context, i), i, out);
    if (grid->mean != EVALUATE_MEAN_NONE)
        print_row(grid, evaluate_mean_name(grid->mean), grid->n_rows, out);
}

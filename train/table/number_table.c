#include "train/table/number_table.h"

#include "common/csv.h"
#include "common/file.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const size_t largest_file = (size_t)1 << 30;

typedef struct reader {
    char *at; /* what is still to be read; lines are cut by NULs */
    const char *path;
    size_t line;
    number_table *table;
} reader;

/* The next line that is not empty, or NULL. */
static char *next_line(reader *r)
{
    while (r->at != NULL) {
        char *line = r->at;
        char *end = strchr(line, '\n');
        r->at = end == NULL ? NULL : end + 1;
        r->line++;
        if (end == NULL)
            end = line + strlen(line);
        if (end > line && end[-1] == '\r')
            end--;
        *end = '\0';
        if (*line != '\0')
            return line;
    }
    return NULL;
}

/* The field at *at, which moves to the next one (NULL: there is none), or NULL when it is badly quoted. */
static char *next_field(char **at)
{
    bool last = true;
    char *field = poise_csv_field(at, &last);
    if (last)
        *at = NULL;
    return field;
}

static int read_names(reader *r, poise_error *err)
{
    number_table *table = r->table;
    char *at = next_line(r);
    if (at == NULL)
        return poise_fail(err, POISE_DAMAGED, "%s: it is empty", r->path);
    table->name = calloc(NUMBER_TABLE_COLUMNS, sizeof *table->name);
    if (table->name == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %s", r->path);
    while (at != NULL) {
        if (table->cols == NUMBER_TABLE_COLUMNS)
            return poise_fail(err, POISE_DAMAGED, "%s: more than %d columns", r->path, NUMBER_TABLE_COLUMNS);
        char *name = next_field(&at);
        if (name == NULL || *name == '\0') {
            return poise_fail(err, POISE_DAMAGED, "%s:%zu: the name of column %zu is missing or badly quoted",
                              r->path, r->line, table->cols + 1);
        }
        for (size_t i = 0; i < table->cols; i++) {
            if (table->name[i] != NULL && strcmp(table->name[i], name) == 0)
                return poise_fail(err, POISE_DAMAGED, "%s: two columns are called '%s'", r->path, name);
        }
        table->name[table->cols++] = name;
    }
    return POISE_OK;
}

static bool parse_number(const char *text, double *value)
{
    char *end = NULL;
    *value = strtod(text, &end);
    return end != text && text[strspn(text, "0123456789.eE+- ")] == '\0' && end[strspn(end, " ")] == '\0' &&
           isfinite(*value);
}

static int read_row(reader *r, char *at, poise_error *err)
{
    number_table *table = r->table;
    double *row = table->value + table->rows * table->cols;
    for (size_t col = 0; col < table->cols; col++) {
        char *field = at == NULL ? NULL : next_field(&at);
        if (field == NULL) {
            return poise_fail(err, POISE_DAMAGED,
                              "%s:%zu: there is no column '%s': %zu fields instead of %zu", r->path, r->line,
                              table->name[col], col, table->cols);
        }
        if (!parse_number(field, &row[col])) {
            return poise_fail(err, POISE_DAMAGED, "%s:%zu: column '%s': '%.40s' is not a finite number",
                              r->path, r->line, table->name[col], field);
        }
    }
    if (at != NULL) {
        return poise_fail(err, POISE_DAMAGED, "%s:%zu: more fields than the %zu names of the first line",
                          r->path, r->line, table->cols);
    }
    table->rows++;
    return POISE_OK;
}

static size_t count_lines(const char *text)
{
    size_t lines = 1;
    for (; text != NULL && (text = strchr(text, '\n')) != NULL; text++)
        lines++;
    return lines;
}

int number_table_parse(char *text, size_t size, const char *path, number_table *table, poise_error *err)
{
    *table = (number_table){.text = text};
    if (strlen(text) != size)
        return poise_fail(err, POISE_DAMAGED, "%s: it is no text: it holds a byte 0", path);
    reader r = {.at = poise_csv_begin(text), .path = path, .table = table};
    int code = read_names(&r, err);
    if (code != POISE_OK)
        return code;
    table->value = calloc(count_lines(r.at), table->cols * sizeof *table->value);
    if (table->value == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the rows of %s", path);
    for (char *line = next_line(&r); code == POISE_OK && line != NULL; line = next_line(&r))
        code = read_row(&r, line, err);
    return code;
}

int number_table_read(const char *path, number_table *table, poise_error *err)
{
    *table = (number_table){0};
    char *text = NULL;
    size_t size = 0;
    int code = poise_read_file(path, largest_file, &text, &size, err);
    return code != POISE_OK ? code : number_table_parse(text, size, path, table, err);
}

void number_table_free(number_table *table)
{
    free(table->name);
    free(table->value);
    free(table->text);
    *table = (number_table){0};
}

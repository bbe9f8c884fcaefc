/* The data sets that were recorded: read from data/NAME.csv, or drawn. See README.md. */
#ifndef POISE_TESTS_ORACLE_DATA_H
#define POISE_TESTS_ORACLE_DATA_H

#include "common/file.h"
#include "tests/test.h"
#include "train/negbin/negbin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ROWS = 30000, MAX_COLS = 8, MAX_NAME = 32 };

typedef struct table {
    size_t rows, cols;
    char name[MAX_COLS][MAX_NAME];
    double x[MAX_ROWS * MAX_COLS], y[MAX_ROWS], weight[MAX_ROWS], offset[MAX_ROWS];
} table;

static inline char *oracle_text(const char *folder, const char *name, const char *suffix)
{
    struct {
        char path[256], *text;
        size_t size;
        poise_error err;
    } file = {.text = NULL};
    (void)snprintf(file.path, sizeof file.path, "tests/oracle/train/%s/%s.%s", folder, name, suffix);
    if (poise_read_file(file.path, 1 << 20, &file.text, &file.size, &file.err) != POISE_OK)
        fail_msg("%s", file.err.text);
    char *text = file.text;
    return text;
}

static inline size_t oracle_count(const char *text, char wanted)
{
    size_t n = 0;
    for (; *text != '\0'; text++)
        n += *text == wanted;
    return n;
}

/* Columns of the file: features, y, weight, offset. */
static inline void read_table(const char *name, table *t)
{
    char *text = oracle_text("data", name, "csv");
    char *line = strchr(text, '\n');
    assert_non_null(line);
    *line++ = '\0';
    t->rows = oracle_count(line, '\n');
    t->cols = oracle_count(text, ',') - 2;
    assert_in_range(t->rows, 1, MAX_ROWS);
    assert_in_range(t->cols, 1, MAX_COLS);
    char *names = text;
    for (size_t col = 0; col < t->cols; col++)
        (void)snprintf(t->name[col], MAX_NAME, "%s", strsep(&names, ","));
    for (size_t row = 0; row < t->rows; row++) {
        for (size_t col = 0; col < t->cols + 3; col++) {
            double *last[3] = {&t->y[row], &t->weight[row], &t->offset[row]};
            double *to = col < t->cols ? &t->x[row * t->cols + col] : last[col - t->cols];
            *to = strtod(line, &line);
            line++;
        }
    }
    assert_int_equal(*line, '\0');
    free(text);
}

static inline unsigned oracle_bits(uint64_t *state, int count)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(*state >> (64 - count));
}

/* What large() of make_data.py draws. */
static inline void draw_large(table *t)
{
    static const char *const names[MAX_COLS] = {"constant", "a", "b", "c", "d", "e", "f", "g"};
    uint64_t state = 20180625;
    t->rows = MAX_ROWS;
    t->cols = MAX_COLS;
    for (size_t col = 0; col < MAX_COLS; col++)
        (void)snprintf(t->name[col], MAX_NAME, "%s", names[col]);
    for (size_t row = 0; row < MAX_ROWS; row++) {
        unsigned f[7];
        double *x = t->x + row * MAX_COLS;
        x[0] = 1.0;
        for (size_t i = 0; i < 7; i++) {
            f[i] = oracle_bits(&state, 10);
            x[i + 1] = f[i] / 1024.0;
        }
        unsigned probability = 9000 + 6 * f[0] + 4 * f[1] - 5 * f[2] + f[3] + 2 * f[4];
        double draws = 0.0;
        for (int successes = 0; successes < 2; draws += 1.0)
            successes += oracle_bits(&state, 16) < probability ? 1 : 0;
        t->y[row] = draws - 2.0;
        t->weight[row] = 1.0;
        t->offset[row] = 0.0;
    }
}

static inline void oracle_table(const char *name, table *t)
{
    if (strcmp(name, "large") == 0)
        draw_large(t);
    else
        read_table(name, t);
}

static inline train_negbin_result oracle_fit(const char *name, const train_negbin_data *data, bool estimate)
{
    train_negbin_options options = train_negbin_thesis;
    options.estimate_dispersion = estimate;
    train_negbin_result fit;
    poise_error err = {0};
    if (train_negbin(data, &options, &fit, &err) != POISE_OK)
        fail_msg("%s: %s", name, err.text);
    return fit;
}

static inline train_negbin_data oracle_rows(const table *t)
{
    return (train_negbin_data){.x = {.rows = t->rows, .cols = t->cols, .x = t->x},
                               .y = t->y,
                               .weight = t->weight,
                               .offset = t->offset};
}

#endif

/* Do we equal other people's software? See README.md. Runs in the root of the repository. */
#include "common/file.h"
#include "train/negbin.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double tolerance = 1e-8;

enum { MAX_ROWS = 3000, MAX_COLS = 8 };

typedef struct table {
    size_t rows, cols;
    double x[MAX_ROWS * MAX_COLS], y[MAX_ROWS], weight[MAX_ROWS], offset[MAX_ROWS];
} table;

static char *read_text(const char *folder, const char *name, const char *suffix)
{
    char path[256];
    char *text = NULL;
    size_t size = 0;
    poise_error err = {0};
    (void)snprintf(path, sizeof path, "tests/oracle/train/%s/%s.%s", folder, name, suffix);
    if (poise_read_file(path, 1 << 20, &text, &size, &err) != POISE_OK)
        fail_msg("%s", err.text);
    return text;
}

static size_t count(const char *text, char wanted)
{
    size_t n = 0;
    for (; *text != '\0'; text++)
        n += *text == wanted;
    return n;
}

/* Columns of the file: features, y, weight, offset. */
static void read_table(const char *name, table *t)
{
    char *text = read_text("data", name, "csv");
    char *line = strchr(text, '\n');
    assert_non_null(line);
    *line++ = '\0';
    t->rows = count(line, '\n');
    t->cols = count(text, ',') - 2;
    assert_in_range(t->rows, 1, MAX_ROWS);
    assert_in_range(t->cols, 1, MAX_COLS);
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

/* Where a quantity of a recording is found in our result. */
static const double *find(const train_negbin_result *fit, const char *quantity, size_t *n)
{
    const struct {
        const char *name;
        const double *values;
        size_t n;
    } known[] = {
        {"coefficient", fit->coefficient, fit->cols},
        {"standard_error", fit->standard_error, fit->cols},
        {"deviance", &fit->deviance, 1},
        {"null_deviance", &fit->null_deviance, 1},
        {"log_likelihood", &fit->log_likelihood, 1},
        {"dispersion", &fit->dispersion, 1},
        {"dispersion_error", &fit->dispersion_error, 1},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(quantity, known[i].name) == 0) {
            *n = known[i].n;
            return known[i].values;
        }
    }
    return NULL;
}

static double relative_difference(double ours, double theirs)
{
    return ours == theirs ? 0.0 : fabs(ours - theirs) / fabs(theirs);
}

/* `line`: "PROGRAM fixed|ml QUANTITY VALUES...". Returns the largest relative difference. */
static double compare_line(const char *name, const char *line, const train_negbin_result *fit)
{
    char program[32];
    char family[8];
    char quantity[32];
    int used = 0;
    assert_int_equal(sscanf(line, "%31s %7s %31s%n", program, family, quantity, &used), 3);
    size_t n = 0;
    const double *ours = find(fit, quantity, &n);
    assert_non_null(ours);
    char *rest = (char *)line + used;
    double worst = 0.0;
    for (size_t i = 0; i < n; i++) {
        char *before = rest;
        double theirs = strtod(rest, &rest);
        assert_ptr_not_equal(before, rest);
        worst = fmax(worst, relative_difference(ours[i], theirs));
        if (!(relative_difference(ours[i], theirs) <= tolerance)) {
            fail_msg("%s: %s of %s %s, value %zu: ours %.17g, theirs %.17g", name, quantity, program, family,
                     i + 1, ours[i], theirs);
        }
    }
    assert_int_equal(strspn(rest, " \r"), strlen(rest));
    if (getenv("ORACLE_VERBOSE") != NULL)
        print_message("%-18s %-11s %-5s %-16s %.1e\n", name, program, family, quantity, worst);
    return worst;
}

/* Compares all lines of the recording whose second word is `family`. */
static void compare(const char *name, const char *family, const train_negbin_result *fit)
{
    char *text = read_text("recorded", name, "txt");
    char *rest = text;
    int compared = 0;
    for (char *line = strsep(&rest, "\n"); line != NULL; line = strsep(&rest, "\n")) {
        const char *second = strchr(line, ' ');
        if (line[0] != '#' && second != NULL && strncmp(second + 1, family, strlen(family)) == 0) {
            compare_line(name, line, fit);
            compared++;
        }
    }
    assert_true(compared >= 5);
    free(text);
}

static void fit_and_compare(void **state)
{
    const char *name = *state;
    static table t;
    read_table(name, &t);
    train_negbin_data data = {
        .x = {.rows = t.rows, .cols = t.cols, .x = t.x}, .y = t.y, .weight = t.weight, .offset = t.offset};
    for (int estimate = 0; estimate <= 1; estimate++) {
        train_negbin_options options = train_negbin_thesis;
        options.estimate_dispersion = estimate == 1;
        train_negbin_result fit;
        poise_error err = {0};
        if (train_negbin(&data, &options, &fit, &err) != POISE_OK)
            fail_msg("%s: %s", name, err.text);
        compare(name, estimate == 1 ? "ml" : "fixed", &fit);
        train_negbin_free(&fit);
    }
}

#define DATA_SET(name)                            \
    {                                             \
#name, fit_and_compare, NULL, NULL, #name \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        DATA_SET(factorial), DATA_SET(small),      DATA_SET(badly_scaled),   DATA_SET(warp_tuples),
        DATA_SET(weighted),  DATA_SET(fractional), DATA_SET(nearly_poisson), DATA_SET(less_than_poisson),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Do we equal other people's software? See README.md. Runs in the root of the repository. */
#include "tests/oracle/train/oracle_data.h"
#include "train/negbin/influence.h"

#include <math.h>

static const double tolerance = 1e-8;
enum { RECORDED_ROWS = 30 };

/* Everything about a fit that is recorded. */
typedef struct outcome {
    train_negbin_result fit;
    double pseudo_r2;
    double *leverage, *cook, *pearson, *deviance_residual; /* rows */
} outcome;

static double *column_of(size_t rows)
{
    double *column = calloc(rows + 1, sizeof *column);
    assert_non_null(column);
    return column;
}

static outcome make_outcome(const char *name, const train_negbin_data *data, bool estimate)
{
    size_t rows = data->x.rows;
    outcome o = {.fit = oracle_fit(name, data, estimate),
                 .leverage = column_of(rows),
                 .cook = column_of(rows),
                 .pearson = column_of(rows),
                 .deviance_residual = column_of(rows)};
    train_influence *influence = calloc(rows + 1, sizeof *influence);
    assert_non_null(influence);
    train_negbin_influence(data, &o.fit, influence);
    for (size_t row = 0; row < rows; row++) {
        o.leverage[row] = influence[row].leverage;
        o.cook[row] = influence[row].cook;
        o.pearson[row] = influence[row].pearson;
        o.deviance_residual[row] = influence[row].deviance;
    }
    free(influence);
    o.pseudo_r2 = train_negbin_pseudo_r2(&o.fit);
    return o;
}

static void free_outcome(outcome *o)
{
    train_negbin_free(&o->fit);
    free(o->leverage);
    free(o->cook);
    free(o->pearson);
    free(o->deviance_residual);
}

/* Where a quantity of a recording is found in our result. */
static const double *find(const outcome *o, const char *quantity, size_t *n)
{
    const train_negbin_result *fit = &o->fit;
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
        {"null_log_likelihood", &fit->null_log_likelihood, 1},
        {"pseudo_r2", &o->pseudo_r2, 1},
        {"dispersion", &fit->dispersion, 1},
        {"dispersion_error", &fit->dispersion_error, 1},
        {"leverage", o->leverage, RECORDED_ROWS},
        {"cook", o->cook, RECORDED_ROWS},
        {"pearson", o->pearson, RECORDED_ROWS},
        {"deviance_residual", o->deviance_residual, RECORDED_ROWS},
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
static double compare_line(const char *name, const char *line, const outcome *o)
{
    char program[32];
    char family[8];
    char quantity[32];
    int used = 0;
    assert_int_equal(sscanf(line, "%31s %7s %31s%n", program, family, quantity, &used), 3);
    size_t n = 0;
    const double *ours = find(o, quantity, &n);
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
static void compare(const char *name, const char *family, const outcome *o)
{
    char *text = oracle_text("recorded", name, "txt");
    char *rest = text;
    int compared = 0;
    for (char *line = strsep(&rest, "\n"); line != NULL; line = strsep(&rest, "\n")) {
        const char *second = strchr(line, ' ');
        if (line[0] != '#' && second != NULL && strncmp(second + 1, family, strlen(family)) == 0) {
            compare_line(name, line, o);
            compared++;
        }
    }
    assert_true(compared >= 9);
    free(text);
}

static void fit_and_compare(void **state)
{
    const char *name = *state;
    static table t;
    oracle_table(name, &t);
    train_negbin_data data = oracle_rows(&t);
    for (int estimate = 0; estimate <= 1; estimate++) {
        outcome o = make_outcome(name, &data, estimate == 1);
        compare(name, estimate == 1 ? "ml" : "fixed", &o);
        free_outcome(&o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define DATA_SET(name) {#name, fit_and_compare, NULL, NULL, #name},
#include "tests/oracle/train/data_sets.def"
#undef DATA_SET
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

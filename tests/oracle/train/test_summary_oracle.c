/* Is the summary of a regression the one that R prints, to the letter? See README.md. */
#include "tests/oracle/train/oracle_data.h"
#include "train/table/fit_table.h"

/* With the constant first, as R's formulas have it. */
static void move_constant_to_front(table *t, const char *names[MAX_COLS])
{
    size_t constant = 0;
    while (constant < t->cols && strcmp(t->name[constant], "constant") != 0)
        constant++;
    assert_true(constant < t->cols);
    for (size_t row = 0; row < t->rows; row++) {
        double *x = t->x + row * t->cols;
        memmove(x + 1, x, constant * sizeof *x);
        x[0] = 1.0;
    }
    names[0] = "(Intercept)";
    for (size_t col = 0, to = 1; col < t->cols; col++) {
        if (col != constant)
            names[to++] = t->name[col];
    }
}

/* What R does not print: its number of iterations is another. */
static void drop_line(char *text, const char *beginning)
{
    char *line = strstr(text, beginning);
    assert_non_null(line);
    char *next = strchr(line, '\n') + 1;
    memmove(line, next, strlen(next) + 1);
}

static void summary_is_that_of_r(void **state)
{
    const char *name = *state;
    static table t;
    const char *names[MAX_COLS];
    oracle_table(name, &t);
    move_constant_to_front(&t, names);
    train_negbin_data data = oracle_rows(&t);
    for (int estimate = 0; estimate <= 1; estimate++) {
        train_negbin_result fit = oracle_fit(name, &data, estimate == 1);
        if (fit.poisson_limit)
            fit.aic -= 2.0; /* R's Poisson model has not looked for a dispersion */
        char *ours = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&ours, &size);
        assert_non_null(out);
        assert_int_equal(train_print_fit(out, names, &fit, NULL), POISE_OK);
        assert_int_equal(fclose(out), 0);
        drop_line(ours, "Number of Newton");
        char *last = strstr(ours, fit.poisson_limit ? "The responses vary" : "Log-likelihood: ");
        assert_non_null(last);
        *last = '\0';
        if (estimate == 1 && !fit.poisson_limit)
            last[-1] = '\0'; /* an empty line before ours */
        char *theirs = oracle_text("recorded", name, estimate == 1 ? "ml.summary" : "fixed.summary");
        assert_string_equal(ours, theirs);
        free(theirs);
        free(ours);
        train_negbin_free(&fit);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define DATA_SET(name) {#name, summary_is_that_of_r, NULL, NULL, #name},
#include "tests/oracle/train/data_sets.def"
#undef DATA_SET
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

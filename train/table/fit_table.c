#include "train/table/fit_table.h"

#include "train/table/r_numbers.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

double train_two_sided_p(double z)
{
    return erfc(fabs(z) / sqrt(2.0));
}

/* ---- coefficients ---- */

/* R's: max(3, getOption("digits") - 3), and of test statistics and p-values one less. */
enum { DIGITS = 4, TEST_DIGITS = 3 };

typedef enum column { ESTIMATE, ERROR, Z, P, COLUMNS } column;

static const char *const heading[COLUMNS] = {"Estimate", "Std. Error", "z value", "Pr(>|z|)"};

/* Columns one after the other, so that estimates and standard errors can be formatted together. */
typedef struct cells {
    size_t rows;
    double *value;      /* COLUMNS x rows */
    bool *use;          /* COLUMNS x rows, scratch */
    train_r_text *text; /* COLUMNS x rows */
} cells;

static const char *stars(double p)
{
    if (p <= 0.001)
        return "***";
    if (p <= 0.01)
        return "**";
    if (p <= 0.05)
        return "*";
    return p <= 0.1 ? "." : "";
}

/* Decimals to which R rounds estimates and errors before it formats them: so many that the smallest keeps
 * DIGITS digits. */
static int decimals_for(const double *value, size_t n)
{
    double smallest = INFINITY;
    for (size_t i = 0; i < n; i++) {
        if (value[i] != 0.0)
            smallest = fmin(smallest, fabs(value[i]));
    }
    int before_point = isfinite(smallest) ? 1 + train_r_power(smallest) : 0;
    return DIGITS - before_point > 1 ? DIGITS - before_point : 1;
}

/* Values that are not 0 but came out as 0 are formatted once more. */
static void mend_zeros(const cells *c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        c->use[i] = c->value[i] != 0.0 && strtod(c->text[i], NULL) == 0.0;
    train_r_format(c->value, c->use, n, DIGITS - 1, 0, c->text);
}

static void format_cells(cells *c, double *rounded)
{
    size_t two = 2 * c->rows;
    int decimals = decimals_for(c->value, two);
    for (size_t i = 0; i < 3 * c->rows; i++)
        rounded[i] = train_r_round(c->value[i], i < two ? decimals : TEST_DIGITS);
    train_r_format(rounded, NULL, two, DIGITS, 0, c->text);
    mend_zeros(c, two);
    train_r_format(rounded + two, NULL, c->rows, DIGITS, 0, c->text + two);
    size_t p = P * c->rows;
    train_r_format_p(c->value + p, c->use, c->rows, TEST_DIGITS, c->text + p);
}

static int width_of(const cells *c, column which)
{
    size_t width = strlen(heading[which]);
    for (size_t row = 0; row < c->rows; row++) {
        size_t length = strlen(c->text[which * c->rows + row]);
        width = length > width ? length : width;
    }
    return (int)width;
}

/* The last column, where there is one, and the end of the line. */
static void print_stars(FILE *out, const char *text, int width)
{
    if (width > 0)
        (void)fprintf(out, " %-*s\n", width, text);
    else
        (void)fputc('\n', out);
}

static void print_cells(FILE *out, const char *const *names, const cells *c)
{
    int width[COLUMNS];
    int name_width = 0;
    int star_width = 0;
    const double *p = c->value + P * c->rows;
    for (int i = 0; i < COLUMNS; i++)
        width[i] = width_of(c, (column)i);
    for (size_t row = 0; row < c->rows; row++) {
        int length = (int)strlen(names[row]);
        name_width = length > name_width ? length : name_width;
        star_width = (int)strlen(stars(p[row])) > star_width ? (int)strlen(stars(p[row])) : star_width;
    }
    (void)fprintf(out, "Coefficients:\n%-*s", name_width, "");
    for (int i = 0; i < COLUMNS; i++)
        (void)fprintf(out, " %*s", width[i], heading[i]);
    print_stars(out, "", star_width);
    for (size_t row = 0; row < c->rows; row++) {
        (void)fprintf(out, "%-*s", name_width, names[row]);
        for (size_t i = 0; i < COLUMNS; i++)
            (void)fprintf(out, " %*s", width[i], c->text[i * c->rows + row]);
        print_stars(out, stars(p[row]), star_width);
    }
    if (star_width > 0)
        (void)fprintf(out, "---\nSignif. codes:  0 '***' 0.001 '**' 0.01 '*' 0.05 '.' 0.1 ' ' 1\n");
}

/* The table "Coefficients:" of a summary, as R's printCoefmat() prints it. */
static int print_coefficients(FILE *out, const char *const *names, const train_negbin_result *fit,
                              poise_error *err)
{
    size_t n = COLUMNS * fit->cols;
    cells c = {.rows = fit->cols,
               .value = calloc(n, sizeof *c.value),
               .use = calloc(n, sizeof *c.use),
               .text = calloc(n, sizeof *c.text)};
    double *rounded = calloc(n, sizeof *rounded);
    bool enough = c.value != NULL && c.use != NULL && c.text != NULL && rounded != NULL;
    if (enough) {
        for (size_t i = 0; i < fit->cols; i++) {
            double z = fit->coefficient[i] / fit->standard_error[i];
            c.value[ESTIMATE * fit->cols + i] = fit->coefficient[i];
            c.value[ERROR * fit->cols + i] = fit->standard_error[i];
            c.value[Z * fit->cols + i] = z;
            c.value[P * fit->cols + i] = train_two_sided_p(z);
        }
        format_cells(&c, rounded);
        print_cells(out, names, &c);
    }
    free(c.value);
    free(c.use);
    free(c.text);
    free(rounded);
    return enough ? POISE_OK : poise_fail(err, POISE_FAILED, "no memory for a table of %zu rows", fit->cols);
}

/* ---- the rest of the summary ---- */

/* The numbers of digits are those that print.summary.glm() and print.summary.negbin() give. */
enum { TOTAL_DIGITS = 5, PLAIN_DIGITS = 7 };

static void print_family(FILE *out, const train_negbin_result *fit)
{
    train_r_text theta;
    if (fit->dispersion == 0.0) {
        (void)fprintf(out, "(Dispersion parameter for poisson family taken to be 1)\n\n");
        return;
    }
    double rounded = train_r_round(1.0 / fit->dispersion, 4);
    train_r_format(&rounded, NULL, 1, PLAIN_DIGITS, 0, &theta);
    (void)fprintf(out, "(Dispersion parameter for Negative Binomial(%s) family taken to be 1)\n\n", theta);
}

static void print_totals(FILE *out, const train_negbin_result *fit)
{
    const double deviance[2] = {fit->null_deviance, fit->deviance};
    const double freedom[2] = {fit->observations - 1.0, fit->observations - (double)fit->cols};
    train_r_text text[2];
    train_r_text degrees[2];
    train_r_text aic;
    train_r_format(deviance, NULL, 2, TOTAL_DIGITS, 0, text);
    train_r_format(freedom, NULL, 2, PLAIN_DIGITS, 0, degrees);
    train_r_format(&fit->aic, NULL, 1, TOTAL_DIGITS, 0, &aic);
    (void)fprintf(out, "    Null deviance: %s  on %s  degrees of freedom\n", text[0], degrees[0]);
    (void)fprintf(out, "Residual deviance: %s  on %s  degrees of freedom\n", text[1], degrees[1]);
    (void)fprintf(out, "AIC: %s\n\nNumber of Newton iterations: %d\n\n", aic, fit->iterations);
}

static void print_theta(FILE *out, const train_negbin_result *fit)
{
    double theta = 1.0 / fit->dispersion;
    double error = fit->dispersion_error * theta * theta;
    int decimals = error > 0.0 && 2 - train_r_power(error) > 0 ? 2 - train_r_power(error) : 0;
    double value[3] = {train_r_round(theta, decimals), train_r_round(error, decimals),
                       train_r_round(2.0 * fit->log_likelihood, 3)};
    train_r_text text[3];
    for (int i = 0; i < 3; i++)
        train_r_format(&value[i], NULL, 1, PLAIN_DIGITS, decimals, &text[i]);
    (void)fprintf(out, "\n              Theta:  %s \n          Std. Err.:  %s \n", text[0], text[1]);
    (void)fprintf(out, "\n 2 x log-likelihood:  %s \n\n", text[2]);
}

int train_print_fit(FILE *out, const char *const *names, const train_negbin_result *fit, poise_error *err)
{
    int code = print_coefficients(out, names, fit, err);
    if (code != POISE_OK)
        return code;
    (void)fprintf(out, "\n");
    print_family(out, fit);
    print_totals(out, fit);
    if (fit->poisson_limit)
        (void)fprintf(out, "The responses vary no more than Poisson's: theta is infinite\n\n");
    else if (fit->dispersion_estimated)
        print_theta(out, fit);
    (void)fprintf(out, "Log-likelihood: %.6g, of the constant alone: %.6g; McFadden's pseudo R2: %.4f\n",
                  fit->log_likelihood, fit->null_log_likelihood, train_negbin_pseudo_r2(fit));
    return POISE_OK;
}

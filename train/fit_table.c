#include "train/fit_table.h"

#include "train/coefficient_table.h"
#include "train/r_numbers.h"

#include <math.h>

/* The numbers of digits are those that print.summary.glm() and print.summary.negbin() give. */
enum { TOTAL_DIGITS = 5, PLAIN_DIGITS = 7 };

double train_two_sided_p(double z)
{
    return erfc(fabs(z) / sqrt(2.0));
}

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
    int rc = train_print_coefficients(out, names, fit, err);
    if (rc != POISE_OK)
        return rc;
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

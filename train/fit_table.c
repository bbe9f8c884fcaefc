#include "train/fit_table.h"

#include <math.h>
#include <string.h>

double train_two_sided_p(double z)
{
    return erfc(fabs(z) / sqrt(2.0));
}

static const char *stars(double p)
{
    if (p < 0.001)
        return "***";
    if (p < 0.01)
        return "**";
    if (p < 0.05)
        return "*";
    return p < 0.1 ? "." : "";
}

static void print_probability(FILE *out, double p)
{
    /* R's rule: nothing below the spacing of doubles is told apart. */
    if (p < 2e-16)
        (void)fprintf(out, " %8s", "<2e-16");
    else
        (void)fprintf(out, p < 1e-3 ? " %8.2e" : " %8.5f", p);
}

static void print_coefficients(FILE *out, const char *const *names, const train_negbin_result *fit)
{
    int width = 12;
    for (size_t i = 0; i < fit->cols; i++) {
        int length = (int)strlen(names[i]);
        width = length > width ? length : width;
    }
    (void)fprintf(out, "Coefficients:\n%-*s %12s %12s %8s %8s\n", width, "", "Estimate", "Std. Error",
                  "z value", "Pr(>|z|)");
    for (size_t i = 0; i < fit->cols; i++) {
        double z = fit->coefficient[i] / fit->standard_error[i];
        double p = train_two_sided_p(z);
        (void)fprintf(out, "%-*s %12.6g %12.6g %8.3f", width, names[i], fit->coefficient[i],
                      fit->standard_error[i], z);
        print_probability(out, p);
        (void)fprintf(out, stars(p)[0] != '\0' ? " %s\n" : "%s\n", stars(p));
    }
    (void)fprintf(out, "---\nSignif. codes: 0 '***' 0.001 '**' 0.01 '*' 0.05 '.' 0.1 ' ' 1\n\n");
}

static void print_dispersion(FILE *out, const train_negbin_result *fit)
{
    double alpha = fit->dispersion;
    if (!fit->dispersion_estimated) {
        (void)fprintf(out, "Dispersion alpha: %g, fixed\n", alpha);
    } else if (fit->poisson_limit) {
        (void)fprintf(out, "Dispersion alpha: 0 by maximum likelihood: the data vary no more than Poisson\n");
    } else {
        (void)fprintf(out,
                      "Dispersion alpha: %.6g (std. error %.3g) by maximum likelihood; theta %.6g (%.3g)\n",
                      alpha, fit->dispersion_error, 1.0 / alpha, fit->dispersion_error / (alpha * alpha));
    }
}

void train_print_fit(FILE *out, const char *const *names, const train_negbin_result *fit)
{
    print_coefficients(out, names, fit);
    print_dispersion(out, fit);
    (void)fprintf(out, "    Null deviance: %10.4f on %.0f degrees of freedom\n", fit->null_deviance,
                  fit->observations - 1.0);
    (void)fprintf(out, "Residual deviance: %10.4f on %.0f degrees of freedom\n", fit->deviance,
                  fit->observations - (double)fit->cols);
    (void)fprintf(out, "AIC: %.4f, log-likelihood: %.4f\n", fit->aic, fit->log_likelihood);
    (void)fprintf(out, "Newton iterations: %d\n", fit->iterations);
}

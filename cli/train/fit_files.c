#include "cli/train/fit_files.h"

#include "common/csv.h"
#include "common/file.h"
#include "train/table/fit_table.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

static double z_of(const train_negbin_result *fit, size_t i)
{
    return fit->coefficient[i] / fit->standard_error[i];
}

int cli_write_fit_csv(const char *path, const char *const *names, const train_negbin_result *fit,
                      poise_error *err)
{
    poise_atomic_file file;
    int code = poise_atomic_open(&file, path, err);
    if (code != POISE_OK)
        return code;
    (void)fprintf(file.stream, "term,estimate,std_error,z,p\n");
    for (size_t i = 0; i < fit->cols; i++) {
        poise_csv_text(file.stream, names[i]);
        (void)fprintf(file.stream, ",%.17g,%.17g,%.17g,%.17g\n", fit->coefficient[i], fit->standard_error[i],
                      z_of(fit, i), train_two_sided_p(z_of(fit, i)));
    }
    return poise_atomic_commit(&file, err);
}

static json_t *coefficients_of(const char *const *names, const train_negbin_result *fit)
{
    json_t *list = json_array();
    for (size_t i = 0; i < fit->cols; i++)
        json_array_append_new(list, json_pack("{s:s, s:f, s:f, s:f, s:f}", "term", names[i], "estimate",
                                              fit->coefficient[i], "std_error", fit->standard_error[i], "z",
                                              z_of(fit, i), "p", train_two_sided_p(z_of(fit, i))));
    return list;
}

static json_t *covariance_of(const train_negbin_result *fit)
{
    json_t *matrix = json_array();
    for (size_t i = 0; i < fit->cols; i++) {
        json_t *row = json_array();
        for (size_t k = 0; k < fit->cols; k++)
            json_array_append_new(row, json_real(fit->covariance[i * fit->cols + k]));
        json_array_append_new(matrix, row);
    }
    return matrix;
}

static json_t *object_of(const char *const *names, const train_negbin_result *fit)
{
    const bool is_poisson = fit->dispersion == 0.0;
    json_t *theta = is_poisson ? json_null() : json_real(1.0 / fit->dispersion);
    return json_pack("{s:o, s:o, s:f, s:b, s:f, s:o, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:i}", "coefficients",
                     coefficients_of(names, fit), "covariance", covariance_of(fit), "dispersion",
                     fit->dispersion, "dispersion_estimated", (int)fit->dispersion_estimated,
                     "dispersion_error", fit->dispersion_error, "theta", theta, "log_likelihood",
                     fit->log_likelihood, "null_log_likelihood", fit->null_log_likelihood, "pseudo_r2",
                     train_negbin_pseudo_r2(fit), "deviance", fit->deviance, "null_deviance",
                     fit->null_deviance, "aic", fit->aic, "observations", fit->observations, "iterations",
                     fit->iterations);
}

int cli_write_fit_json(const char *path, const char *const *names, const train_negbin_result *fit,
                       poise_error *err)
{
    poise_atomic_file file;
    int code = poise_atomic_open(&file, path, err);
    if (code != POISE_OK)
        return code;
    json_t *object = object_of(names, fit);
    const bool is_written = object != NULL &&
                            json_dumpf(object, file.stream, JSON_INDENT(1) | JSON_REAL_PRECISION(17)) == 0 &&
                            fputc('\n', file.stream) != EOF;
    const bool is_made = object != NULL;
    json_decref(object);
    if (is_written)
        return poise_atomic_commit(&file, err);
    poise_atomic_abort(&file);
    return poise_fail(err, POISE_FAILED, is_made ? "cannot write %s" : "no memory for %s", path);
}

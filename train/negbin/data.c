#include "train/negbin/data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double train_negbin_weight(const train_negbin_data *data, size_t row)
{
    return data->weight == NULL ? 1.0 : data->weight[row];
}

double train_negbin_offset(const train_negbin_data *data, size_t row)
{
    return data->offset == NULL ? 0.0 : data->offset[row];
}

static int check_options(const train_negbin_options *options, poise_error *err)
{
    if (!options->estimate_dispersion && (!isfinite(options->dispersion) || options->dispersion < 0.0)) {
        return poise_fail(err, POISE_USAGE, "the dispersion must be a finite number >= 0, not %g",
                          options->dispersion);
    }
    if (!isfinite(options->ridge) || options->ridge < 0.0) {
        return poise_fail(err, POISE_USAGE, "the ridge penalty must be a finite number >= 0, not %g",
                          options->ridge);
    }
    if (options->max_iterations < 1)
        return poise_fail(err, POISE_USAGE, "the number of iterations must be at least 1");
    return POISE_OK;
}

static int check_row(const train_negbin_data *data, size_t row, poise_error *err)
{
    const double *x = train_row(&data->x, row);
    for (size_t col = 0; col < data->x.cols; col++) {
        if (!isfinite(x[col])) {
            const char *const *names = data->x.names;
            return poise_fail(err, POISE_FAILED, "feature %zu%s%s%s of row %zu is not a finite number",
                              col + 1, names != NULL ? " (" : "", names != NULL ? names[col] : "",
                              names != NULL ? ")" : "", row + 1);
        }
    }
    if (!isfinite(data->y[row]) || data->y[row] < 0.0) {
        return poise_fail(err, POISE_FAILED, "the response of row %zu is %g; it must be finite and >= 0",
                          row + 1, data->y[row]);
    }
    double weight = train_negbin_weight(data, row);
    if (!isfinite(weight) || weight < 0.0) {
        return poise_fail(err, POISE_FAILED, "the weight of row %zu is %g; it must be finite and >= 0",
                          row + 1, weight);
    }
    if (!isfinite(train_negbin_offset(data, row)))
        return poise_fail(err, POISE_FAILED, "the offset of row %zu is not a finite number", row + 1);
    return POISE_OK;
}

/* Rows of weight 0 take no part: they are not counted here. */
static int check_information(const train_negbin_data *data, const train_negbin_options *options,
                             poise_error *err)
{
    size_t used = 0;
    bool varies = false;
    double first = 0.0;
    for (size_t row = 0; row < data->x.rows; row++) {
        if (train_negbin_weight(data, row) > 0.0) {
            first = used == 0 ? data->y[row] : first;
            varies = varies || data->y[row] != first;
            used++;
        }
    }
    if (used == 0)
        return poise_fail(err, POISE_FAILED, "there is no row to fit");
    if (used < data->x.cols && options->ridge == 0.0) {
        return poise_fail(err, POISE_FAILED,
                          "%zu rows are too few for %zu features: add data or a ridge penalty", used,
                          data->x.cols);
    }
    if (!varies) {
        return poise_fail(err, POISE_FAILED, "all %zu responses are %g: there is nothing to learn", used,
                          first);
    }
    return POISE_OK;
}

int train_negbin_check(const train_negbin_data *data, const train_negbin_options *options, poise_error *err)
{
    int code = check_options(options, err);
    if (code == POISE_OK && data->x.cols == 0)
        code = poise_fail(err, POISE_FAILED, "there is no feature to fit");
    for (size_t row = 0; code == POISE_OK && row < data->x.rows; row++)
        code = check_row(data, row, err);
    return code != POISE_OK ? code : check_information(data, options, err);
}

int train_parse_dispersion(const char *text, train_negbin_options *options, poise_error *err)
{
    static const char fixed[] = "fixed:";
    if (strcmp(text, "ml") == 0) {
        options->estimate_dispersion = true;
        return POISE_OK;
    }
    if (strncmp(text, fixed, strlen(fixed)) == 0) {
        const char *digits = text + strlen(fixed);
        char *end = NULL;
        double alpha = strtod(digits, &end);
        if (strspn(digits, "0123456789.e+-") == strlen(digits) && end != digits && *end == '\0' &&
            isfinite(alpha) && alpha >= 0.0) {
            options->estimate_dispersion = false;
            options->dispersion = alpha;
            return POISE_OK;
        }
    }
    return poise_fail(err, POISE_USAGE, "the dispersion is fixed:ALPHA with a number >= 0, or ml; not '%s'",
                      text);
}

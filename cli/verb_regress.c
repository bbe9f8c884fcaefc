/* `poise regress TABLE.csv`: the regression of `poise train` on a table of any data. */
#include "cli/output.h"
#include "cli/train/fit_files.h"
#include "cli/train/regress_table.h"
#include "cli/verb.h"
#include "common/file.h"
#include "train/negbin/data.h"
#include "train/table/fit_table.h"
#include "train/table/influence_table.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct regress_options {
    regress_columns columns;
    const char *dispersion;
    double ridge;
    const char *influence, *csv, *json;
    int64_t repeat;
} regress_options;

#define FIELD(name) offsetof(regress_options, name)

static const poise_option regress_table[] = {
    {"response", 'y', POISE_OPT_STRING, FIELD(columns.response), "y", POISE_ANY_RANGE, NULL, "COLUMN",
     "Column that is explained by the others: numbers >= 0, whole or not."},
    {"weight", 'w', POISE_OPT_STRING, FIELD(columns.weight), NULL, POISE_ANY_RANGE, NULL, "COLUMN",
     "Column of observation weights >= 0: a row of weight 2 counts as two rows."},
    {"offset", 0, POISE_OPT_STRING, FIELD(columns.offset), NULL, POISE_ANY_RANGE, NULL, "COLUMN",
     "Column that is added to the linear predictor: the logarithm of an exposure."},
    {"intercept", 0, POISE_OPT_FLAG, FIELD(columns.intercept), "true", POISE_ANY_RANGE, NULL, NULL,
     "Begin with a column of ones; --no-intercept leaves it out."},
    {"dispersion", 0, POISE_OPT_STRING, FIELD(dispersion), "ml", POISE_ANY_RANGE, NULL, "fixed:ALPHA|ml",
     "Variance = mu + alpha mu^2: alpha given (0 is Poisson), or estimated by maximum likelihood, as MASS' "
     "glm.nb and statsmodels' NegativeBinomial do."},
    {"ridge", 0, POISE_OPT_REAL, FIELD(ridge), "0", 0.0, 1e12, NULL, "LAMBDA",
     "Penalty lambda/2 times the sum of squared coefficients of the standardised columns."},
    {"influence", 0, POISE_OPT_STRING, FIELD(influence), NULL, POISE_ANY_RANGE, NULL, "FILE",
     "Write fitted mean, residuals, leverage and Cook's distance of each row as comma-separated values."},
    {"csv", 0, POISE_OPT_STRING, FIELD(csv), NULL, POISE_ANY_RANGE, NULL, "FILE",
     "Write the coefficients as comma-separated values, with all 17 digits."},
    {"json", 0, POISE_OPT_STRING, FIELD(json), NULL, POISE_ANY_RANGE, NULL, "FILE",
     "Write coefficients, their covariance and the rest of the summary as JSON, with all 17 digits."},
    {"repeat", 0, POISE_OPT_INT, FIELD(repeat), "1", 1, 1000000, NULL, "N",
     "Fit N times; with more than 1, the shortest processor time of a fit is reported."},
};

/* Of this process on all processors: other programs do not count. */
static double processor_seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Fits `repeat` times, keeps the last fit. */
static int fit_repeatedly(const train_negbin_data *data, const train_negbin_options *options, int64_t repeat,
                          train_negbin_result *fit, double *shortest, poise_error *err)
{
    *fit = (train_negbin_result){0};
    *shortest = HUGE_VAL;
    for (int64_t i = 0; i < repeat; i++) {
        if (i > 0)
            train_negbin_free(fit);
        double begin = processor_seconds();
        int code = train_negbin(data, options, fit, err);
        if (code != POISE_OK)
            return code;
        *shortest = fmin(*shortest, processor_seconds() - begin);
    }
    return POISE_OK;
}

static int write_influence(const char *path, const train_negbin_data *data, const train_negbin_result *fit,
                           poise_error *err)
{
    poise_atomic_file file;
    int code = poise_atomic_open(&file, path, err);
    if (code != POISE_OK)
        return code;
    train_influence *influence = calloc(fit->rows + 1, sizeof *influence);
    if (influence == NULL) {
        poise_atomic_abort(&file);
        return poise_fail(err, POISE_FAILED, "no memory for the influence of %zu rows", fit->rows);
    }
    train_negbin_influence(data, fit, influence);
    (void)fprintf(file.stream, "row,%s\n", train_influence_heading);
    for (size_t row = 0; row < fit->rows; row++) {
        (void)fprintf(file.stream, "%zu,", row + 1);
        train_write_influence(file.stream, data->y[row], fit->mean[row], &influence[row]);
        (void)fputc('\n', file.stream);
    }
    free(influence);
    return poise_atomic_commit(&file, err);
}

static int regress(const regress_options *options, const train_negbin_options *how, const regress_data *table,
                   poise_error *err)
{
    train_negbin_result fit;
    double shortest = 0.0;
    int code = fit_repeatedly(&table->data, how, options->repeat, &fit, &shortest, err);
    if (code != POISE_OK)
        return code;
    code = train_print_fit(stdout, table->data.x.names, &fit, err);
    if (code == POISE_OK && options->repeat > 1)
        printf("Shortest processor time of a fit: %.6f s\n", shortest);
    if (code == POISE_OK && options->influence != NULL)
        code = write_influence(options->influence, &table->data, &fit, err);
    if (code == POISE_OK && options->csv != NULL)
        code = cli_write_fit_csv(options->csv, table->data.x.names, &fit, err);
    if (code == POISE_OK && options->json != NULL)
        code = cli_write_fit_json(options->json, table->data.x.names, &fit, err);
    train_negbin_free(&fit);
    return code;
}

static int run(const void *parsed, int n_words, char **words, poise_error *err)
{
    const regress_options *options = parsed;
    if (n_words != 1)
        return poise_fail(err, POISE_USAGE, "give one table of comma-separated values, not %d", n_words);
    train_negbin_options how = train_negbin_thesis;
    int code = train_parse_dispersion(options->dispersion, &how, err);
    const char *const outputs[] = {options->influence, options->csv, options->json};
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs && code == POISE_OK; i++)
        code = cli_output_check(outputs[i], n_words, words, err);
    how.ridge = options->ridge;
    if (code != POISE_OK)
        return code;
    regress_data table;
    code = regress_data_read(words[0], &options->columns, &table, err);
    if (code == POISE_OK)
        code = regress(options, &how, &table, err);
    regress_data_free(&table);
    return code;
}

const cli_verb verb_regress = {
    .name = "regress",
    .summary = "fit a negative binomial regression to a table of numbers",
    .synopsis = "[options] TABLE.csv",
    .details =
        "The regression of 'poise train' on data of any kind, with log link. All columns but the "
        "response, the weight and the offset are features. The first line of the table holds names. The "
        "output is laid out as R's summary of glm.nb.",
    .options = regress_table,
    .n_options = sizeof regress_table / sizeof regress_table[0],
    .options_size = sizeof(regress_options),
    .run = run,
};

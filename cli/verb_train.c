/* `poise train DATASET -m negbin -o MODEL`: from a data set to a model for ln N and ln p. */
#include "cli/output.h"
#include "cli/verb.h"
#include "common/log.h"
#include "features/dataset_file.h"
#include "train/cross_validation.h"
#include "train/dispersion_option.h"
#include "train/fit_table.h"
#include "train/prediction_table.h"
#include "train/recipe.h"
#include "train/ridge_choice.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct train_options {
    int method;
    int recipe;
    int cv;
    const char *dispersion;
    const char *ridge;
    const char *name;
    const char *output;
    bool summary;
} train_options;

enum { CV_NONE, CV_PROGRAM };

#define FIELD(name) offsetof(train_options, name)

static const poise_option train_table[] = {
    {"method", 'm', POISE_OPT_CHOICE, FIELD(method), "negbin", POISE_ANY_RANGE, "negbin", NULL,
     "Kind of model: negbin is a negative binomial regression with log link (thesis section 5.5.4)."},
    {"output", 'o', POISE_OPT_STRING, FIELD(output), NULL, POISE_ANY_RANGE, NULL, "MODEL",
     "Where to write the model."},
    {"recipe", 0, POISE_OPT_CHOICE, FIELD(recipe), "thesis", POISE_ANY_RANGE, "thesis", NULL,
     "Rows and responses: thesis is the target tuple of every training kernel that passes the filters."},
    {"dispersion", 0, POISE_OPT_STRING, FIELD(dispersion), "fixed:1", POISE_ANY_RANGE, NULL, "fixed:ALPHA|ml",
     "Variance = mu + alpha mu^2: alpha given (1 is the default of the thesis' software), or estimated by "
     "maximum likelihood."},
    {"ridge", 0, POISE_OPT_STRING, FIELD(ridge), "0", POISE_ANY_RANGE, NULL, "LAMBDA|cv",
     "Penalty lambda/2 times the sum of squared coefficients of the standardised features; more than 0 when "
     "there are few kernels, cv = the one whose tuples are fastest on programs left out of training."},
    {"name", 0, POISE_OPT_STRING, FIELD(name), "poise", POISE_ANY_RANGE, NULL, "TEXT",
     "Name of the model, kept in its file."},
    {"summary", 0, POISE_OPT_FLAG, FIELD(summary), NULL, POISE_ANY_RANGE, NULL, NULL,
     "Print both regressions: coefficients, standard errors, z, p-values, deviances, AIC."},
    {"cv", 0, POISE_OPT_CHOICE, FIELD(cv), "none", POISE_ANY_RANGE, "none|program", NULL,
     "Print errors and speedup of a cross-validation that leaves out one program at a time."},
};

static void print_summary(const train_outcome *outcome)
{
    static const char *const heading[MODEL_OUTPUTS] = {"ln N", "ln p"};
    for (int output = 0; output < MODEL_OUTPUTS; output++) {
        printf("%s: %zu kernels of %zu programs\n\n", heading[output], outcome->rows, outcome->programs);
        if (outcome->constant[output]) {
            printf("All targets are equal: the model is their constant, %.6g.\n\n",
                   outcome->model.weight[output][MODEL_X_constant]);
        } else {
            train_print_fit(stdout, model_thesis_feature_name, &outcome->fit[output]);
            printf("\n");
        }
    }
}

static void warn_about(const train_outcome *outcome)
{
    static const char *const target[MODEL_OUTPUTS] = {"N", "p"};
    for (int output = 0; output < MODEL_OUTPUTS; output++) {
        if (outcome->constant[output]) {
            poise_warn("all %zu target %s are equal: the model predicts that constant", outcome->rows,
                       target[output]);
        }
    }
}

static int train(const train_options *options, const dataset *data, const train_negbin_options *fit,
                 poise_error *err)
{
    train_outcome outcome;
    int rc = train_recipe(data, NULL, fit, options->name, &outcome, err);
    if (rc == POISE_OK) {
        warn_about(&outcome);
        if (options->summary)
            print_summary(&outcome);
        if (options->output != NULL)
            rc = poise_model_write(options->output, &outcome.model, err);
    }
    if (rc == POISE_OK && options->output != NULL) {
        poise_say("wrote %s, trained on %zu kernels of %zu programs", options->output, outcome.rows,
                  outcome.programs);
    }
    train_outcome_free(&outcome);
    return rc;
}

static void print_validation(const train_validation *result)
{
    train_summary summary = train_summarise(result->predictions, result->n_predictions);
    printf("Cross-validation, one program left out at a time\n\n");
    train_print_prediction_head(stdout);
    for (size_t i = 0; i < result->n_folds; i++) {
        const train_fold *fold = &result->folds[i];
        if (fold->failure.code != POISE_OK)
            printf("%-16s no model: %s\n", fold->program, fold->failure.text);
        train_print_predictions(stdout, result->predictions + fold->first, fold->count);
    }
    printf("\n");
    train_print_summary(stdout, &summary);
}

static int validate(const dataset *data, const train_negbin_options *fit, poise_error *err)
{
    train_validation result;
    int rc = train_leave_one_program_out(data, fit, &result, err);
    if (rc == POISE_OK) {
        print_validation(&result);
        train_validation_free(&result);
    }
    return rc;
}

static int choose_ridge(const dataset *data, train_ridge_choice *choice, train_negbin_options *fit,
                        poise_error *err)
{
    int rc = train_choose_ridge(data, fit, choice, err);
    fit->ridge = choice->lambda;
    if (rc == POISE_OK && choice->by_validation) {
        poise_say("ridge penalty %g: mean speedup %.3f on programs left out of training", choice->lambda,
                  choice->speedup);
    }
    return rc;
}

static int run(const void *parsed, int n_words, char **words, poise_error *err)
{
    const train_options *options = parsed;
    if (n_words != 1)
        return poise_fail(err, POISE_USAGE, "give one data set, not %d", n_words);
    if (options->output == NULL && !options->summary && options->cv == CV_NONE)
        return poise_fail(err, POISE_USAGE, "say what to do: -o MODEL, --summary or --cv program");
    train_negbin_options fit = train_negbin_thesis;
    train_ridge_choice ridge;
    int rc = train_parse_dispersion(options->dispersion, &fit, err);
    rc = rc == POISE_OK ? train_parse_ridge(options->ridge, &ridge, err) : rc;
    rc = rc == POISE_OK ? cli_output_check(options->output, n_words, words, err) : rc;
    if (rc != POISE_OK)
        return rc;
    dataset data;
    rc = dataset_read(words[0], &data, err);
    if (rc != POISE_OK)
        return rc;
    rc = choose_ridge(&data, &ridge, &fit, err);
    if (rc == POISE_OK && (options->output != NULL || options->summary))
        rc = train(options, &data, &fit, err);
    if (rc == POISE_OK && options->cv == CV_PROGRAM)
        rc = validate(&data, &fit, err);
    dataset_free(&data);
    return rc;
}

const cli_verb verb_train = {
    .name = "train",
    .summary = "learn a model for ln N and ln p from a data set",
    .synopsis = "[options] -o MODEL DATASET",
    .details = "Rows of the evaluation split are not used. A data set with fewer training kernels than "
               "features is refused unless --ridge is given. The same data set and options give the same "
               "model, to the byte.",
    .options = train_table,
    .n_options = sizeof train_table / sizeof train_table[0],
    .options_size = sizeof(train_options),
    .run = run,
};

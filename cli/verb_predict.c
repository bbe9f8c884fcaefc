/* `poise predict MODEL DATASET`: offline predictions, their errors, and their speedup on the measured
 * surfaces. */
#include "cli/output.h"
#include "cli/verb.h"
#include "common/file.h"
#include "features/dataset_file.h"
#include "train/svmlight.h"
#include "train/validate/prediction_table.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct predict_options {
    int split, features;
    const char *csv, *svmlight;
} predict_options;

enum { SPLIT_EVALUATION, SPLIT_TRAINING, SPLIT_ALL };

static const poise_option predict_table[] = {
    {"split", 0, POISE_OPT_CHOICE, offsetof(predict_options, split), "evaluation", POISE_ANY_RANGE,
     "evaluation|training|all", NULL,
     "Kernels to predict: the unseen ones, those that the filters leave for training, or every row."},
    {"features", 0, POISE_OPT_CHOICE, offsetof(predict_options, features), "kernel", POISE_ANY_RANGE,
     DATASET_FEATURE_CHOICES, NULL,
     "Features of whole kernels, or as the engines of the SMs sample them; kernels too short for that "
     "are left out."},
    {"csv", 0, POISE_OPT_STRING, offsetof(predict_options, csv), NULL, POISE_ANY_RANGE, NULL, "FILE",
     "Write the table as comma-separated values, too."},
    {"svmlight", 0, POISE_OPT_STRING, offsetof(predict_options, svmlight), NULL, POISE_ANY_RANGE, NULL,
     "FILE",
     "Write the kernels' features as the model takes them, for the programs of LIBLINEAR and libsvm: FILE.n "
     "with "
     "label ln N, FILE.p with label ln p, targets scaled to 24 warps."},
};

static bool is_wanted(const dataset_row *row, int split)
{
    switch (split) {
    case SPLIT_EVALUATION: return row->split == PROFILE_EVALUATION;
    case SPLIT_TRAINING: return dataset_row_trains(row);
    default: return true;
    }
}

/* `out` is room for one prediction a row; *n becomes their number. */
static int predict_rows(const poise_model *model, const dataset *data, int split, train_prediction *out,
                        size_t *n, poise_error *err)
{
    for (size_t i = 0; i < data->n_rows; i++) {
        if (is_wanted(&data->rows[i], split)) {
            int code = train_predict(model, &data->rows[i], &out[*n], err);
            if (code != POISE_OK)
                return code;
            (*n)++;
        }
    }
    return *n > 0 ? POISE_OK : poise_fail(err, POISE_FAILED, "the data set has no kernel of that split");
}

static int write_csv(const char *path, const train_prediction *predictions, size_t n, poise_error *err)
{
    poise_atomic_file file;
    int code = poise_atomic_open(&file, path, err);
    if (code != POISE_OK)
        return code;
    train_write_predictions_csv(file.stream, predictions, n);
    return poise_atomic_commit(&file, err);
}

static int write_svmlight(const predict_options *options, const poise_model *model, const dataset *data,
                          poise_error *err)
{
    bool *use = calloc(data->n_rows + 1, sizeof *use);
    if (use == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu rows", data->n_rows);
    for (size_t i = 0; i < data->n_rows; i++)
        use[i] = is_wanted(&data->rows[i], options->split);
    int code = train_write_svmlight(options->svmlight, data, use, model, err);
    free(use);
    return code;
}

static int predict(const predict_options *options, const poise_model *model, const dataset *data,
                   poise_error *err)
{
    size_t n = 0;
    train_prediction *predictions = calloc(data->n_rows + 1, sizeof *predictions);
    if (predictions == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu predictions", data->n_rows);
    int code = predict_rows(model, data, options->split, predictions, &n, err);
    if (code == POISE_OK) {
        train_summary summary = train_summarise(predictions, n);
        train_print_prediction_head(stdout);
        train_print_predictions(stdout, predictions, n);
        printf("\n");
        train_print_summary(stdout, &summary);
    }
    if (code == POISE_OK && options->csv != NULL)
        code = write_csv(options->csv, predictions, n, err);
    if (code == POISE_OK && options->svmlight != NULL)
        code = write_svmlight(options, model, data, err);
    free(predictions);
    return code;
}

static int run(const void *parsed, int n_words, char **words, poise_error *err)
{
    const predict_options *options = parsed;
    if (n_words != 2)
        return poise_fail(err, POISE_USAGE, "give a model and a data set, in this order");
    poise_model model;
    dataset data;
    int code = cli_output_check(options->csv, n_words, words, err);
    if (code == POISE_OK)
        code = poise_model_read(words[0], &model, err);
    if (code != POISE_OK)
        return code;
    code = dataset_read(words[1], &data, err);
    if (code == POISE_OK) {
        code = dataset_choose_features(&data, (dataset_feature_source)options->features, err);
        if (code == POISE_OK)
            code = train_model_fits(&model, &data, err);
        if (code == POISE_OK)
            code = predict(options, &model, &data, err);
        dataset_free(&data);
    }
    poise_model_free(&model);
    return code;
}

const cli_verb verb_predict = {
    .name = "predict",
    .summary = "compare a model's tuples with the targets and the best tuples",
    .synopsis = "[options] MODEL DATASET",
    .details = "Predicts in double arithmetic, without the engine's local search. best is Static-Best, the "
               "fastest measured tuple of the kernel; SWL the fastest with N = p. Errors are relative to the "
               "target tuple.",
    .options = predict_table,
    .n_options = sizeof predict_table / sizeof predict_table[0],
    .options_size = sizeof(predict_options),
    .run = run,
};

#include "cli/train/report.h"

#include "common/file.h"
#include "common/log.h"
#include "features/dataset_file.h"
#include "train/method/plane.h"
#include "train/table/fit_table.h"
#include "train/validate/compare.h"
#include "train/validate/prediction_table.h"

#include <stdio.h>
#include <string.h>

void cli_train_say_choice(const train_plan *plan, const train_choice *choice)
{
    char values[128] = "";
    if (choice->candidates < 2)
        return;
    for (int h = 0; h < TRAIN_HYPERS; h++) {
        size_t used = strlen(values);
        if (train_has_hyper(&choice->spec, (train_hyper)h) && plan->grid[h].n > 1)
            (void)snprintf(values + used, sizeof values - used, "%s%s %g", used > 0 ? ", " : "",
                           train_hyper_name[h], choice->spec.hyper[h]);
    }
    if (plan->criterion == TRAIN_BY_SPEEDUP) {
        poise_say("%s: mean speedup %.3f on programs left out of training, best of %zu tried", values,
                  choice->merit, choice->candidates);
    } else {
        poise_say("%s: mean error %.1f %% on programs left out of training, best of %zu tried", values,
                  -100.0 * choice->merit, choice->candidates);
    }
}

void cli_train_warn(const train_outcome *outcome)
{
    static const char *const target[MODEL_OUTPUTS] = {"N", "p"};
    for (int output = 0; output < MODEL_OUTPUTS; output++) {
        if (outcome->constant[output]) {
            poise_warn("all %zu target %s are equal: the model predicts that constant", outcome->rows,
                       target[output]);
        }
    }
}

static void print_weights(const poise_model *model)
{
    printf("%-32s %14s %14s\n", "feature", "for ln N", "for ln p");
    for (int i = 0; i < model->n_features; i++)
        printf("%-32s %14.6g %14.6g\n", model->feature[i], model->weight[0][i], model->weight[1][i]);
    printf("\n");
}

static void print_regressions(const train_outcome *outcome)
{
    static const char *const heading[MODEL_OUTPUTS] = {"ln N", "ln p"};
    for (int output = 0; output < MODEL_OUTPUTS; output++) {
        printf("%s: %zu kernels of %zu programs\n\n", heading[output], outcome->rows, outcome->programs);
        if (outcome->constant[output]) {
            printf("All targets are equal: the model is their constant, %.6g.\n\n",
                   outcome->model.weight[output][MODEL_X_constant]);
        } else {
            const char *names[FEATURES_COUNT];
            for (int i = 0; i < FEATURES_COUNT; i++)
                names[i] = outcome->model.feature[i];
            (void)train_print_fit(stdout, names, &outcome->fit[output], NULL);
            printf("\n");
        }
    }
}

void cli_train_print_outcome(const train_outcome *outcome)
{
    const poise_model *model = &outcome->model;
    switch (model->kind) {
    case MODEL_NEGBIN: print_regressions(outcome); break;
    case MODEL_RBF: printf("%s\n%zu support vectors\n\n", model->recipe, model->kernel->n_support); break;
    case MODEL_CHOICE: printf("%s\n\n", model->recipe); break;
    default: printf("%s\n\n", model->recipe); print_weights(model);
    }
}

void cli_train_print_validation(const train_validation *result)
{
    train_summary summary = train_summarise(result->predictions, result->n_predictions);
    bool by_program = result->n_folds > 0 && result->folds[0].program != NULL;
    if (by_program)
        printf("Cross-validation, one program left out at a time\n\n");
    else
        printf("Cross-validation, one of %zu groups of programs left out at a time\n\n", result->n_folds);
    train_print_prediction_head(stdout);
    for (size_t i = 0; i < result->n_folds; i++) {
        const train_fold *fold = &result->folds[i];
        char group[32];
        (void)snprintf(group, sizeof group, "group %zu", i + 1);
        if (fold->failure.code != POISE_OK)
            printf("%-16s no model: %s\n", by_program ? fold->program : group, fold->failure.text);
        train_print_predictions(stdout, result->predictions + fold->first, fold->count);
    }
    printf("\n");
    train_print_summary(stdout, &summary);
}

static int compare_unseen(const dataset *data, const char *final, const train_plan *plan,
                          const poise_model *thesis, poise_error *err)
{
    dataset unseen;
    train_comparison result;
    int code = dataset_read(final, &unseen, err);
    if (code != POISE_OK)
        return code;
    code = dataset_choose_features(&unseen, data->is_sampled ? DATASET_SAMPLED : DATASET_WHOLE_KERNEL, err);
    if (code == POISE_OK && train_least_p(data, NULL) > 0) /* judged in the plane that was learned */
        train_leave_out_p_0(&unseen);
    if (code == POISE_OK)
        code = train_compare_unseen(data, &unseen, plan, thesis, &result, err);
    if (code == POISE_OK) {
        printf("\nTrained on all training kernels, predicted are those of the evaluation split\n\n");
        train_print_comparison(stdout, &result);
    }
    dataset_free(&unseen);
    return code;
}

static int compare_with(const dataset *data, const char *final, const train_plan *plan,
                        const train_folding *folding, const poise_model *thesis, poise_error *err)
{
    train_comparison result;
    int code = train_compare(data, plan, folding, thesis, &result, err);
    if (code != POISE_OK)
        return code;
    printf("Kernels of programs that were left out of training\n\n");
    train_print_comparison(stdout, &result);
    return final != NULL ? compare_unseen(data, final, plan, thesis, err) : POISE_OK;
}

int cli_train_compare(const dataset *data, const char *final, const train_plan *plan,
                      const train_folding *folding, poise_error *err)
{
    char path[4096];
    poise_model thesis;
    int code = poise_find_installed("models/thesis.model", path, sizeof path, err);
    if (code == POISE_OK)
        code = poise_model_read(path, &thesis, err);
    if (code != POISE_OK)
        return code;
    /* Weights for hits that are counted otherwise would be compared unfairly. */
    bool fits = train_model_fits(&thesis, data, NULL) == POISE_OK;
    code = compare_with(data, final, plan, folding, fits ? &thesis : NULL, err);
    poise_model_free(&thesis);
    return code;
}

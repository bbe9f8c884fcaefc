#include "report/model/judge.h"

#include "report/model/relearn.h"
#include "train/sample.h"
#include "train/validate/cross_validation.h"

#include <string.h>

static int validate(model_report *report, const train_plan *plan, model_judged *out, poise_error *err)
{
    train_validation result;
    const int code = train_cross_validate(report->data, plan, &report->folding, &result, err);
    if (code != POISE_OK)
        return code;
    for (size_t i = 0; i < result.n_predictions; i++)
        out->predictions[out->n++] = result.predictions[i];
    for (size_t fold = result.n_folds; fold-- > 0;) {
        if (result.folds[fold].failure.code != POISE_OK)
            report->fold_error = result.folds[fold].failure;
    }
    train_validation_free(&result);
    return POISE_OK;
}

static int predict(const model_report *report, const dataset *data, bool evaluation, model_judged *out,
                   poise_error *err)
{
    int code = POISE_OK;
    for (size_t i = 0; code == POISE_OK && i < data->n_rows; i++) {
        const dataset_row *row = &data->rows[i];
        if (evaluation ? row->split == PROFILE_EVALUATION : dataset_row_trains(row))
            code = train_predict(report->model, row, &out->predictions[out->n++], err);
    }
    return code;
}

static size_t count_training(const dataset *data)
{
    size_t n = 0;
    for (size_t i = 0; i < data->n_rows; i++)
        n += dataset_row_trains(&data->rows[i]);
    return n;
}

int model_judge_training(model_report *report, const model_report_options *options, model_judged *out,
                         poise_error *err)
{
    train_spec spec = {0};
    int code = model_relearn(report, &spec, err);
    if (code == POISE_OK)
        code = model_influences(report, out->influence, err);
    if (code != POISE_OK)
        return code;
    if (!report->relearned && options->cross_validation == MODEL_CV_ALWAYS)
        return poise_fail(err, POISE_USAGE, "%s: no cross-validation without learning it again: %s",
                          report->model_name, report->why_not);
    const bool same_data = strcmp(report->model->training_hash, report->data->hash) == 0;
    const bool leave_out =
        report->relearned && options->cross_validation != MODEL_CV_NEVER &&
        (options->cross_validation == MODEL_CV_ALWAYS || train_count_programs(report->data, NULL) > 1);
    report->basis = leave_out ? MODEL_LEFT_OUT : same_data ? MODEL_FITTED : MODEL_OTHER_DATA;
    if (report->basis != MODEL_LEFT_OUT)
        return predict(report, report->data, false, out, err);
    train_plan plan = train_plan_of(&spec, options->choose);
    for (int h = 0; h < TRAIN_HYPERS; h++)
        report->has_values = report->has_values || train_has_hyper(&spec, (train_hyper)h);
    report->chosen_anew = options->choose && train_candidates(&plan) > 1;
    code = validate(report, &plan, out, err);
    report->kernels_without = count_training(report->data) - out->n;
    if (code == POISE_OK && out->n == 0 && options->cross_validation == MODEL_CV_AUTO) {
        report->basis = MODEL_FITTED;
        code = predict(report, report->data, false, out, err);
    }
    return code;
}

int model_judge_unseen(const model_report *report, model_judged *out, poise_error *err)
{
    return predict(report, report->unseen, true, out, err);
}

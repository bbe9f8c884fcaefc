#include "report/model/rows.h"

#include "report/model/relearn.h"
#include "train/cross_validation.h"
#include "train/sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Predictions of the rows of one part, and, for training rows, their influence. */
typedef struct judged {
    train_prediction *predictions;
    size_t n;
    train_influence *influence[MODEL_OUTPUTS]; /* of the training rows of the data set, in their order */
} judged;

static report_tuple tuple_of(const train_point *point)
{
    return (report_tuple){point->n, point->p, point->speedup};
}

static size_t series_of(model_report *report, const char *program)
{
    for (size_t i = 0; i < report->n_series; i++) {
        if (strcmp(report->series[i], program) == 0)
            return i;
    }
    report->series[report->n_series] = program;
    return report->n_series++;
}

static void add_row(model_report *report, const train_prediction *prediction)
{
    const dataset_row *from = prediction->row;
    model_row *row = &report->rows[report->n++];
    *row = (model_row){
        .number = report->n,
        .program = from->program,
        .run = from->run,
        .kernel = from->kernel,
        .split = profile_splits[from->split],
        .launch = from->launch_index,
        .warps = from->warps,
        .target = {from->target_n, from->target_p,
                   surface_at(&from->speedup, from->target_n, from->target_p)},
        .predicted = {(uint32_t)prediction->n, (uint32_t)prediction->p, prediction->measured.speedup},
        .best = tuple_of(&prediction->static_best),
        .swl = tuple_of(&prediction->swl),
        .observed = {from->scaled_n, from->scaled_p},
        .fitted = {exp(prediction->link[0]), exp(prediction->link[1])},
        .series = series_of(report, from->program),
    };
    row->loss = 1 - row->predicted.speedup / row->target.speedup;
}

/* Training rows stand in the influences in the order of the data set, in predictions by fold. */
static void add_influence(model_report *report, const judged *of)
{
    for (size_t i = 0; i < of->n; i++) {
        const size_t row = (size_t)(of->predictions[i].row - report->data->rows);
        size_t place = 0;
        for (size_t before = 0; before < row; before++)
            place += dataset_row_trains(&report->data->rows[before]);
        for (int output = 0; output < MODEL_OUTPUTS; output++) {
            if (report->influence[output])
                report->rows[i].influence[output] = of->influence[output][place];
        }
    }
}

static void add_part(model_report *report, const judged *of, const char *name, const char *title)
{
    model_part *part = &report->part[report->n_parts++];
    *part = (model_part){.shown = part->shown,
                         .name = name,
                         .title = title,
                         .rows = report->rows + report->n,
                         .n = of->n,
                         .summary = train_summarise(of->predictions, of->n)};
    for (size_t i = 0; i < of->n; i++) {
        add_row(report, &of->predictions[i]);
        part->shown[report->rows[report->n - 1].series] = true;
    }
}

static int validate(model_report *report, const train_plan *plan, judged *out, poise_error *err)
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

static int predict(const model_report *report, const dataset *data, bool evaluation, judged *out,
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

static int judge_training(model_report *report, const model_report_options *options, judged *out,
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
    return code;
}

static const char *title_of(const model_report *report)
{
    switch (report->basis) {
    case MODEL_LEFT_OUT: return "Programs left out of training";
    case MODEL_FITTED: return "Training kernels, fitted";
    default: return "Kernels of another data set";
    }
}

static int judge(model_report *report, const model_report_options *options, judged *training,
                 judged *evaluation, poise_error *err)
{
    int code = judge_training(report, options, training, err);
    if (code == POISE_OK && report->unseen != NULL)
        code = predict(report, report->unseen, true, evaluation, err);
    if (code != POISE_OK)
        return code;
    if (training->n + evaluation->n == 0)
        return poise_fail(err, POISE_FAILED, "%s: there is no training kernel to predict%s%s",
                          report->data_name, report->fold_error.code != POISE_OK ? ": " : "",
                          report->fold_error.text);
    if (training->n == 0)
        report->influence[0] = report->influence[1] = false;
    if (training->n > 0) {
        add_part(report, training, "training", title_of(report));
        add_influence(report, training);
    }
    if (evaluation->n > 0)
        add_part(report, evaluation, "evaluation", "Evaluation split");
    return POISE_OK;
}

static int allocate(model_report *report, judged *training, judged *evaluation, poise_error *err)
{
    const size_t most = report->data->n_rows + (report->unseen == NULL ? 0 : report->unseen->n_rows) + 1;
    report->rows = calloc(most, sizeof *report->rows);
    report->series = calloc(most, sizeof *report->series);
    training->predictions = calloc(most, sizeof *training->predictions);
    evaluation->predictions = calloc(most, sizeof *evaluation->predictions);
    bool enough = report->rows != NULL && report->series != NULL && training->predictions != NULL &&
                  evaluation->predictions != NULL;
    for (int part = 0; part < MODEL_PARTS; part++) {
        report->part[part].shown = calloc(most, sizeof *report->part[part].shown);
        enough = enough && report->part[part].shown != NULL;
    }
    for (int output = 0; output < MODEL_OUTPUTS; output++) {
        training->influence[output] = calloc(most, sizeof *training->influence[output]);
        enough = enough && training->influence[output] != NULL;
    }
    return enough ? POISE_OK : poise_fail(err, POISE_FAILED, "no memory for a report of %zu kernels", most);
}

int model_report_make(model_report *report, const poise_model *model, const char *model_name,
                      const dataset *data, const dataset *unseen, const char *data_name,
                      const model_report_options *options, poise_error *err)
{
    judged training = {0}, evaluation = {0};
    *report = (model_report){.model = model,
                             .model_name = model_name,
                             .data = data,
                             .unseen = unseen,
                             .data_name = data_name,
                             .folding = options->folding};
    int code = train_model_fits(model, data, err);
    if (code == POISE_OK)
        code = allocate(report, &training, &evaluation, err);
    if (code == POISE_OK)
        code = judge(report, options, &training, &evaluation, err);
    free(training.predictions);
    free(evaluation.predictions);
    for (int output = 0; output < MODEL_OUTPUTS; output++)
        free(training.influence[output]);
    return code;
}

void model_report_free(model_report *report)
{
    train_outcome_free(&report->learned);
    for (int part = 0; part < MODEL_PARTS; part++)
        free(report->part[part].shown);
    free(report->rows);
    free(report->series);
    *report = (model_report){0};
}

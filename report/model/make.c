#include "report/model/rows.h"

#include "report/model/judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    row->away =
        hypot((double)prediction->n - prediction->measured.n, (double)prediction->p - prediction->measured.p);
    row->loss = 1 - row->predicted.speedup / row->target.speedup;
}

/* Training rows stand in the influences in the order of the data set, in predictions by fold. */
static void add_influence(model_report *report, const model_judged *of)
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

static void add_part(model_report *report, const model_judged *of, const char *name, const char *title)
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

static const char *title_of(const model_report *report)
{
    switch (report->basis) {
    case MODEL_LEFT_OUT: return "Programs left out of training";
    case MODEL_FITTED: return "Training kernels, fitted";
    default: return "Kernels of another data set";
    }
}

static int judge(model_report *report, const model_report_options *options, model_judged *training,
                 model_judged *evaluation, poise_error *err)
{
    int code = model_judge_training(report, options, training, err);
    if (code == POISE_OK && report->unseen != NULL)
        code = model_judge_unseen(report, evaluation, err);
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

static int allocate(model_report *report, model_judged *training, model_judged *evaluation, poise_error *err)
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
    model_judged training = {0}, evaluation = {0};
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

#include "report/model/relearn.h"

#include "train/method/scaling.h"
#include "train/sample.h"

#include <math.h>
#include <string.h>

/* The recipe has six digits of each value, so what is learned again may differ in the last of these. */
static const double same = 1e-4;

static bool predict_the_same(const poise_model *a, const poise_model *b, const train_sample *sample)
{
    for (size_t row = 0; row < sample->rows; row++) {
        const double *x = sample->x + row * FEATURES_COUNT;
        for (int output = 0; output < MODEL_OUTPUTS; output++) {
            if (!(fabs(poise_model_link(a, output, x) - poise_model_link(b, output, x)) < same))
                return false;
        }
    }
    return true;
}

static void measure_spread(model_report *report, const train_sample *sample)
{
    const train_scaling scaling = train_scaling_of(sample->x, sample->weight, sample->rows);
    for (int i = 0; i < FEATURES_COUNT; i++)
        report->spread[i] = i == MODEL_X_constant ? 0 : scaling.scale[i];
}

static const char *learn(model_report *report, const train_sample *sample, train_spec *spec)
{
    const poise_model *model = report->model;
    if (model->training_hash[0] == '\0')
        return "its file names no data set that it was learned from";
    if (report->data->hash[0] == '\0' || strcmp(model->training_hash, report->data->hash) != 0)
        return "it was learned from another data set";
    if (!train_spec_of(model, spec))
        return "its recipe is none that poise train writes";
    if (train_fit(report->data, NULL, spec, model->name, &report->learned, NULL) != POISE_OK)
        return "its recipe cannot be carried out on this data set";
    if (report->learned.model.kind != model->kind || !predict_the_same(model, &report->learned.model, sample))
        return "its recipe, carried out on this data set, gives another model";
    return NULL;
}

int model_relearn(model_report *report, train_spec *spec, poise_error *err)
{
    train_sample sample;
    const int code = train_sample_select(report->data, NULL, &sample, err);
    if (code == POISE_OK) {
        measure_spread(report, &sample);
        report->why_not = learn(report, &sample, spec);
        report->relearned = report->why_not == NULL;
        if (!report->relearned)
            train_outcome_free(&report->learned);
    }
    train_sample_free(&sample);
    return code;
}

int model_influences(model_report *report, train_influence *of[MODEL_OUTPUTS], poise_error *err)
{
    train_sample sample;
    if (!report->relearned || report->model->kind != MODEL_NEGBIN)
        return POISE_OK;
    const int code = train_sample_select(report->data, NULL, &sample, err);
    for (int output = 0; code == POISE_OK && output < MODEL_OUTPUTS; output++) {
        const train_negbin_data rows = {.x = {.rows = sample.rows, .cols = FEATURES_COUNT, .x = sample.x},
                                        .y = sample.y[output],
                                        .weight = sample.weight};
        report->influence[output] = !report->learned.constant[output];
        if (report->influence[output])
            train_negbin_influence(&rows, &report->learned.fit[output], of[output]);
    }
    train_sample_free(&sample);
    return code;
}

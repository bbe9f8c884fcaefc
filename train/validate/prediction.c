#include "train/validate/prediction.h"

#include <math.h>
#include <string.h>

int train_predict(const poise_model *model, const dataset_row *row, train_prediction *out, poise_error *err)
{
    *out = (train_prediction){.row = row};
    poise_model_predict(model, row->x, (int)row->warps, &out->n, &out->p);
    for (int output = 0; output < MODEL_OUTPUTS; output++)
        out->link[output] = poise_model_link(model, output, row->x);
    out->error_n = fabs((double)out->n - row->target_n) / row->target_n;
    out->error_p = fabs((double)out->p - row->target_p) / fmax(row->target_p, 1);
    if (!train_lookup(&row->speedup, (uint32_t)out->n, (uint32_t)out->p, &out->measured) ||
        !train_static_best(&row->speedup, &out->static_best) ||
        !train_best_diagonal(&row->speedup, &out->swl)) {
        return poise_fail(err, POISE_FAILED, "%s, launch %u (%s): no measured tuple with N = p", row->program,
                          row->launch_index, row->kernel);
    }
    return POISE_OK;
}

int train_model_fits(const poise_model *model, const dataset *data, poise_error *err)
{
    if (model->n_features != FEATURES_COUNT) {
        return poise_fail(err, POISE_USAGE, "the model has %d features, the data set %d", model->n_features,
                          FEATURES_COUNT);
    }
    const char *const *names = model_feature_name[data->view];
    for (int i = 0; i < FEATURES_COUNT; i++) {
        if (strcmp(model->feature[i], names[i]) != 0) {
            return poise_fail(err, POISE_USAGE, "feature %d of the model is %s, of the data set %s", i + 1,
                              model->feature[i], names[i]);
        }
    }
    if ((model->l1_hit_includes_merges != 0) != data->merges_hit) {
        return poise_fail(err, POISE_USAGE,
                          "model and data set do not count hits on reserved L1 lines in the same way");
    }
    return POISE_OK;
}

/* Sums; the divisions come at the end. */
static void add(train_summary *sum, const train_prediction *prediction)
{
    const dataset_row *row = prediction->row;
    bool exact = prediction->measured.n == (uint32_t)prediction->n &&
                 prediction->measured.p == (uint32_t)prediction->p;
    sum->kernels++;
    sum->elsewhere += exact ? 0 : 1;
    sum->slower += prediction->measured.speedup < 1.0 ? 1 : 0;
    sum->error_n += prediction->error_n;
    sum->error_p += prediction->error_p;
    sum->warps_off_n += fabs((double)prediction->n - row->target_n);
    sum->warps_off_p += fabs((double)prediction->p - row->target_p);
    sum->speedup += 1.0 / prediction->measured.speedup;
    sum->static_best += 1.0 / prediction->static_best.speedup;
    sum->swl += 1.0 / prediction->swl.speedup;
}

/* Harmonic mean of the speedups of the program of predictions[first]; 0 when an earlier one is of it, too. */
static double program_mean(const train_prediction *predictions, size_t n, size_t first)
{
    const char *program = predictions[first].row->program;
    double kernels = 0.0;
    double sum = 0.0;
    for (size_t i = 0; i < n; i++) {
        if (strcmp(predictions[i].row->program, program) == 0) {
            if (i < first)
                return 0.0;
            kernels += 1.0;
            sum += 1.0 / predictions[i].measured.speedup;
        }
    }
    return kernels / sum;
}

static void summarise_programs(const train_prediction *predictions, size_t n, train_summary *summary)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++) {
        double mean = program_mean(predictions, n, i);
        if (mean > 0.0) {
            summary->programs++;
            sum += 1.0 / mean;
        }
    }
    summary->program_speedup = (double)summary->programs / sum;
}

train_summary train_summarise(const train_prediction *predictions, size_t n)
{
    train_summary sum = {0};
    for (size_t i = 0; i < n; i++)
        add(&sum, &predictions[i]);
    if (n > 0) {
        double kernels = (double)n;
        sum.error_n /= kernels;
        sum.error_p /= kernels;
        sum.warps_off_n /= kernels;
        sum.warps_off_p /= kernels;
        sum.speedup = kernels / sum.speedup;
        sum.static_best = kernels / sum.static_best;
        sum.swl = kernels / sum.swl;
        summarise_programs(predictions, n, &sum);
    }
    return sum;
}

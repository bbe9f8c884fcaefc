#include "train/table/influence_table.h"

#include "common/csv.h"
#include "train/sample.h"

#include <inttypes.h>
#include <stdlib.h>

const char train_influence_heading[] =
    "response,mean,pearson_residual,deviance_residual,leverage,cook_distance";

void train_write_influence(FILE *out, double response, double mean, const train_influence *influence)
{
    (void)fprintf(out, "%.17g,%.17g,%.17g,%.17g,%.17g,%.17g", response, mean, influence->pearson,
                  influence->deviance, influence->leverage, influence->cook);
}

static void write_target(FILE *out, const dataset *data, char target, const train_negbin_data *sample,
                         const train_negbin_result *fit, const train_influence *influence)
{
    for (size_t i = 0, at = 0; i < data->n_rows; i++) {
        const dataset_row *row = &data->rows[i];
        if (train_uses(data, NULL, i)) {
            poise_csv_text(out, row->program);
            (void)fputc(',', out);
            poise_csv_text(out, row->kernel);
            (void)fprintf(out, ",%" PRIu32 ",%c,", row->launch_index, target);
            train_write_influence(out, sample->y[at], fit->mean[at], &influence[at]);
            (void)fputc('\n', out);
            at++;
        }
    }
}

int train_write_training_influence(FILE *out, const dataset *data, const train_outcome *outcome,
                                   poise_error *err)
{
    train_sample sample;
    int code = train_sample_select(data, NULL, &sample, err);
    train_influence *influence = calloc(sample.rows + 1, sizeof *influence);
    if (code == POISE_OK && influence == NULL)
        code = poise_fail(err, POISE_FAILED, "no memory for the influence of %zu kernels", sample.rows);
    if (code == POISE_OK)
        (void)fprintf(out, "program,kernel,launch,target,%s\n", train_influence_heading);
    for (int output = 0; code == POISE_OK && influence != NULL && output < MODEL_OUTPUTS; output++) {
        train_negbin_data rows = {.x = {.rows = sample.rows, .cols = FEATURES_COUNT, .x = sample.x},
                                  .y = sample.y[output],
                                  .weight = sample.weight};
        if (!outcome->constant[output]) {
            train_negbin_influence(&rows, &outcome->fit[output], influence);
            write_target(out, data, "Np"[output], &rows, &outcome -> fit[output], influence);
        }
    }
    free(influence);
    train_sample_free(&sample);
    return code;
}

#include "train/validate/prediction_table.h"

#include "common/csv.h"

#include <inttypes.h>

static bool is_measured(const train_prediction *prediction)
{
    return prediction->measured.n == (uint32_t)prediction->n &&
           prediction->measured.p == (uint32_t)prediction->p;
}

void train_print_prediction_head(FILE *out)
{
    (void)fprintf(out, "%-16s %6s %3s %9s %9s %7s %7s %9s %9s %9s  %s\n", "program", "launch", "W", "target",
                  "predicted", "error N", "error p", "speedup", "best", "SWL", "kernel");
}

void train_print_predictions(FILE *out, const train_prediction *predictions, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const train_prediction *prediction = &predictions[i];
        const dataset_row *row = prediction->row;
        char target[32];
        char predicted[32];
        (void)snprintf(target, sizeof target, "{%" PRIu32 ",%" PRIu32 "}", row->target_n, row->target_p);
        (void)snprintf(predicted, sizeof predicted, "{%d,%d}", prediction->n, prediction->p);
        (void)fprintf(
            out, "%-16s %6" PRIu32 " %3" PRIu32 " %9s %9s %6.1f%% %6.1f%% %8.3f%c %9.3f %9.3f  %s\n",
            row->program, row->launch_index, row->warps, target, predicted, 100.0 * prediction->error_n,
            100.0 * prediction->error_p, prediction->measured.speedup, is_measured(prediction) ? ' ' : '~',
            prediction->static_best.speedup, prediction->swl.speedup, row->kernel);
    }
}

void train_print_summary(FILE *out, const train_summary *summary)
{
    (void)fprintf(out, "kernels                        %zu\n", summary->kernels);
    (void)fprintf(
        out, "mean |predicted - target|      N %.1f %%, p %.1f %% of the target; N %.2f, p %.2f warps\n",
        100.0 * summary->error_n, 100.0 * summary->error_p, summary->warps_off_n, summary->warps_off_p);
    (void)fprintf(
        out, "speedup over all warps         predicted %.3f, Static-Best %.3f, SWL %.3f (harmonic means)\n",
        summary->speedup, summary->static_best, summary->swl);
    (void)fprintf(out, "kernels made slower            %zu\n", summary->slower);
    if (summary->elsewhere > 0) {
        (void)fprintf(
            out, "~ speedup of the nearest measured tuple, because the predicted one was not measured: %zu\n",
            summary->elsewhere);
    }
}

void train_write_predictions_csv(FILE *out, const train_prediction *predictions, size_t n)
{
    (void)fprintf(
        out, "program,kernel,launch,warps,target_n,target_p,predicted_n,predicted_p,error_n,error_p,"
             "measured_n,measured_p,speedup,static_best_n,static_best_p,static_best,swl_n,swl,ln_n,ln_p\n");
    for (size_t i = 0; i < n; i++) {
        const train_prediction *prediction = &predictions[i];
        const dataset_row *row = prediction->row;
        poise_csv_text(out, row->program);
        (void)fputc(',', out);
        poise_csv_text(out, row->kernel);
        (void)fprintf(out, ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%d,%d,%.17g,%.17g",
                      row->launch_index, row->warps, row->target_n, row->target_p, prediction->n,
                      prediction->p, prediction->error_n, prediction->error_p);
        (void)fprintf(out, ",%" PRIu32 ",%" PRIu32 ",%.17g,%" PRIu32 ",%" PRIu32 ",%.17g,%" PRIu32 ",%.17g",
                      prediction->measured.n, prediction->measured.p, prediction->measured.speedup,
                      prediction->static_best.n, prediction->static_best.p, prediction->static_best.speedup,
                      prediction->swl.n, prediction->swl.speedup);
        (void)fprintf(out, ",%.17g,%.17g\n", prediction->link[0], prediction->link[1]);
    }
}

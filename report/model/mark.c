#include "report/model/mark.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

plot_kernel model_kernel_of(const model_row *row)
{
    return (plot_kernel){row->series, row->number, row->run, row->kernel, row->launch, false};
}

plot_words model_speedup_words(const model_row *row)
{
    plot_words out;
    snprintf(out.text, sizeof out.text, "predicted %s %s, best %s %s",
             report_tuple_text(&row->predicted).text, number_speedup(row->predicted.speedup).text,
             report_tuple_text(&row->best).text, number_speedup(row->best.speedup).text);
    return out;
}

plot_words model_prediction_words(const model_row *row, int output)
{
    plot_words out;
    snprintf(out.text, sizeof out.text,
             "target %s, predicted %s, W = %" PRIu64 "; of 24 warps %s = %.2f, not %.2f",
             report_tuple_text(&row->target).text, report_tuple_text(&row->predicted).text, row->warps,
             model_output_name[output], row->fitted[output], row->observed[output]);
    return out;
}

double model_most_residual(const model_part *part, int output)
{
    double most = 2;
    for (size_t i = 0; i < part->n; i++) {
        const double ratio = part->rows[i].observed[output] / part->rows[i].fitted[output];
        most = fmin(fmax(most, fmax(ratio, 1 / ratio)), MODEL_MOST_RATIO);
    }
    return 1.1 * most;
}

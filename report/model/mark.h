/* Kernels of a model's report as marks of figures. */
#ifndef POISE_REPORT_MODEL_MARK_H
#define POISE_REPORT_MODEL_MARK_H

#include "report/model/rows.h"
#include "report/plot/plot.h"

/* Ratios of target and prediction beyond stand on the edge of their figure (our choice). */
#define MODEL_MOST_RATIO 32.0

plot_kernel model_kernel_of(const model_row *row);

/* What pointing at a mark shows: tuples and what they are worth; target and prediction. */
plot_words model_speedup_words(const model_row *row);
plot_words model_prediction_words(const model_row *row, int output);

/* End of an axis that holds the ratios of target and prediction, or their inverses: at least 2. */
double model_most_residual(const model_part *part, int output);

#endif

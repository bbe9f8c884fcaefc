/* The weights of a model, made comparable. */
#ifndef POISE_REPORT_MODEL_COEFFICIENTS_H
#define POISE_REPORT_MODEL_COEFFICIENTS_H

#include "report/model/rows.h"

/* What one standard deviation more of a feature adds to ln N or ln p; `error` is its standard error, NaN
 * when it is not known. */
typedef struct model_coefficient {
    double value, error;
} model_coefficient;

model_coefficient model_coefficient_of(const model_report *report, int output, int feature);

/* Half of a 95 % interval, in standard errors (normal approximation). */
#define MODEL_INTERVAL 1.959964

#endif

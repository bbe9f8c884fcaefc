/* Parts of model_report_make. */
#ifndef POISE_REPORT_MODEL_RELEARN_H
#define POISE_REPORT_MODEL_RELEARN_H

#include "report/model/rows.h"

/* Carries the model's recipe out on the data: sets relearned and learned, or why_not; spread in any case, and
 * the spec where there is one. POISE_FAILED when out of memory. */
int model_relearn(model_report *report, train_spec *spec, poise_error *err);

/* How much each training row decided the regressions; `of[output]` has room for one of each training row, in
 * their order, and report->influence says which were computed. */
int model_influences(model_report *report, train_influence *of[MODEL_OUTPUTS], poise_error *err);

#endif

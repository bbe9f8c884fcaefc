/* Predictions of the kernels of a report: part of model_report_make. */
#ifndef POISE_REPORT_MODEL_JUDGE_H
#define POISE_REPORT_MODEL_JUDGE_H

#include "report/model/rows.h"

/* Predictions of the rows of one part, and, for training rows, their influence. */
typedef struct model_judged {
    train_prediction *predictions;
    size_t n;
    train_influence *influence[MODEL_OUTPUTS]; /* of the training rows of the data set, in their order */
} model_judged;

/* Training rows: by models of a cross-validation where that is possible and wanted, else by the model. Sets
 * what the report says of that, and learns the model again. `out` has room for all rows. */
int model_judge_training(model_report *report, const model_report_options *options, model_judged *out,
                         poise_error *err);

/* Rows of the evaluation split, by the model. */
int model_judge_unseen(const model_report *report, model_judged *out, poise_error *err);

#endif

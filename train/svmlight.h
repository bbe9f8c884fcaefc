/* Rows of a data set in the text format of SVMlight, LIBLINEAR and libsvm: "label 1:x1 2:x2 ... # program".
 */
#ifndef POISE_TRAIN_SVMLIGHT_H
#define POISE_TRAIN_SVMLIGHT_H

#include "features/dataset.h"
#include "models/model_file.h"

/* Writes the rows for which use[row] holds to BASE.n with label ln N and to BASE.p with label ln p, targets
 * scaled to 24 warps (train_log_target()), in the order of the data set; numbers with 17 digits. Features are
 * those of the data set, or, for an rbf model, scaled as the model scales them; `model` may be NULL. Atomic,
 * each file for itself. */
int train_write_svmlight(const char *base, const dataset *data, const bool *use, const poise_model *model,
                         poise_error *err);

#endif

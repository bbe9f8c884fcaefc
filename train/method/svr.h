/* Support vector regression of ln N and ln p on standardised features. */
#ifndef POISE_TRAIN_METHOD_SVR_H
#define POISE_TRAIN_METHOD_SVR_H

#include "train/method/recipe.h"
#include "train/method/spec.h"

/* As train_fit(), for the methods linear and rbf with a settled loss. A linear model is folded back to the
 * features as they are: it predicts as a negative binomial one does. The libraries know no weights of rows:
 * in their place a row stands round(weight / smallest weight) times, 8 times at most (our choice). */
int train_svr(const dataset *data, const bool *use, const train_spec *spec, const char *name,
              train_outcome *outcome, poise_error *err);

#endif

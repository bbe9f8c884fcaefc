/* Method `choice`: no tuple is predicted, but of each of a few dozen tuples how long the kernel takes under
 * it; the one with the least expected time is taken. N and p are so decided together, and tuples far apart,
 * such as {3,3} and {24,1}, can both be good for a kind of kernel without the middle between them being so.
 */
#ifndef POISE_TRAIN_METHOD_CHOOSE_TUPLE_H
#define POISE_TRAIN_METHOD_CHOOSE_TUPLE_H

#include "train/method/recipe.h"
#include "train/method/spec.h"

/* Largest number of tuples, and the longest time that counts: under a tuple that is slower still it is this
 * many times that with all warps (our choice), so that hopeless tuples do not decide the weights. */
enum { TRAIN_CHOICE_MOST = 64 };
#define TRAIN_CHOICE_LONGEST 4.5

/* As train_fit(). Of each tuple of N and p from 1, 2, 3, 4, 6, 8, 12, 16, 24, and p = 0 where it was
 * measured (of the view `sms` N = 24 and p = 0, 5, 10, 14, 19, 22, 24, twentieths 0, 4, 8, 12, 16, 18, 20 of
 * p of SMS; of `tokens` p = 2, 5, 10, 14, 19, 24, twentieths 2, 4, 8, 12, 16, 20 of the warps), a ridge
 * regression of time / time with all warps on the standardised features; ridge/2 times the sum of squared
 * coefficients is the penalty beside half the weighted sum of squared errors. Time and not its logarithm:
 * what is to be least is the mean time of kernels. */
int train_choose_tuple(const dataset *data, const bool *use, const train_spec *spec, const char *name,
                       train_outcome *outcome, poise_error *err);

#endif

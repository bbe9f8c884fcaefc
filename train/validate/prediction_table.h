/* Predictions as a table for people and as comma-separated values. */
#ifndef POISE_TRAIN_VALIDATE_PREDICTION_TABLE_H
#define POISE_TRAIN_VALIDATE_PREDICTION_TABLE_H

#include "train/validate/prediction.h"

#include <stdio.h>

/* Prints the column heads, or one aligned line for each prediction. */
void train_print_prediction_head(FILE *out);
void train_print_predictions(FILE *out, const train_prediction *predictions, size_t n);

/* Mean errors and harmonic-mean speedups of train_summary. */
void train_print_summary(FILE *out, const train_summary *summary);

/* One line for each prediction below a line of column names; numbers with 17 digits; texts quoted. Write
 * errors stay in the stream for the caller, as ferror() tells. */
void train_write_predictions_csv(FILE *out, const train_prediction *predictions, size_t n);

#endif

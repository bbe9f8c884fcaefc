/* What `poise train` says and prints. */
#ifndef POISE_CLI_TRAIN_REPORT_H
#define POISE_CLI_TRAIN_REPORT_H

#include "train/validate/cross_validation.h"

/* On stderr: values that cross-validation chose; targets that are all equal. */
void cli_train_say_choice(const train_plan *plan, const train_choice *choice);
void cli_train_warn(const train_outcome *outcome);

/* On stdout: both regressions, or the weights, or the support vectors in short. */
void cli_train_print_outcome(const train_outcome *outcome);
void cli_train_print_validation(const train_validation *result);

/* Compares all methods on the training rows; and, when `final` names the data set, on its evaluation rows. */
int cli_train_compare(const dataset *data, const char *final, const train_plan *plan,
                      const train_folding *folding, poise_error *err);

#endif

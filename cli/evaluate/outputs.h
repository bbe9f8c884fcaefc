/* The files that `poise evaluate` is told to write, looked at before its work begins. */
#ifndef POISE_CLI_EVALUATE_OUTPUTS_H
#define POISE_CLI_EVALUATE_OUTPUTS_H

#include "common/error.h"

/* In the order -o, --csv, --json. */
enum { EVALUATE_OUTPUTS = 3 };

/* Each may be NULL. A name that promises another form than it gets, or one of the profile that is read (may
 * be NULL), is POISE_USAGE; a place that cannot be written POISE_FAILED. */
int evaluate_check_outputs(const char *const outputs[EVALUATE_OUTPUTS], const char *profile,
                           poise_error *err);
/* When they are written: removes what processes that were killed have left of them. */
void evaluate_clean_outputs(const char *const outputs[EVALUATE_OUTPUTS]);

#endif

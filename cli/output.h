/* The files that a verb is told to write, looked at before its work begins. */
#ifndef POISE_CLI_OUTPUT_H
#define POISE_CLI_OUTPUT_H

#include "common/error.h"

/* Whether a file can be made at `output` (NULL = none asked for), and is none of the `n` files `inputs`:
 * those would be replaced by what was made from them. A place that cannot be written is POISE_FAILED, an
 * input POISE_USAGE. */
int cli_output_check(const char *output, int n, char *const *inputs, poise_error *err);

/* Makes a folder for the traces of one program. One that holds traces already is POISE_FAILED: to the other
 * verbs a folder of traces is one program, and launches of an earlier run would count as its own. */
int cli_output_traces(const char *folder, poise_error *err);

#endif

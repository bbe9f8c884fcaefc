/* The results of mixes for people and for programs. */
#ifndef POISE_EVALUATE_MIX_OUTPUT_H
#define POISE_EVALUATE_MIX_OUTPUT_H

#include "evaluate/mix/mixes.h"

#include <stdio.h>

/* "5+3": SMs of the programs of a mix under a policy, in order; cut to length. */
void evaluate_mixes_sms(const evaluate_mixes *mixes, size_t mix, size_t policy, char *text, size_t size);

/* A block for each metric: mixes down, policies across, the arithmetic mean in the last line. */
void evaluate_mixes_print(const evaluate_mixes *mixes, FILE *out);
/* One line for each mix, policy and program; everything. Errors stay with the stream. */
void evaluate_mixes_print_csv(const evaluate_mixes *mixes, FILE *out);
/* The same as a file. Atomic. */
int evaluate_mixes_write_csv(const evaluate_mixes *mixes, const char *path, poise_error *err);
int evaluate_mixes_write_json(const evaluate_mixes *mixes, const char *path, poise_error *err);

#endif

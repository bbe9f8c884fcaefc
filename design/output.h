/* A search for people and for other programs. Errors stay with the stream. */
#ifndef POISE_DESIGN_OUTPUT_H
#define POISE_DESIGN_OUTPUT_H

#include "design/result.h"

#include <stdio.h>

/* What was chosen beside the base and compared machines, program by program, and the Pareto front. */
int design_print_table(const design_result *result, FILE *out, poise_error *err);

/* One line for each machine, with the speed-up of each program. */
void design_print_csv(const design_result *result, FILE *out);

/* The same with everything else, and the front. */
int design_write_json(const design_result *result, const char *path, poise_error *err);
int design_write_csv(const design_result *result, const char *path, poise_error *err);

#endif

/* `poise compile` of a model of loads. */
#ifndef POISE_CLI_COMPILE_LOADS_H
#define POISE_CLI_COMPILE_LOADS_H

#include "cli/compile/form.h"
#include "common/error.h"

#include <stdint.h>

typedef struct compile_loads_options {
    compile_form form;
    const char *output;
    uint64_t sweep;   /* points on which engine and double arithmetic are compared */
    unsigned entries; /* of the table of loads of an SM, for the summary */
} compile_loads_options;

/* Compiles the model file `path` and prints the summary. */
int cli_compile_loads(const compile_loads_options *options, const char *path, poise_error *err);

#endif

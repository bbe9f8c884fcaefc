/* `poise trace lackey` and `poise trace cpu`: what programs on a CPU ask of the memory. */
#ifndef POISE_CLI_TRACE_CPU_H
#define POISE_CLI_TRACE_CPU_H

#include "trace/cpu/lackey.h"
#include "trace/cpu/locality.h"

typedef struct cli_cpu_request {
    lackey_plan plan;
    cpu_dram dram;
    bool json;
} cli_cpu_request;

/* Converts lackey's text, of the file that the only word names or of stdin for "-" or no word, to the .cpu
 * file `output` (NULL = none) and prints its figures. */
int cli_trace_lackey(const cli_cpu_request *request, const char *output, int n_words, char **words,
                     poise_error *err);

/* Prints the figures of each .cpu file. */
int cli_trace_cpu(const cli_cpu_request *request, int n_words, char **words, poise_error *err);

#endif

/* The parts of `poise probe`: what it is told, measuring, showing, fitting. */
#ifndef POISE_CLI_PROBE_PROBE_H
#define POISE_CLI_PROBE_PROBE_H

#include "cli/machine.h"
#include "cli/work.h"
#include "probe/result/result.h"

typedef struct probe_options {
    cli_machine machine;
    cli_work work; /* its progress */
    const char *output, *policies, *fit, *from, *to;
    int64_t device; /* -1: a machine of the simulator */
    int64_t per_octave, steps, repeats;
    bool lists, is_shuffled, only_surface;
} probe_options;

/* Measures what is missing in options->output, or all, infers, and keeps both there. POISE_INCOMPLETE: it was
 * interrupted. */
int cli_probe_measure(const probe_options *options, probe_result *result, poise_error *err);

/* The findings, a line each, on the standard output. */
void cli_probe_show(const probe_result *result);

/* "64K", "8M", "1G" or bytes. */
int cli_probe_bytes(const char *option, const char *text, uint64_t *bytes, poise_error *err);

#endif

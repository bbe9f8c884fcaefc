/* The parts of `poise probe`: what it is told, measuring, showing, fitting. */
#ifndef POISE_CLI_PROBE_PROBE_H
#define POISE_CLI_PROBE_PROBE_H

#include "cli/machine.h"
#include "cli/work.h"
#include "probe/result/result.h"
#include "probe/simulated/recorder.h"
#include "sim/sim.h"

typedef struct probe_options {
    cli_machine machine;
    cli_work work; /* its progress */
    const char *output, *policies, *fit, *surface, *from, *to;
    int64_t device;                     /* -1: a machine of the simulator */
    int64_t per_octave, steps, repeats; /* 0: as it is for what is probed */
    int order;                          /* auto, ascending, random */
    int parts;                          /* cli_probe_parts */
    bool lists;
} probe_options;

/* What is found out: the choices of --what. */
enum { PARTS_ALL, PARTS_HIERARCHY, PARTS_SURFACE };

/* Measures what is missing in options->output, or all, infers, and keeps both there. POISE_INCOMPLETE: it was
 * interrupted. */
int cli_probe_measure(const probe_options *options, probe_result *result, poise_error *err);

/* The surface of result->sweep on a machine of the simulator, nothing kept. */
int cli_probe_surface(const probe_options *options, const sim_config *config, const sim_policies *policies,
                      probe_recorder *recorder, probe_result *result, poise_error *err);

/* Fits the machine options->fit to the probe in `path`, writes it to options->output and shows how far they
 * are apart. */
int cli_probe_fit(const probe_options *options, const char *path, poise_error *err);

/* The findings, a line each, on the standard output. */
void cli_probe_show(const probe_result *result);

/* "64K", "8M", "1G" or bytes. */
int cli_probe_bytes(const char *option, const char *text, uint64_t *bytes, poise_error *err);

#endif

/* What is probed, opened: a machine of the simulator or a device. */
#ifndef POISE_CLI_PROBE_SUBJECT_H
#define POISE_CLI_PROBE_SUBJECT_H

#include "cli/probe/probe.h"
#include "probe/simulated/simulated.h"
#include "sim_hooks/scheme.h"

typedef struct cli_probe_subject {
    probe_bench *bench;
    probe_recorder *recorder; /* NULL: a device */
    sim_config config;
    policy_scheme scheme;
    sim_policies policies;
    const atomic_bool *stop;
} cli_probe_subject;

/* Opens what the options name, and says in `result` what it is. The caller closes, also after a failure. */
int cli_probe_open(const probe_options *options, cli_probe_subject *subject, probe_result *result,
                   poise_error *err);
/* Everything that follows from the surface and from what else the subject is asked. */
int cli_probe_infer(const probe_options *options, cli_probe_subject *subject, probe_result *result,
                    poise_error *err);
void cli_probe_close(cli_probe_subject *subject);

#endif

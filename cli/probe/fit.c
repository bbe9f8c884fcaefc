#include "probe/fit/fit.h"
#include "cli/interrupt.h"
#include "cli/probe/probe.h"
#include "common/file.h"
#include "common/log.h"
#include "probe/fit/latencies.h"
#include "report/probe/output.h"
#include "sim_hooks/scheme.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What a machine is fitted with. */
typedef struct fitting {
    const probe_options *options;
    const probe_result *measured;
    probe_recorder *recorder;
    policy_scheme scheme;
    sim_policies policies; /* of the scheme */
} fitting;

/* The machine as a file that -c reads, options that follow from the probe first. */
static int write_machine(const fitting *f, const sim_config *config, const sim_config_notes *notes,
                         poise_error *err)
{
    const probe_options *o = f->options;
    poise_atomic_file file;
    int code = poise_atomic_open(&file, o->output, err);
    if (code != POISE_OK)
        return code;
    fprintf(file.stream, "# %s, fitted to a probe of %s\n", o->fit, f->measured->subject);
    if (f->policies.tlb != NULL)
        fprintf(file.stream, "# its TLBs: poise sim --tlb %s\n", f->policies.tlb);
    code = cli_machine_print(config, notes, file.stream, err);
    if (code == POISE_OK)
        return poise_atomic_commit(&file, err);
    poise_atomic_abort(&file);
    return code;
}

/* Measures the surface of the fitted machine, in the unit of what it is fitted to. */
static int measure_fitted(const fitting *f, const sim_config *config, probe_result *fitted, poise_error *err)
{
    const probe_options *o = f->options;
    const probe_result *measured = f->measured;
    const double unit = 1 / probe_fit_cycles(measured, config);
    fitted->sweep = measured->sweep;
    fitted->sweep.repeats = 1; /* times are exact */
    snprintf(fitted->unit, sizeof fitted->unit, "%s", measured->unit);
    fitted->core_mhz = config->core_mhz;
    fitted->subject = strdup(o->output);
    fitted->policies = policy_scheme_describe(&f->scheme, POLICY_AT_L1);
    if (fitted->subject == NULL || fitted->policies == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for a surface");
    int code = sim_config_text(config, &fitted->config_text, err);
    if (code == POISE_OK)
        code = cli_probe_surface(o, config, &f->policies, f->recorder, fitted, err);
    for (uint32_t i = 0; code == POISE_OK && i < fitted->surface.n_sizes * fitted->surface.n_strides; i++)
        fitted->surface.time[i] *= unit;
    return code;
}

static void show(const fitting *f, const probe_result *fitted, const sim_config *config,
                 const sim_config_notes *notes)
{
    const probe_result *measured = f->measured;
    const char *output = f->options->output;
    size_t n;
    const poise_option *table = sim_config_options(&n);
    for (size_t i = 0; i < n; i++) {
        char line[256];
        if (strncmp(sim_config_origin(notes, i), "measured", strlen("measured")) == 0 &&
            poise_option_format(&table[i], config, line, sizeof line) == POISE_OK)
            printf("%-28s # %s\n", line, sim_config_origin(notes, i));
    }
    if (f->policies.tlb != NULL)
        printf("--tlb %-22s # measured: tlb1, tlb2\n", f->policies.tlb);
    const probe_residual d = probe_compare(&measured->surface, &fitted->surface);
    printf("# residual of %" PRIu32
           " points: %.1f %% (root of the mean square), %.3g %s in the mean, %.3g at "
           "worst (%s in steps of %s)\n",
           d.n, 100 * d.typical, d.mean, measured->unit, d.worst, probe_size_text((double)d.worst_size).text,
           probe_size_text((double)d.worst_stride).text);
    poise_say("the machine is in %s: 'poise sim -c %s' takes it", output, output);
}

static int fit(const fitting *f, sim_config *config, sim_config_notes *notes, poise_error *err)
{
    probe_result fitted = {0};
    const size_t told = notes->warnings.n;
    int code = probe_fit(f->measured, f->recorder, &f->policies, cli_interrupt_flag(), config, notes, err);
    for (size_t i = told; i < notes->warnings.n && i < SIM_CONFIG_SENTENCES; i++)
        poise_warn("%s", notes->warnings.text[i]);
    if (code == POISE_OK)
        code = write_machine(f, config, notes, err);
    if (code == POISE_OK)
        code = measure_fitted(f, config, &fitted, err);
    if (code == POISE_OK && f->options->surface != NULL)
        code = probe_result_write(f->options->surface, &fitted, err);
    if (code == POISE_OK)
        show(f, &fitted, config, notes);
    probe_result_free(&fitted);
    return code;
}

static int choose_policies(fitting *f, poise_error *err)
{
    char scheme[PROBE_FIT_POLICIES];
    probe_fit_policies(f->measured, scheme);
    if (scheme[0] == '\0')
        return POISE_OK;
    int code = policy_scheme_parse(&f->scheme, scheme, err);
    if (code == POISE_OK)
        code = policy_scheme_check(&f->scheme, POLICY_AT_L1, err);
    if (code == POISE_OK)
        f->policies = sim_policies_of(&f->scheme);
    return code;
}

int cli_probe_fit(const probe_options *o, const char *path, poise_error *err)
{
    cli_machine machine = o->machine;
    sim_config config;
    sim_config_notes notes = {0};
    probe_result measured = {0};
    fitting f = {.options = o, .measured = &measured};
    if (machine.config.n > 0)
        return poise_fail(err, POISE_USAGE, "--fit names the machine that is changed: -c is for measuring");
    if (o->output == NULL)
        return poise_fail(err, POISE_USAGE, "--fit writes a machine: give its name with -o");
    machine.config = (poise_list){.text = {o->fit}, .n = 1};
    int code = probe_result_read(path, &measured, err);
    if (code == POISE_OK)
        code = cli_machine_read(&config, &notes, &machine, err);
    if (code == POISE_OK)
        code = choose_policies(&f, err);
    if (code == POISE_OK)
        code = probe_recorder_open(&f.recorder, err);
    if (code == POISE_OK)
        code = fit(&f, &config, &notes, err);
    probe_recorder_close(f.recorder);
    policy_scheme_free(&f.scheme);
    sim_config_notes_free(&notes);
    probe_result_free(&measured);
    return code;
}

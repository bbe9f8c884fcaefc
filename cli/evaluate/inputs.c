#include "cli/evaluate/inputs.h"

#include "common/log.h"
#include "evaluate/nearest.h"
#include "profile/profile_file.h"

#include <stdlib.h>

static evaluate_program *programs_on(const evaluate_inputs *inputs, size_t machine)
{
    return &inputs->programs[machine * inputs->n_programs];
}

/* The traces are read once. */
static int open_program(const evaluate_inputs *inputs, size_t machine, size_t program, const char *folder,
                        poise_error *err)
{
    const cli_named_machine *of = &inputs->machines.of[machine];
    evaluate_program *to = &programs_on(inputs, machine)[program];
    int code = machine == 0
                   ? evaluate_program_open(to, folder, &of->config, err)
                   : evaluate_program_open_on(to, &programs_on(inputs, 0)[program], &of->config, err);
    return code == POISE_OK || of->name == NULL ? code : poise_error_prefix(err, "machine %s", of->name);
}

static int open_programs(evaluate_inputs *inputs, int n_folders, char **folders, poise_error *err)
{
    if (n_folders == 0)
        return poise_fail(err, POISE_USAGE, "name at least one folder of traces");
    inputs->programs = calloc(inputs->machines.n * (size_t)n_folders, sizeof *inputs->programs);
    if (inputs->programs == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for %d programs", n_folders);
    inputs->n_programs = (size_t)n_folders;
    for (size_t m = 0; m < inputs->machines.n; m++) {
        for (size_t i = 0; i < inputs->n_programs; i++) {
            int code = open_program(inputs, m, i, folders[i], err);
            if (code != POISE_OK)
                return code;
        }
    }
    return POISE_OK;
}

static void adopt_nearest(evaluate_inputs *inputs)
{
    for (size_t i = 0; i < inputs->n_programs; i++) {
        evaluate_program *program = &inputs->programs[i];
        const size_t adopted = evaluate_adopt_nearest(program, &inputs->surface);
        if (adopted > 0)
            poise_say(
                "%s: %zu of %zu launches are not in the profile and are scheduled as the nearest one of "
                "their kernel function that is",
                program->name, adopted, program->n_launches);
    }
}

int evaluate_read_policies(evaluate_policy_list *policies, const evaluate_options *options, const char *usual,
                           poise_error *err)
{
    policy_scheme_list schemes = {0};
    const char *sched = options->sched == NULL && options->schemes == NULL ? usual : options->sched;
    int code = sched == NULL ? POISE_OK : policy_schemes_add(&schemes, sched, err);
    if (code == POISE_OK && options->schemes != NULL)
        code = policy_schemes_read(&schemes, options->schemes, err);
    if (code == POISE_OK)
        code = evaluate_policy_list_make(policies, &schemes, err);
    policy_schemes_free(&schemes);
    return code;
}

static int make_requests(evaluate_inputs *inputs, const evaluate_options *options, poise_error *err)
{
    const bool has_surface = options->profile != NULL;
    inputs->requests = calloc(inputs->machines.n, sizeof *inputs->requests);
    if (inputs->requests == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for %zu machines", inputs->machines.n);
    for (size_t m = 0; m < inputs->machines.n; m++)
        inputs->requests[m] =
            (evaluate_request){.machine = inputs->machines.of[m].name,
                               .config = &inputs->machines.of[m].config,
                               .policies = &inputs->policies,
                               .programs = programs_on(inputs, m),
                               .n_programs = inputs->n_programs,
                               .surface = has_surface ? &inputs->surface : NULL,
                               .surface_hash = has_surface ? inputs->surface.hash : NULL,
                               .surface_policies = has_surface ? inputs->surface.policies : NULL,
                               .mean = (evaluate_mean)options->mean};
    return POISE_OK;
}

int evaluate_inputs_open(evaluate_inputs *inputs, const evaluate_options *options, int n_folders,
                         char **folders, poise_error *err)
{
    int code = cli_machines_read(&inputs->machines, options, err);
    if (code == POISE_OK)
        code = evaluate_read_policies(&inputs->policies, options, "gto,swl", err);
    if (code == POISE_OK && options->profile != NULL)
        code = profile_read(options->profile, &inputs->surface, err);
    if (code == POISE_OK)
        code = open_programs(inputs, n_folders, folders, err);
    if (code == POISE_OK && options->nearest && options->profile == NULL)
        return poise_fail(err, POISE_USAGE, "--nearest is about the launches of a profile: give --profile");
    if (code == POISE_OK && options->nearest)
        adopt_nearest(inputs);
    return code == POISE_OK ? make_requests(inputs, options, err) : code;
}

void evaluate_inputs_close(evaluate_inputs *inputs)
{
    for (size_t i = 0; inputs->programs != NULL && i < inputs->machines.n * inputs->n_programs; i++)
        evaluate_program_free(&inputs->programs[i]);
    free(inputs->programs);
    free(inputs->requests);
    cli_machines_free(&inputs->machines);
    evaluate_policy_list_free(&inputs->policies);
    profile_free(&inputs->surface);
}

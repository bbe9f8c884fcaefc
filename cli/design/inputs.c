#include "cli/design/inputs.h"

#include "cli/train/sets.h"
#include "sim/config/area.h"

#include <stdlib.h>
#include <string.h>

/* ---- programs ---- */

static int open_programs(evaluate_program **programs, size_t *n, int n_folders, char *const *folders,
                         const sim_config *config, poise_error *err)
{
    int code = POISE_OK;
    *programs = calloc((size_t)n_folders + 1, sizeof **programs);
    if (*programs == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %d programs", n_folders);
    for (int i = 0; i < n_folders && code == POISE_OK; i++) {
        code = evaluate_program_open(&(*programs)[*n], folders[i], config, err);
        *n += code == POISE_OK;
    }
    return code;
}

/* A program that has chosen a machine cannot judge it. */
static int check_left_out(const design_inputs *inputs, poise_error *err)
{
    for (size_t i = 0; i < inputs->n_judges; i++) {
        for (size_t k = 0; k < inputs->n_programs; k++) {
            if (evaluate_program_is_same(&inputs->judges[i], &inputs->programs[k]))
                return poise_fail(err, POISE_USAGE, "%s is among the programs: --judge names others",
                                  inputs->judges[i].name);
        }
    }
    return POISE_OK;
}

static int open_judges(design_inputs *inputs, const design_options *options, poise_error *err)
{
    char *words[POISE_LIST_ENTRIES];
    cli_words folders = {0};
    for (size_t i = 0; i < options->judge.n; i++)
        words[i] = (char *)options->judge.text[i];
    int code = cli_expand_sets(&folders, (int)options->judge.n, words, err);
    if (code == POISE_OK)
        code = open_programs(&inputs->judges, &inputs->n_judges, folders.n, folders.word, &inputs->space.base,
                             err);
    cli_words_free(&folders);
    return code == POISE_OK ? check_left_out(inputs, err) : code;
}

/* ---- machines ---- */

/* "NAME=MACHINE,..." on top of the base. */
static int open_given(design_inputs *inputs, const char *text, poise_error *err)
{
    const char *equals = strchr(text, '=');
    design_given *given = &inputs->given[inputs->n_given];
    if (equals == NULL || equals == text || equals[1] == '\0')
        return poise_fail(err, POISE_USAGE, "--compare wants NAME=MACHINE,..., not '%.60s'", text);
    char *name = strndup(text, (size_t)(equals - text));
    if (name == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the name of a machine");
    inputs->given_names[inputs->n_given++] = name;
    if (strcmp(name, "base") == 0 || strcmp(name, "best") == 0)
        return poise_fail(err, POISE_USAGE, "--compare: %s is the name of another machine of the table",
                          name);
    *given = (design_given){.name = name, .change = equals + 1, .config = inputs->space.base};
    const poise_list machines = {.text = {equals + 1}, .n = 1};
    sim_config_notes notes = {0};
    int code = sim_config_read(&given->config, &notes, &machines, err);
    sim_config_notes_free(&notes);
    return code == POISE_OK ? sim_config_check(&given->config, err) : code;
}

/* An area, or the name of a compared machine for its area. */
static int read_budget(design_inputs *inputs, const char *text, poise_error *err)
{
    for (size_t i = 0; i < inputs->n_given; i++) {
        if (strcmp(inputs->given[i].name, text) == 0) {
            inputs->budget = sim_area_added(&inputs->given[i].config, &inputs->space.base).total_mm2;
            return inputs->budget >= 0
                       ? POISE_OK
                       : poise_fail(err, POISE_USAGE, "--budget: %s has less area than the base", text);
        }
    }
    return design_budget_read(text, &inputs->budget, err);
}

static int open_machines(design_inputs *inputs, const design_options *options, poise_error *err)
{
    sim_config base;
    int code = cli_machine_load(&base, &options->machine, err);
    if (code == POISE_OK)
        code = design_space_make(&inputs->space, &base, options->knobs, err);
    for (size_t i = 0; i < options->compare.n && code == POISE_OK; i++)
        code = open_given(inputs, options->compare.text[i], err);
    return code == POISE_OK ? read_budget(inputs, options->budget, err) : code;
}

static int read_policy(design_inputs *inputs, const char *text, poise_error *err)
{
    int code = evaluate_policy_list_parse(&inputs->policies, text, err);
    if (code == POISE_OK && (inputs->policies.n != 1 || inputs->policies.policies[0].kind != EVALUATE_POLICY))
        return poise_fail(
            err, POISE_USAGE,
            "all machines run one policy, none that is searched for or read from a profile: -s gto");
    return code;
}

int design_inputs_open(design_inputs *inputs, const design_options *options, int n_folders, char **folders,
                       poise_error *err)
{
    int code = open_machines(inputs, options, err);
    if (code == POISE_OK)
        code = read_policy(inputs, options->sched, err);
    if (code == POISE_OK && n_folders == 0)
        code = poise_fail(err, POISE_USAGE, "name at least one folder of traces");
    if (code == POISE_OK)
        code = open_programs(&inputs->programs, &inputs->n_programs, n_folders, folders, &inputs->space.base,
                             err);
    return code == POISE_OK ? open_judges(inputs, options, err) : code;
}

void design_inputs_close(design_inputs *inputs)
{
    for (size_t i = 0; i < inputs->n_programs; i++)
        evaluate_program_free(&inputs->programs[i]);
    for (size_t i = 0; i < inputs->n_judges; i++)
        evaluate_program_free(&inputs->judges[i]);
    for (size_t i = 0; i < inputs->n_given; i++)
        free(inputs->given_names[i]);
    free(inputs->programs);
    free(inputs->judges);
    evaluate_policy_list_free(&inputs->policies);
}

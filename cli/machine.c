#include "cli/machine.h"

#include "common/log.h"
#include "sim/config/scale.h"
#include "sim/config/text.h"

#include <stdlib.h>
#include <string.h>

/* key=value; modified. */
static int assign(sim_config *config, sim_config_notes *notes, char *assignment, poise_error *err)
{
    char *key, *value;
    if (!sim_config_split(assignment, &key, &value))
        return poise_fail(err, POISE_USAGE, "'%s' is not of the form key=value", assignment);
    return sim_config_assign(config, notes, "--set", key, value, err);
}

static int apply(sim_config *config, sim_config_notes *notes, const char *assignments, poise_error *err)
{
    char *copy = strdup(assignments);
    if (copy == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for --set");
    int code = POISE_OK;
    char *rest = NULL;
    for (char *one = strtok_r(copy, ",", &rest); one != NULL && code == POISE_OK;
         one = strtok_r(NULL, ",", &rest))
        code = assign(config, notes, one, err);
    free(copy);
    return code == POISE_OK ? POISE_OK : poise_error_prefix(err, "--set");
}

/* Sentences from number `first` on. */
static void print_sentences(const sim_config_sentences *list, size_t first,
                            void (*print)(const char *format, ...))
{
    for (size_t i = first; i < list->n && i < SIM_CONFIG_SENTENCES; i++)
        if (list->text[i] != NULL)
            print("%s", list->text[i]);
    if (list->n > SIM_CONFIG_SENTENCES)
        print("and %zu more of this kind", list->n - SIM_CONFIG_SENTENCES);
}

/* All names as one list: -c A -c B is -c A,B. */
static int read_files(sim_config *config, sim_config_notes *notes, const poise_list *files, poise_error *err)
{
    char *names = NULL;
    size_t size;
    FILE *memory = files->n > 0 ? open_memstream(&names, &size) : NULL;
    if (files->n == 0)
        return POISE_OK;
    if (memory == NULL)
        return poise_fail_errno(err, POISE_FAILED, "out of memory for -c");
    for (size_t i = 0; i < files->n; i++)
        fprintf(memory, "%s%s", i > 0 ? "," : "", files->text[i]);
    int code = fclose(memory) == 0 ? sim_config_read(config, notes, names, err)
                                   : poise_fail_errno(err, POISE_FAILED, "out of memory for -c");
    free(names);
    return code;
}

/* "fixed:300" is memory = fixed and memory_latency = 300. */
static int choose_memory(sim_config *config, sim_config_notes *notes, const char *kind, poise_error *err)
{
    char copy[64];
    if (snprintf(copy, sizeof copy, "%s", kind) >= (int)sizeof copy)
        return poise_fail(err, POISE_USAGE, "--memory: '%.40s...' is too long", kind);
    char *latency = strchr(copy, ':');
    if (latency != NULL)
        *latency++ = '\0';
    int code = sim_config_assign(config, notes, "--memory", "memory", copy, err);
    if (code == POISE_OK && latency != NULL && config->memory != MEMORY_FIXED)
        code = poise_fail(err, POISE_USAGE, "memory %s takes no number", copy);
    if (code == POISE_OK && latency != NULL)
        code = sim_config_assign(config, notes, "--memory", "memory_latency", latency, err);
    return code == POISE_OK ? POISE_OK : poise_error_prefix(err, "--memory");
}

static int scale(sim_config *config, sim_config_notes *notes, const char *groups, poise_error *err)
{
    int code = sim_config_scale(config, notes, groups, err);
    return code == POISE_OK ? POISE_OK : poise_error_prefix(err, "--scale");
}

int cli_machine_read(sim_config *config, sim_config_notes *notes, const cli_machine *machine,
                     poise_error *err)
{
    sim_config_default(config);
    notes->lenient = machine->lenient;
    int code = read_files(config, notes, &machine->config, err);
    print_sentences(&notes->warnings, 0, poise_warn);
    print_sentences(&notes->refusals, 1, poise_say); /* the first is the error itself */
    if (code == POISE_OK && machine->set != NULL)
        code = apply(config, notes, machine->set, err);
    if (code == POISE_OK && machine->scale != NULL)
        code = scale(config, notes, machine->scale, err);
    if (code == POISE_OK && machine->memory != NULL)
        code = choose_memory(config, notes, machine->memory, err);
    return code == POISE_OK ? sim_config_check(config, err) : code;
}

int cli_machine_load(sim_config *config, const cli_machine *machine, poise_error *err)
{
    sim_config_notes notes = {0};
    int code = cli_machine_read(config, &notes, machine, err);
    if (code == POISE_OK && notes.scheduler != NULL && strcmp(notes.scheduler, "gto") != 0)
        poise_warn("%s: the scheduler %s is not part of the machine here; the command line names policies",
                   notes.scheduler_place, notes.scheduler);
    sim_config_notes_free(&notes);
    return code;
}

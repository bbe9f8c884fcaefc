#include "cli/machine.h"

#include "common/log.h"
#include "common/text.h"
#include "sim/config/scale.h"

#include <string.h>

/* A machine while its options are read. */
typedef struct machine_reader {
    sim_config *config;
    sim_config_notes *notes;
} machine_reader;

static int assign(void *context, const char *key, const char *value, poise_error *err)
{
    const machine_reader *reader = context;
    return sim_config_assign(reader->config, reader->notes, "--set", key, value, err);
}

static int apply(const machine_reader *reader, const poise_list *assignments, poise_error *err)
{
    machine_reader context = *reader;
    int code = POISE_OK;
    for (size_t i = 0; i < assignments->n && code == POISE_OK; i++)
        code = poise_take_pairs(assignments->text[i], "key=value", assign, &context, err);
    return code == POISE_OK ? POISE_OK : poise_error_prefix(err, "--set");
}

static int scale(const machine_reader *reader, const poise_list *groups, poise_error *err)
{
    int code = POISE_OK;
    for (size_t i = 0; i < groups->n && code == POISE_OK; i++)
        code = sim_config_scale(reader->config, reader->notes, groups->text[i], err);
    return code == POISE_OK ? POISE_OK : poise_error_prefix(err, "--scale");
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

/* "fixed:300" is memory = fixed and memory_latency = 300. */
static int choose_memory(const machine_reader *reader, const char *kind, poise_error *err)
{
    char copy[64];
    if (snprintf(copy, sizeof copy, "%s", kind) >= (int)sizeof copy)
        return poise_fail(err, POISE_USAGE, "'%.40s...' is too long", kind);
    char *latency = strchr(copy, ':');
    if (latency != NULL)
        *latency++ = '\0';
    int code = sim_config_assign(reader->config, reader->notes, "--memory", "memory", copy, err);
    if (code == POISE_OK && latency != NULL && reader->config->memory != MEMORY_FIXED)
        code = poise_fail(err, POISE_USAGE, "memory %s takes no number", copy);
    if (code == POISE_OK && latency != NULL)
        code = sim_config_assign(reader->config, reader->notes, "--memory", "memory_latency", latency, err);
    return code;
}

/* ---- parts of one machine of several: each is what an option says of a machine alone ---- */

typedef enum part_kind { PART_CONFIG, PART_SET, PART_SCALE, PART_MEMORY } part_kind;

typedef struct part_reader {
    machine_reader machine;
    part_kind kind; /* of the parts that are applied */
} part_reader;

/* And where its value begins. */
static part_kind kind_of(const char *part, const char **value)
{
    static const char scale_word[] = "scale:", memory_word[] = "memory:";
    const char *sign = strchr(part, '=');
    *value = part;
    if (strncmp(part, scale_word, strlen(scale_word)) == 0) {
        *value += strlen(scale_word);
        return PART_SCALE;
    }
    if (strncmp(part, memory_word, strlen(memory_word)) == 0) {
        *value += strlen(memory_word);
        return PART_MEMORY;
    }
    /* The name of a file may have an `=` in or behind a folder. */
    return sign != NULL && memchr(part, '/', (size_t)(sign - part)) == NULL ? PART_SET : PART_CONFIG;
}

static int apply_part(void *context, char *part, poise_error *err)
{
    part_reader *reader = context;
    machine_reader *machine = &reader->machine;
    const char *value;
    if (kind_of(poise_trim(part), &value) != reader->kind)
        return POISE_OK;
    switch (reader->kind) {
    case PART_SET: return poise_take_pairs(value, "key=value", assign, machine, err);
    case PART_SCALE: return sim_config_scale(machine->config, machine->notes, value, err);
    case PART_MEMORY: return choose_memory(machine, value, err);
    default:
        return sim_config_read(machine->config, machine->notes, &(poise_list){.text = {value}, .n = 1}, err);
    }
}

/* Those of a kind. */
static int apply_parts(const machine_reader *machine, const char *parts, part_kind kind, poise_error *err)
{
    part_reader reader = {*machine, kind};
    return parts == NULL ? POISE_OK : poise_take_items(parts, apply_part, &reader, err);
}

static int change(const machine_reader *reader, const cli_machine *machine, poise_error *err)
{
    int code = apply(reader, &machine->set, err);
    code = code != POISE_OK ? code : apply_parts(reader, machine->parts, PART_SET, err);
    code = code != POISE_OK ? code : scale(reader, &machine->scale, err);
    code = code != POISE_OK ? code : apply_parts(reader, machine->parts, PART_SCALE, err);
    if (code == POISE_OK && machine->memory != NULL) {
        code = choose_memory(reader, machine->memory, err);
        code = code == POISE_OK ? code : poise_error_prefix(err, "--memory");
    }
    return code != POISE_OK ? code : apply_parts(reader, machine->parts, PART_MEMORY, err);
}

int cli_machine_read(sim_config *config, sim_config_notes *notes, const cli_machine *machine,
                     poise_error *err)
{
    sim_config_default(config);
    notes->lenient = machine->lenient;
    const machine_reader reader = {config, notes};
    int code = sim_config_read(config, notes, &machine->config, err);
    const size_t told = machine->is_told ? notes->warnings.n : 0;
    code = code != POISE_OK ? code : apply_parts(&reader, machine->parts, PART_CONFIG, err);
    print_sentences(&notes->warnings, told, poise_warn);
    print_sentences(&notes->refusals, 1, poise_say); /* the first is the error itself */
    code = code != POISE_OK ? code : change(&reader, machine, err);
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

int cli_machine_print(const sim_config *config, const sim_config_notes *notes, FILE *out, poise_error *err)
{
    size_t n;
    const poise_option *table = sim_config_options(&n);
    for (size_t i = 0; i < n; i++) {
        char line[256];
        int code = poise_option_format(&table[i], config, line, sizeof line);
        if (code != POISE_OK)
            return poise_fail(err, POISE_FAILED, "cannot print machine option %s", table[i].name);
        fprintf(out, "%-28s # %-22s %s\n", line, sim_config_origin(notes, i), table[i].help);
    }
    return POISE_OK;
}

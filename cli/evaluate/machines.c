#include "cli/evaluate/machines.h"

#include "common/file.h"
#include "common/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FILE = 1 << 20 };

/* The machines while they are read. */
typedef struct machine_reader {
    cli_machines *machines;
    cli_machine common; /* what all of them share */
} machine_reader;

/* "NAME" of "NAME=PART,PART..."; 0 where the text begins with a part: a setting, "scale:l1=4", a file in a
 * folder, or a single word. */
static size_t name_length(const char *text)
{
    const size_t length = strcspn(text, "=,:/");
    char word[CLI_MACHINE_NAME];
    if (text[length] != '=')
        return 0;
    snprintf(word, sizeof word, "%.*s", (int)length, text);
    return sim_config_option(poise_trim(word)) == NULL ? length : 0;
}

static int check_name(const char *name, bool was_given, poise_error *err)
{
    if (strlen(name) >= CLI_MACHINE_NAME)
        return poise_fail(err, POISE_USAGE, "'%.*s...' is too long for a name: NAME=PART,... gives one",
                          CLI_MACHINE_NAME, name);
    if (*name == '\0')
        return poise_fail(err, POISE_USAGE, "a machine is [NAME=]PART,PART..., not ''");
    for (const char *c = name; *c != '\0'; c++)
        if (!isalnum((unsigned char)*c) && strchr(was_given ? "_.+-" : "_.+-=,:/", *c) == NULL)
            return poise_fail(err, POISE_USAGE,
                              "the name of a machine has letters, digits and _.+-, not '%.60s'", name);
    return POISE_OK;
}

static int add_named(machine_reader *reader, const char *name, const char *parts, poise_error *err)
{
    cli_machines *machines = reader->machines;
    cli_machine machine = reader->common;
    if (machines->n == CLI_MOST_MACHINES)
        return poise_fail(err, POISE_USAGE, "at most %d machines are compared", CLI_MOST_MACHINES);
    cli_named_machine *grown = realloc(machines->of, (machines->n + 1) * sizeof *grown);
    if (grown == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for the machines");
    machines->of = grown;
    grown[machines->n] = (cli_named_machine){.name = strdup(name)};
    if (grown[machines->n].name == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for the machines");
    machine.parts = parts;
    machine.is_told = machines->n > 0;
    machines->n++;
    int code = cli_machine_load(&grown[machines->n - 1].config, &machine, err);
    return code == POISE_OK ? code : poise_error_prefix(err, "machine %s", name);
}

/* "NAME=PART,PART..." or "PART,PART..."; modified. */
static int add(machine_reader *reader, char *text, poise_error *err)
{
    const size_t length = name_length(text);
    char *parts = text;
    if (length > 0) {
        text[length] = '\0';
        parts = text + length + 1;
    }
    char *name = poise_trim(text);
    int code = check_name(name, length > 0, err);
    return code == POISE_OK ? add_named(reader, name, parts, err) : code;
}

static int add_given(machine_reader *reader, const poise_list *given, poise_error *err)
{
    int code = POISE_OK;
    for (size_t i = 0; i < given->n && code == POISE_OK; i++) {
        char *copy = strdup(given->text[i]);
        code = copy != NULL ? add(reader, copy, err)
                            : poise_fail(err, POISE_FAILED, "out of memory for the machines");
        free(copy);
    }
    return code == POISE_OK ? code : poise_error_prefix(err, "--machine");
}

static int add_file(machine_reader *reader, const char *path, poise_error *err)
{
    char *text = NULL, *rest;
    size_t size, number = 0;
    int code = poise_read_file(path, MOST_FILE, &text, &size, err);
    for (char *line = text; line != NULL && code == POISE_OK; line = rest) {
        rest = strchr(line, '\n');
        if (rest != NULL)
            *rest++ = '\0';
        line[strcspn(line, "#")] = '\0';
        line = poise_trim(line);
        number++;
        if (*line != '\0' && (code = add(reader, line, err)) != POISE_OK)
            poise_error_prefix(err, "%s:%zu", path, number);
    }
    free(text);
    return code;
}

static int choose_base(cli_machines *machines, const char *name, poise_error *err)
{
    const char *names[CLI_MOST_MACHINES + 1] = {0};
    for (size_t i = 0; i < machines->n; i++) {
        if (strcmp(machines->of[i].name, name) == 0) {
            machines->base = i;
            return POISE_OK;
        }
        names[i] = machines->of[i].name;
    }
    const char *nearest = poise_nearest(name, names);
    return poise_fail(err, POISE_USAGE, "--base-machine: no machine is called '%.60s'%s%s%s", name,
                      nearest == NULL ? "" : ": did you mean '", nearest == NULL ? "" : nearest,
                      nearest == NULL ? "" : "'?");
}

static int read_one(cli_machines *machines, const evaluate_options *options, poise_error *err)
{
    if (options->base_machine != NULL)
        return poise_fail(err, POISE_USAGE, "--base-machine chooses among machines: give --machine");
    machines->of = calloc(1, sizeof *machines->of);
    if (machines->of == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for the machine");
    machines->n = 1;
    return cli_machine_load(&machines->of[0].config, &options->machine, err);
}

bool cli_machines_given(const evaluate_options *options)
{
    return options->machines.n > 0 || options->machine_file != NULL;
}

int cli_machines_read(cli_machines *machines, const evaluate_options *options, poise_error *err)
{
    *machines = (cli_machines){0};
    machine_reader reader = {machines, options->machine};
    if (!cli_machines_given(options))
        return read_one(machines, options, err);
    int code = add_given(&reader, &options->machines, err);
    if (code == POISE_OK && options->machine_file != NULL)
        code = add_file(&reader, options->machine_file, err);
    if (code == POISE_OK && machines->n == 0)
        return poise_fail(err, POISE_USAGE, "%s has no machine", options->machine_file);
    return code == POISE_OK && options->base_machine != NULL
               ? choose_base(machines, options->base_machine, err)
               : code;
}

void cli_machines_free(cli_machines *machines)
{
    for (size_t i = 0; i < machines->n; i++)
        free(machines->of[i].name);
    free(machines->of);
    *machines = (cli_machines){0};
}

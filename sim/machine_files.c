/* Machine files of our own format, and which format a file has. */
#include "common/file.h"
#include "common/text.h"
#include "sim/config/notes.h"
#include "sim/config/presets.h"
#include "sim/gpgpusim/reader.h"

#include <stdlib.h>
#include <string.h>

/* A file that is being read: where it lies, and how origins name it. */
typedef struct machine_file {
    char path[4096];
    const char *preset; /* its name when it is one, else NULL */
} machine_file;

static int load(gpgpusim_reader *reader, const char *name, int depth, poise_error *err);

static int assign(gpgpusim_reader *reader, const machine_file *file, int number, const char *key,
                  const char *value, poise_error *err)
{
    char origin[sizeof file->path + 16];
    if (file->preset)
        snprintf(origin, sizeof origin, "preset %s", file->preset);
    else
        snprintf(origin, sizeof origin, "%s:%d", file->path, number);
    return sim_config_assign(reader->config, reader->notes, origin, key, value, err);
}

static int apply_line(gpgpusim_reader *reader, const machine_file *file, int number, char *line, int depth,
                      poise_error *err)
{
    char *comment = strchr(line, '#');
    if (comment)
        *comment = '\0';
    line = poise_trim(line);
    if (!*line)
        return POISE_OK;
    char *key, *value;
    if (poise_has_control(line, strlen(line)))
        return poise_fail(err, POISE_DAMAGED, "a control character in the text");
    if (!poise_split_pair(line, &key, &value))
        return poise_fail(err, POISE_USAGE, "'%s' is not of the form key = value", line);
    if (strcmp(key, "include") != 0)
        return assign(reader, file, number, key, value, err);
    int code = load(reader, value, depth + 1, err);
    return code != POISE_OK
               ? code
               : gpgpusim_apply(reader, err); /* what follows the line comes after the included file */
}

static int apply_text(gpgpusim_reader *reader, const machine_file *file, char *text, int depth,
                      poise_error *err)
{
    int number = 0;
    for (char *line = text, *next; line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        number++;
        if (apply_line(reader, file, number, line, depth, err))
            return poise_error_prefix(err, "%s:%d", file->path, number);
    }
    return POISE_OK;
}

static int no_such_machine(const char *name, poise_error *err)
{
    static const char reason[] = "is neither a machine file nor a preset";
    sim_presets presets;
    sim_presets_list(&presets);
    const char *names[SIM_MOST_PRESETS + 1] = {0};
    char list[POISE_ERROR_TEXT] = "";
    for (size_t i = 0, length = 0; i < presets.n && length < sizeof list; i++) {
        names[i] = presets.name[i];
        length += (size_t)snprintf(list + length, sizeof list - length, "%s%s", i > 0 ? ", " : "", names[i]);
    }
    const char *nearest = poise_nearest(name, names);
    if (nearest)
        return poise_fail(err, POISE_USAGE, "'%s' %s; did you mean '%s'?", name, reason, nearest);
    if (presets.n == 0)
        return poise_fail(err, POISE_USAGE, "'%s' %s", name, reason);
    return poise_fail(err, POISE_USAGE, "'%s' %s; the presets are %s", name, reason, list);
}

/* A name without a slash and without a file of that name is a preset. */
static int find_file(machine_file *file, const char *name, poise_error *err)
{
    file->preset = NULL;
    FILE *direct = fopen(name, "re");
    if (direct) {
        fclose(direct);
        if (snprintf(file->path, sizeof file->path, "%s", name) >= (int)sizeof file->path)
            return poise_fail(err, POISE_USAGE, "the name of machine file '%.40s...' is too long", name);
        return POISE_OK;
    }
    char preset[256];
    if (strchr(name, '/') || snprintf(preset, sizeof preset, "presets/%s.conf", name) >= (int)sizeof preset)
        return poise_fail_errno(err, POISE_USAGE, "cannot open machine file %s", name);
    if (poise_find_installed(preset, file->path, sizeof file->path, NULL))
        return no_such_machine(name, err);
    file->preset = name;
    return POISE_OK;
}

static int apply_content(gpgpusim_reader *reader, const machine_file *file, char *text, int depth,
                         poise_error *err)
{
    if (gpgpusim_is_config(text))
        return gpgpusim_read_config(reader, file->path, text, depth, err);
    if (gpgpusim_is_network(text))
        return gpgpusim_read_network(reader, file->path, text, err);
    int code = gpgpusim_apply(reader, err); /* a file of ours comes after the GPGPU-Sim files before it */
    return code != POISE_OK ? code : apply_text(reader, file, text, depth, err);
}

static int load(gpgpusim_reader *reader, const char *name, int depth, poise_error *err)
{
    if (depth > CONFIG_DEPTH || reader->files++ >= CONFIG_FILES)
        return poise_fail(err, POISE_USAGE, "machine file %s is included in a circle", name);
    machine_file file;
    char *text;
    size_t size;
    int code = find_file(&file, name, err);
    code = code != POISE_OK ? code : poise_read_file(file.path, CONFIG_FILE_BYTES, &text, &size, err);
    if (code != POISE_OK)
        return code;
    code = strlen(text) == size ? apply_content(reader, &file, text, depth, err)
                                : poise_fail(err, POISE_DAMAGED, "%s is not a text file", file.path);
    free(text);
    return code;
}

static int load_item(void *reader, char *name, poise_error *err)
{
    return load(reader, name, 0, err);
}

int sim_config_read(sim_config *config, sim_config_notes *notes, const poise_list *names, poise_error *err)
{
    gpgpusim_reader reader = {.config = config, .notes = notes};
    int code = POISE_OK;
    for (size_t i = 0; i < names->n && code == POISE_OK; i++)
        code = poise_take_items(names->text[i], load_item, &reader, err);
    if (code == POISE_OK && names->n > 0 && reader.files == 0)
        code = poise_fail(err, POISE_USAGE, "no machine file is named");
    code = code != POISE_OK ? code : gpgpusim_apply(&reader, err);
    gpgpusim_free(&reader);
    return code;
}

int sim_config_load(sim_config *config, const char *name, poise_error *err)
{
    sim_config_default(config);
    sim_config_notes notes = {0};
    int code = sim_config_read(config, &notes, &(poise_list){{name}, 1}, err);
    sim_config_notes_free(&notes);
    return code;
}

/* Collects the settings of GPGPU-Sim files. */
#include "common/file.h"
#include "sim/gpgpusim/settings.h"
#include "sim/gpgpusim/table.h"
#include "sim/gpgpusim/tokens.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct config_file {
    gpgpusim_tokens tokens;
    int depth;
} config_file;

static int read_file(gpgpusim_reader *reader, const char *path, int depth, bool network, poise_error *err);

/* `name` beside the file that names it, else as it stands (GPGPU-Sim: only as it stands). */
static int beside(const char *named_by, const char *name, char *out, size_t size, poise_error *err)
{
    const char *slash = strrchr(named_by, '/');
    const int folder = slash && name[0] != '/' ? (int)(slash - named_by) + 1 : 0;
    FILE *file = NULL;
    if (snprintf(out, size, "%.*s%s", folder, named_by, name) < (int)size)
        file = fopen(out, "re");
    if (file)
        fclose(file);
    else if (snprintf(out, size, "%s", name) >= (int)size)
        return poise_fail(err, POISE_USAGE, "the file name '%.40s...' is too long", name);
    return POISE_OK;
}

/* -config FILE, -inter_config_file FILE. A network that is not there leaves the crossbar as it is, with a
 * warning: configurations are passed around without it. */
static int read_named(gpgpusim_reader *reader, const config_file *file, const gpgpusim_option *option,
                      const char *name, int line, poise_error *err)
{
    const bool network = strcmp(option->name, "-config") != 0;
    char path[4096];
    poise_error inner = {0};
    int code = beside(file->tokens.path, name, path, sizeof path, &inner);
    code = code != POISE_OK ? code : read_file(reader, path, file->depth + 1, network, &inner);
    if (code == POISE_FAILED && network) {
        sim_config_say(&reader->notes->warnings, "%s:%d: %s: %s; the crossbar stays as it is",
                       file->tokens.path, line, option->name, inner.text);
        return POISE_OK;
    }
    if (code != POISE_OK)
        return poise_fail(err, (poise_code)code, "%s:%d: %s: %s", file->tokens.path, line, option->name,
                          inner.text);
    return POISE_OK;
}

static const gpgpusim_option *renamed(gpgpusim_reader *reader, const gpgpusim_option *option,
                                      const char *path, int line)
{
    if (option->kind != GPGPUSIM_KIND_RETIRED)
        return option;
    sim_config_say(&reader->notes->warnings, "%s:%d: %s is the retired name of %s", path, line, option->name,
                   option->detail);
    return gpgpusim_find(option->detail);
}

/* Whoever has so many unknown options has not misspelt them (our choice). */
enum { MOST_SUGGESTED = 8 };

static void warn_of_unknown(gpgpusim_reader *reader, const char *path, const gpgpusim_token *name)
{
    const char *nearest = reader->unknown++ < MOST_SUGGESTED ? gpgpusim_nearest(name->text) : NULL;
    sim_config_say(&reader->notes->warnings, "%s:%d: option %.80s is unknown and left out%s%s%s", path,
                   name->line, name->text, nearest ? "; did you mean " : "", nearest ? nearest : "",
                   nearest ? "?" : "");
}

/* The values of an option that nobody knows. */
static int skip_values(config_file *file, poise_error *err)
{
    gpgpusim_token token;
    int code = 0;
    while (!gpgpusim_option_follows(&file->tokens) && gpgpusim_next_token(&file->tokens, &token, &code, err))
        ;
    return code;
}

static int read_value(gpgpusim_reader *reader, config_file *file, const gpgpusim_option *option, int line,
                      poise_error *err)
{
    static char one[] = "1";
    gpgpusim_token value = {.text = one};
    const char *path = file->tokens.path;
    int code = 0;
    const bool found =
        !gpgpusim_option_follows(&file->tokens) && gpgpusim_next_token(&file->tokens, &value, &code, err);
    if (code != POISE_OK)
        return code;
    if (!found && !option->flag)
        return poise_fail(err, POISE_USAGE, "%s:%d: option %s has no value", path, line, option->name);
    if (option->kind == GPGPUSIM_KIND_FILE)
        return read_named(reader, file, option, value.text, line, err);
    return gpgpusim_keep(reader, option, value.text, path, line, err);
}

static int read_option(gpgpusim_reader *reader, config_file *file, const gpgpusim_token *name,
                       poise_error *err)
{
    if (name->text[0] != '-' || !isalpha((unsigned char)name->text[1]))
        return poise_fail(err, POISE_USAGE, "%s:%d: '%.80s' stands where an option is expected",
                          file->tokens.path, name->line, name->text);
    const gpgpusim_option *option = gpgpusim_find(name->text);
    if (!option) {
        warn_of_unknown(reader, file->tokens.path, name);
        return skip_values(file, err);
    }
    option = renamed(reader, option, file->tokens.path, name->line);
    return read_value(reader, file, option, name->line, err);
}

int gpgpusim_read_config(gpgpusim_reader *reader, const char *path, char *text, int depth, poise_error *err)
{
    config_file file = {.tokens = {.path = path, .next = text, .line = 1}, .depth = depth};
    gpgpusim_token name;
    int code = gpgpusim_prepare(reader, err);
    while (code == POISE_OK && gpgpusim_next_token(&file.tokens, &name, &code, err))
        code = read_option(reader, &file, &name, err);
    return code;
}

static int read_file(gpgpusim_reader *reader, const char *path, int depth, bool network, poise_error *err)
{
    if (depth > CONFIG_DEPTH || reader->files++ >= CONFIG_FILES)
        return poise_fail(err, POISE_USAGE, "%s is included in a circle", path);
    char *text;
    size_t size;
    int code = poise_read_file(path, CONFIG_FILE_BYTES, &text, &size, err);
    if (code != POISE_OK)
        return code;
    if (strlen(text) != size)
        code = poise_fail(err, POISE_DAMAGED, "%s is not a text file", path);
    else if (network)
        code = gpgpusim_read_network(reader, path, text, err);
    else
        code = gpgpusim_read_config(reader, path, text, depth, err);
    free(text);
    return code;
}

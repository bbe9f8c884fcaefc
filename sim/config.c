#include "sim/config.h"

#include "common/file.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const poise_option options[] = {
#define CONFIG_INT(member, default_value, lo, hi, text) \
    {.name = #member,                                   \
     .type = POISE_OPT_INT,                             \
     .offset = offsetof(sim_config, member),            \
     .default_text = #default_value,                    \
     .min = lo,                                         \
     .max = hi,                                         \
     .help = text},
#define CONFIG_REAL(member, default_value, lo, hi, text) \
    {.name = #member,                                    \
     .type = POISE_OPT_REAL,                             \
     .offset = offsetof(sim_config, member),             \
     .default_text = #default_value,                     \
     .min = lo,                                          \
     .max = hi,                                          \
     .help = text},
#define CONFIG_CHOICE(member, default_value, list, text) \
    {.name = #member,                                    \
     .type = POISE_OPT_CHOICE,                           \
     .offset = offsetof(sim_config, member),             \
     .default_text = default_value,                      \
     .choices = list,                                    \
     .min = 1,                                           \
     .max = 0,                                           \
     .help = text},
#include "sim/config.def"
};

enum { N_OPTIONS = sizeof options / sizeof *options, MAX_FILE = 1 << 20, MAX_INCLUDES = 8 };

const poise_option *sim_config_options(size_t *n)
{
    *n = N_OPTIONS;
    return options;
}

void sim_config_default(sim_config *config)
{
    memset(config, 0, sizeof *config); /* no padding is left undefined */
    /* The defaults of config.def are inside their ranges: a test checks it. */
    (void)poise_options_defaults(options, N_OPTIONS, config, NULL);
}

static char *trim(char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    size_t length = strlen(text);
    while (length && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
    return text;
}

/* Splits "key = value" in place. False when there is no `=`. */
static int split_assignment(char *line, char **key, char **value)
{
    char *equals = strchr(line, '=');
    if (!equals)
        return 0;
    *equals = '\0';
    *key = trim(line);
    *value = trim(equals + 1);
    return 1;
}

int sim_config_set(sim_config *config, const char *assignment, poise_error *err)
{
    char copy[256], *key, *value;
    if (snprintf(copy, sizeof copy, "%s", assignment) >= (int)sizeof copy)
        return poise_fail(err, POISE_USAGE, "machine option '%.40s...' is too long", assignment);
    if (!split_assignment(copy, &key, &value))
        return poise_fail(err, POISE_USAGE, "'%s' is not of the form key=value", assignment);
    return poise_options_set(options, N_OPTIONS, config, "machine option", key, value, err);
}

static int load(sim_config *config, const char *name, int depth, poise_error *err);

static int apply_line(sim_config *config, char *line, int depth, poise_error *err)
{
    char *comment = strchr(line, '#');
    if (comment)
        *comment = '\0';
    line = trim(line);
    if (!*line)
        return 0;
    char *key, *value;
    if (!split_assignment(line, &key, &value))
        return poise_fail(err, POISE_USAGE, "'%s' is not of the form key = value", line);
    if (!strcmp(key, "include"))
        return load(config, value, depth + 1, err);
    return poise_options_set(options, N_OPTIONS, config, "machine option", key, value, err);
}

static int apply_text(sim_config *config, const char *path, char *text, int depth, poise_error *err)
{
    int number = 0;
    for (char *line = text, *next; line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        number++;
        if (apply_line(config, line, depth, err))
            return poise_error_prefix(err, "%s:%d", path, number);
    }
    return 0;
}

/* A name without a slash and without a file of that name is a preset. */
static int find_file(const char *name, char *path, size_t size, poise_error *err)
{
    FILE *direct = fopen(name, "r");
    if (direct) {
        fclose(direct);
        if (snprintf(path, size, "%s", name) >= (int)size)
            return poise_fail(err, POISE_USAGE, "the name of machine file '%.40s...' is too long", name);
        return 0;
    }
    char preset[256];
    if (strchr(name, '/') || snprintf(preset, sizeof preset, "presets/%s.conf", name) >= (int)sizeof preset)
        return poise_fail_errno(err, POISE_USAGE, "cannot open machine file %s", name);
    if (poise_find_installed(preset, path, size, NULL))
        return poise_fail(err, POISE_USAGE, "'%s' is neither a machine file nor a preset", name);
    return 0;
}

static int load(sim_config *config, const char *name, int depth, poise_error *err)
{
    if (depth > MAX_INCLUDES)
        return poise_fail(err, POISE_USAGE, "machine file %s is included in a circle", name);
    char path[4096], *text;
    size_t size;
    int code = find_file(name, path, sizeof path, err);
    code = code ? code : poise_read_file(path, MAX_FILE, &text, &size, err);
    if (code)
        return code;
    code = strlen(text) == size ? apply_text(config, path, text, depth, err)
                                : poise_fail(err, POISE_DAMAGED, "%s is not a text file", path);
    free(text);
    return code;
}

int sim_config_load(sim_config *config, const char *name, poise_error *err)
{
    sim_config_default(config);
    return load(config, name, 0, err);
}

typedef struct requirement {
    int met;
    const char *text;
} requirement;

int sim_config_check(const sim_config *c, poise_error *err)
{
    const requirement all[] = {
        {c->l2_banks % c->channels == 0, "l2_banks must be a multiple of channels"},
        {c->dram_banks % 2 == 0, "dram_banks must be even"},
        {(c->dram_interleave_bytes & (c->dram_interleave_bytes - 1)) == 0,
         "dram_interleave_bytes must be a power of two"},
        {128 % c->dram_burst_bytes == 0, "dram_burst_bytes must divide the line of 128 bytes"},
        {c->icnt_mhz <= c->core_mhz && c->l2_mhz <= c->core_mhz,
         "the crossbar and L2 clocks may not exceed the core clock"},
        {c->l2_merge <= c->l2_response_queue,
         "l2_response_queue must hold the replies of one fill: at least l2_merge"},
        {c->l2_miss_queue >= 2, "l2_miss_queue must hold a write-back and a fetch"},
        {(c->l1_sets & (c->l1_sets - 1)) == 0, "l1_sets must be a power of two"},
        {!c->l1_index || c->l1_sets == 32 || c->l1_sets == 64, "the hashed L1 index needs 32 or 64 sets"},
        {c->warps >= c->schedulers, "there must be a warp for every scheduler"},
        {c->l1_mshrs * c->l1_merge + c->lsu_queue + c->l1_latency < 65000,
         "l1_mshrs * l1_merge is too large"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!all[i].met)
            return poise_fail(err, POISE_USAGE, "machine: %s", all[i].text);
    return 0;
}

void sim_config_print(const sim_config *config, FILE *out)
{
    for (size_t i = 0; i < N_OPTIONS; i++) {
        char line[256];
        if (!poise_option_format(&options[i], config, line, sizeof line))
            fprintf(out, "%s\n", line);
    }
}

int sim_config_text(const sim_config *config, char **text, poise_error *err)
{
    size_t size;
    FILE *memory = open_memstream(text, &size);
    if (!memory)
        return poise_fail_errno(err, POISE_FAILED, "cannot write the machine description");
    sim_config_print(config, memory);
    if (fclose(memory))
        return poise_fail_errno(err, POISE_FAILED, "cannot write the machine description");
    return 0;
}

int sim_config_hash(const sim_config *config, char out[POISE_HASH_TEXT], poise_error *err)
{
    char *text;
    int code = sim_config_text(config, &text, err);
    if (code)
        return code;
    poise_hash_bytes(text, strlen(text), out);
    free(text);
    return 0;
}

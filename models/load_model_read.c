#include "common/file.h"
#include "models/load_model.h"
#include "models/model_format.h"

#include <stdlib.h>
#include <string.h>

/* The weight of a feature that models had before they had wasted_one. Where it is 0, the model is still one.
 */
#define WITHDRAWN MODEL_WEIGHT_PREFIX "share"

/* Keys besides weights, and where their texts go. */
enum { KIND, NAME, RECIPE, TRAINING_HASH, CONFIG_HASH, TEXTS, KEYS = TEXTS + MODEL_LOAD_FEATURES };
static const char *const text_key[TEXTS] = {"kind", "name", "recipe", "training_hash", "config_hash"};

typedef struct load_reader {
    const char *path;
    int line;
    poise_load_model *model;
    bool seen[KEYS]; /* texts, then weights */
    poise_error *err;
} load_reader;

static int damaged(const load_reader *in, const char *reason)
{
    return poise_fail(in->err, POISE_DAMAGED, "%s, line %d: %s", in->path, in->line, reason);
}

/* KEYS when there is no such key. */
static int key_of(const char *key)
{
    const size_t prefix = strlen(MODEL_WEIGHT_PREFIX);
    for (int i = 0; i < TEXTS; i++) {
        if (strcmp(key, text_key[i]) == 0)
            return i;
    }
    for (int i = 0; i < MODEL_LOAD_FEATURES && strncmp(key, MODEL_WEIGHT_PREFIX, prefix) == 0; i++) {
        if (strcmp(key + prefix, model_load_feature_name[i]) == 0)
            return TEXTS + i;
    }
    return KEYS;
}

static int read_text(const load_reader *in, const char *value, char *out, size_t size)
{
    if (strlen(value) >= size)
        return damaged(in, "the text is too long");
    memcpy(out, value, strlen(value) + 1);
    return POISE_OK;
}

static int read_value(load_reader *in, int key, const char *value)
{
    poise_load_model *model = in->model;
    switch (key) {
    case KIND: return POISE_OK; /* read_model() has looked */
    case NAME: return read_text(in, value, model->name, sizeof model->name);
    case RECIPE: return read_text(in, value, model->recipe, sizeof model->recipe);
    case TRAINING_HASH: return read_text(in, value, model->training_hash, sizeof model->training_hash);
    case CONFIG_HASH: return read_text(in, value, model->config_hash, sizeof model->config_hash);
    default: break;
    }
    if (!model_next_number(&value, &model->weight[key - TEXTS]) || *value != '\0')
        return damaged(in, "expected one finite decimal number");
    return POISE_OK;
}

static int read_withdrawn(load_reader *in, const char *value)
{
    double weight;
    if (in->seen[TEXTS + MODEL_LOAD_wasted_one])
        return damaged(in, "a model of loads has no such key");
    if (!model_next_number(&value, &weight) || *value != '\0' || weight != 0)
        return damaged(in, "the share of the accesses is no feature any more: learn the model again");
    in->seen[TEXTS + MODEL_LOAD_wasted_one] = true;
    return POISE_OK;
}

/* `line` is "key = value" or "key ="; it is cut into its parts in place. */
static int read_line(load_reader *in, char *line)
{
    char *equals = strstr(line, " =");
    if (equals == NULL || (equals[2] != ' ' && equals[2] != '\0'))
        return damaged(in, "expected `key = value`");
    *equals = '\0';
    if (strcmp(line, WITHDRAWN) == 0)
        return read_withdrawn(in, equals + 2 + strspn(equals + 2, " "));
    const int key = key_of(line);
    if (key == KEYS)
        return damaged(in, "a model of loads has no such key");
    if (in->seen[key])
        return damaged(in, "this key stands twice in the file");
    in->seen[key] = true;
    return read_value(in, key, equals + 2 + strspn(equals + 2, " "));
}

static int check_keys(const load_reader *in)
{
    for (int key = 0; key < KEYS; key++) {
        if (!in->seen[key])
            return poise_fail(in->err, POISE_DAMAGED, "%s: the key `%s%s` is missing", in->path,
                              key < TEXTS ? "" : MODEL_WEIGHT_PREFIX,
                              key < TEXTS ? text_key[key] : model_load_feature_name[key - TEXTS]);
    }
    return POISE_OK;
}

static bool is_of_loads(const char *data, size_t size)
{
    static const char magic[] = MODEL_MAGIC "\n", kind[] = "\nkind = " MODEL_LOADS_KIND "\n";
    return size >= strlen(magic) && memcmp(data, magic, strlen(magic)) == 0 &&
           memmem(data, size, kind, strlen(kind)) != NULL;
}

static int read_model(load_reader *in, char *data, size_t size)
{
    char *rest = NULL;
    int code = model_open_envelope(in->path, data, size, &rest, in->err);
    if (code == POISE_OK && !is_of_loads(data, size))
        return poise_fail(in->err, POISE_DAMAGED, "%s: not a model of loads (there is no line `kind = %s`)",
                          in->path, MODEL_LOADS_KIND);
    while (code == POISE_OK && rest != NULL && *rest != '\0') {
        char *line = strsep(&rest, "\n");
        in->line++;
        if (line[0] != '#')
            code = read_line(in, line);
    }
    if (code == POISE_OK)
        code = check_keys(in);
    poise_error reason;
    if (code == POISE_OK && poise_load_model_check(in->model, &reason) != POISE_OK)
        code = poise_fail(in->err, POISE_DAMAGED, "%s: %s", in->path, reason.text);
    return code;
}

bool poise_load_model_is_one(const char *path)
{
    char *data = NULL;
    size_t size = 0;
    const bool is_one =
        poise_read_file(path, MODEL_FILE_BYTES, &data, &size, NULL) == POISE_OK && is_of_loads(data, size);
    free(data);
    return is_one;
}

int poise_load_model_read(const char *path, poise_load_model *model, poise_error *err)
{
    char *data = NULL;
    size_t size = 0;
    *model = (poise_load_model){0};
    int code = poise_read_file(path, MODEL_FILE_BYTES, &data, &size, err);
    if (code != POISE_OK)
        return code;
    load_reader in = {.path = path, .line = 1, .model = model, .err = err};
    code = read_model(&in, data, size);
    free(data);
    if (code != POISE_OK)
        *model = (poise_load_model){0};
    return code;
}

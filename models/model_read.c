#include "common/file.h"
#include "models/model_format.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_BYTES = 65536 }; /* many times the largest model that the writer makes */

typedef struct reader {
    const char *path;
    int line;
    poise_model *model;
    poise_error *err;
} reader;

static int damaged(const reader *in, const char *reason)
{
    return poise_fail(in->err, POISE_DAMAGED, "%s, line %d: %s", in->path, in->line, reason);
}

static int read_text(const reader *in, const char *value, char *out, size_t size)
{
    if (strlen(value) >= size)
        return damaged(in, "the text is too long");
    memcpy(out, value, strlen(value) + 1);
    return POISE_OK;
}

/* One decimal number at *value, which moves behind it and the blanks that follow. strtod() would also take
 * "nan", "inf", hexadecimal digits and leading blanks: none of them is written by the writer. */
static bool next_number(const char **value, double *out)
{
    size_t length = strspn(*value, "0123456789+-.e");
    char *end = NULL;
    if (length == 0)
        return false;
    *out = strtod(*value, &end);
    if (end != *value + length || !isfinite(*out))
        return false;
    *value = end + strspn(end, " ");
    return true;
}

static int read_pair(const reader *in, const char *value, double *for_n, double *for_p)
{
    if (!next_number(&value, for_n) || !next_number(&value, for_p) || *value != '\0')
        return damaged(in, "expected two finite decimal numbers, one for ln N and one for ln p");
    return POISE_OK;
}

static int read_int(const reader *in, const char *value, int *out)
{
    double number = 0.0;
    if (!next_number(&value, &number) || *value != '\0' || fabs(number) > 1e6 || number != floor(number))
        return damaged(in, "expected a whole number");
    *out = (int)number;
    return POISE_OK;
}

static int read_kind(const reader *in, const char *value)
{
    for (int kind = 0; kind < MODEL_KIND_COUNT; kind++) {
        if (strcmp(value, model_kind_name[kind]) == 0) {
            in->model->kind = (model_kind)kind;
            return POISE_OK;
        }
    }
    return damaged(in, "unknown kind of model");
}

static int read_name(const reader *in, const char *value)
{
    return read_text(in, value, in->model->name, sizeof in->model->name);
}

static int read_recipe(const reader *in, const char *value)
{
    return read_text(in, value, in->model->recipe, sizeof in->model->recipe);
}

static int read_max_warps(const reader *in, const char *value)
{
    return read_int(in, value, &in->model->max_warps);
}

static int read_merges(const reader *in, const char *value)
{
    return read_int(in, value, &in->model->l1_hit_includes_merges);
}

static int read_dispersion(const reader *in, const char *value)
{
    return read_pair(in, value, &in->model->dispersion[0], &in->model->dispersion[1]);
}

static int read_training_hash(const reader *in, const char *value)
{
    return read_text(in, value, in->model->training_hash, sizeof in->model->training_hash);
}

static int read_config_hash(const reader *in, const char *value)
{
    return read_text(in, value, in->model->config_hash, sizeof in->model->config_hash);
}

static int read_weight(const reader *in, const char *feature, const char *value)
{
    poise_model *model = in->model;
    int i = model->n_features;
    if (i == MODEL_MAX_FEATURES)
        return damaged(in, "too many features");
    model->n_features++;
    int rc = read_text(in, feature, model->feature[i], sizeof model->feature[i]);
    return rc != POISE_OK ? rc : read_pair(in, value, &model->weight[0][i], &model->weight[1][i]);
}

static const struct {
    const char *key;
    int (*read)(const reader *in, const char *value);
} keys[] = {
    {"kind", read_kind},
    {"name", read_name},
    {"recipe", read_recipe},
    {"max_warps", read_max_warps},
    {"l1_hit_includes_merges", read_merges},
    {"dispersion", read_dispersion},
    {"training_hash", read_training_hash},
    {"config_hash", read_config_hash},
};
enum { KEYS = sizeof keys / sizeof keys[0] };

/* `line` is "key = value" or "key ="; it is cut into its parts in place. */
static int read_line(const reader *in, char *line, bool seen[KEYS])
{
    char *equals = strstr(line, " =");
    if (equals == NULL || (equals[2] != ' ' && equals[2] != '\0'))
        return damaged(in, "expected `key = value`");
    *equals = '\0';
    const char *value = equals + 2 + strspn(equals + 2, " ");
    if (strncmp(line, MODEL_WEIGHT_PREFIX, strlen(MODEL_WEIGHT_PREFIX)) == 0)
        return read_weight(in, line + strlen(MODEL_WEIGHT_PREFIX), value);
    for (size_t i = 0; i < KEYS; i++) {
        if (strcmp(line, keys[i].key) == 0) {
            if (seen[i])
                return damaged(in, "this key stands twice in the file");
            seen[i] = true;
            return keys[i].read(in, value);
        }
    }
    return damaged(in, "unknown key");
}

/* Reads the lines between the magic and the checksum; `body` is cut into lines in place. */
static int read_lines(reader *in, char *body)
{
    bool seen[KEYS] = {false};
    char *rest = body;
    while (rest != NULL && *rest != '\0') {
        char *line = strsep(&rest, "\n");
        in->line++;
        if (line[0] != '#') {
            int rc = read_line(in, line, seen);
            if (rc != POISE_OK)
                return rc;
        }
    }
    for (size_t i = 0; i < KEYS; i++) {
        if (!seen[i])
            return poise_fail(in->err, POISE_DAMAGED, "%s: the key `%s` is missing", in->path, keys[i].key);
    }
    return POISE_OK;
}

/* Checks magic and checksum and cuts both off: *body becomes the lines between them. */
static int open_envelope(const reader *in, char *data, size_t size, char **body)
{
    const size_t magic = strlen(MODEL_MAGIC "\n");
    const size_t tail =
        strlen(MODEL_CHECKSUM_KEY) + POISE_HASH_TEXT; /* the digits' NUL counts for the newline */
    if (size < magic || memcmp(data, MODEL_MAGIC "\n", magic) != 0) {
        return poise_fail(in->err, POISE_DAMAGED, "%s: not a model file (the first line is not `%s`)",
                          in->path, MODEL_MAGIC);
    }
    if (memchr(data, '\0', size) != NULL || size < magic + tail || data[size - 1] != '\n' ||
        memcmp(data + size - tail, MODEL_CHECKSUM_KEY, strlen(MODEL_CHECKSUM_KEY)) != 0) {
        return poise_fail(in->err, POISE_DAMAGED, "%s: truncated or damaged (no checksum in the last line)",
                          in->path);
    }
    char checksum[POISE_HASH_TEXT];
    poise_hash_bytes(data, size - tail, checksum);
    if (memcmp(data + size - POISE_HASH_TEXT, checksum, POISE_HASH_TEXT - 1) != 0) {
        return poise_fail(in->err, POISE_DAMAGED,
                          "%s: the checksum does not match: the file is damaged or was edited", in->path);
    }
    data[size - tail] = '\0';
    *body = data + magic;
    return POISE_OK;
}

static int read_model(const char *path, char *data, size_t size, poise_model *model, poise_error *err)
{
    reader in = {.path = path, .line = 1, .model = model, .err = err};
    char *body = NULL;
    int rc = open_envelope(&in, data, size, &body);
    if (rc == POISE_OK)
        rc = read_lines(&in, body);
    poise_error reason;
    if (rc == POISE_OK && poise_model_check(model, &reason) != POISE_OK)
        rc = poise_fail(err, POISE_DAMAGED, "%s: %s", path, reason.text);
    return rc;
}

int poise_model_read(const char *path, poise_model *model, poise_error *err)
{
    char *data = NULL;
    size_t size = 0;
    *model = (poise_model){0};
    int rc = poise_read_file(path, FILE_BYTES, &data, &size, err);
    if (rc != POISE_OK)
        return rc;
    rc = read_model(path, data, size, model, err);
    free(data);
    if (rc != POISE_OK)
        *model = (poise_model){0};
    return rc;
}

#include "common/file.h"
#include "models/model_format.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

const char *const model_kind_name[MODEL_KIND_COUNT] = {[MODEL_NEGBIN] = "negbin"};

/* The text is made in memory first: the checksum in its last line covers all lines before it. The bound is
 * generous: 32 features x (64 + 2 x 25 bytes) and a dozen short lines. */
enum { TEXT_BYTES = 16384 };

typedef struct text {
    char *bytes;
    size_t size;
    bool overflow;
} text;

__attribute__((format(printf, 2, 3))) static void add(text *out, const char *format, ...)
{
    size_t room = TEXT_BYTES - out->size;
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(out->bytes + out->size, room, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= room) {
        out->overflow = true;
        return;
    }
    out->size += (size_t)length;
}

/* The shortest decimal that strtod() turns back into the same double; 17 digits always do (IEEE 754). */
static void add_number(text *out, double value)
{
    char digits[32];
    for (int precision = 1; precision <= 17; precision++) {
        (void)snprintf(digits, sizeof digits, "%.*g", precision, value);
        if (strtod(digits, NULL) == value) {
            break;
        }
    }
    add(out, "%s", digits);
}

static void add_pair(text *out, double for_n, double for_p)
{
    add(out, " = ");
    add_number(out, for_n);
    add(out, " ");
    add_number(out, for_p);
    add(out, "\n");
}

static void add_text(text *out, const char *key, const char *value)
{
    add(out, "%s =%s%s\n", key, value[0] != '\0' ? " " : "", value);
}

static void format_model(text *out, const poise_model *model)
{
    add(out, MODEL_MAGIC "\n");
    add_text(out, "kind", model_kind_name[model->kind]);
    add_text(out, "name", model->name);
    add_text(out, "recipe", model->recipe);
    add(out, "max_warps = %d\n", model->max_warps);
    add(out, "l1_hit_includes_merges = %d\n", model->l1_hit_includes_merges);
    add(out, "# variance = mu + dispersion mu^2, for N and for p\n");
    add(out, "dispersion");
    add_pair(out, model->dispersion[0], model->dispersion[1]);
    add_text(out, "training_hash", model->training_hash);
    add_text(out, "config_hash", model->config_hash);
    add(out, "# weight.FEATURE = for ln N, for ln p\n");
    for (int i = 0; i < model->n_features; i++) {
        add(out, MODEL_WEIGHT_PREFIX "%s", model->feature[i]);
        add_pair(out, model->weight[0][i], model->weight[1][i]);
    }
    char checksum[POISE_HASH_TEXT];
    poise_hash_bytes(out->bytes, out->size, checksum);
    add(out, MODEL_CHECKSUM_KEY "%s\n", checksum);
}

static int write_text(const char *path, const text *out, poise_error *err)
{
    poise_atomic_file file;
    int rc = poise_atomic_open(&file, path, err);
    if (rc != POISE_OK) {
        return rc;
    }
    if (fwrite(out->bytes, 1, out->size, file.stream) != out->size) {
        rc = poise_fail_errno(err, POISE_FAILED, "%s: cannot write", path);
        poise_atomic_abort(&file);
        return rc;
    }
    return poise_atomic_commit(&file, err);
}

int poise_model_write(const char *path, const poise_model *model, poise_error *err)
{
    int rc = poise_model_check(model, err);
    if (rc != POISE_OK) {
        return poise_error_prefix(err, "%s", path);
    }
    text out = {.bytes = malloc(TEXT_BYTES)};
    if (out.bytes == NULL) {
        return poise_fail(err, POISE_FAILED, "%s: no memory for the model's text", path);
    }
    format_model(&out, model);
    rc = out.overflow
             ? poise_fail(err, POISE_FAILED, "%s: the model's text is over %d bytes", path, TEXT_BYTES)
             : write_text(path, &out, err);
    free(out.bytes);
    return rc;
}

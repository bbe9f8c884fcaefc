#include "common/member.h"
#include "probe/result/result.h"
#include "probe/result/schema.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A file while it is read. */
typedef struct reading {
    const char *path;
    poise_h5 *file;
    probe_result *result;
} reading;

static int read_number(const reading *in, const probe_number *number, poise_error *err)
{
    uint64_t value = 0;
    int code = poise_h5_get_u64(in->file, "/", number->key, &value, err);
    if (code != POISE_OK)
        return code;
    if (!number->is_wide && value > UINT32_MAX)
        return poise_fail(err, POISE_DAMAGED, "%s: attribute %s is too large", in->path, number->key);
    void *field = poise_member(&in->result->sweep, number->offset);
    if (number->is_wide)
        *(uint64_t *)field = value;
    else
        *(uint32_t *)field = (uint32_t)value;
    return POISE_OK;
}

static int read_sweep(const reading *in, poise_error *err)
{
    uint64_t is_shuffled = 0;
    int code = POISE_OK;
    for (size_t i = 0; i < PROBE_NUMBERS && code == POISE_OK; i++)
        code = read_number(in, &probe_numbers[i], err);
    if (code == POISE_OK)
        code = poise_h5_get_u64(in->file, "/", "is_shuffled", &is_shuffled, err);
    in->result->sweep.is_shuffled = is_shuffled != 0;
    return code;
}

static int read_unit(const reading *in, poise_error *err)
{
    char *unit = NULL;
    uint64_t khz = 0;
    int code = poise_h5_get_text(in->file, "/", "unit", PROBE_UNIT - 1, &unit, err);
    if (code == POISE_OK)
        code = poise_h5_get_u64(in->file, "/", "core_khz", &khz, err);
    if (code == POISE_OK) {
        snprintf(in->result->unit, sizeof in->result->unit, "%s", unit);
        in->result->core_mhz = (double)khz / 1e3;
    }
    free(unit);
    return code;
}

static int read_root(const reading *in, poise_error *err)
{
    probe_result *r = in->result;
    int code = poise_h5_check_identity(in->file, PROBE_FORMAT, PROBE_FORMAT_VERSION, err);
    if (code == POISE_OK)
        code = poise_h5_get_text(in->file, "/", "subject", PROBE_MOST_SUBJECT, &r->subject, err);
    if (code == POISE_OK)
        code = poise_h5_get_text(in->file, "/", "config", PROBE_MOST_TEXT, &r->config_text, err);
    if (code == POISE_OK)
        code = poise_h5_get_text(in->file, "/", "policies", PROBE_MOST_TEXT, &r->policies, err);
    if (code == POISE_OK)
        code = read_unit(in, err);
    return code == POISE_OK ? read_sweep(in, err) : code;
}

static int read_axis(const reading *in, const char *name, const uint64_t *expected, uint32_t n,
                     poise_error *err)
{
    uint64_t *values = calloc(n, sizeof *values);
    if (values == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory to read it", in->path);
    int code = poise_h5_read_u64(in->file, name, (poise_h5_shape){1, {n}}, values, err);
    if (code == POISE_OK && memcmp(values, expected, n * sizeof *values) != 0)
        code =
            poise_fail(err, POISE_DAMAGED, "%s: data set %s is not what the attributes say", in->path, name);
    free(values);
    return code;
}

static int check_times(const reading *in, const probe_surface *s, poise_error *err)
{
    for (uint32_t i = 0; i < s->n_sizes * s->n_strides; i++) {
        if (!isnan(s->time[i]) && !(s->time[i] >= 0 && s->time[i] < 1e18 && s->spread[i] >= 0))
            return poise_fail(err, POISE_DAMAGED, "%s: a time is below nothing, or infinite", in->path);
    }
    return POISE_OK;
}

/* The sizes and strides follow from the sweep. */
static int read_surface(const reading *in, poise_error *err)
{
    probe_surface *s = &in->result->surface;
    poise_error wrong;
    if (probe_surface_make(s, &in->result->sweep, &wrong) != POISE_OK)
        return poise_fail(err, POISE_DAMAGED, "%s: %s", in->path, wrong.text);
    const poise_h5_shape points = {2, {s->n_sizes, s->n_strides}};
    int code = read_axis(in, probe_sizes.name, s->size, s->n_sizes, err);
    if (code == POISE_OK)
        code = read_axis(in, probe_strides.name, s->stride, s->n_strides, err);
    if (code == POISE_OK)
        code = poise_h5_read_real(in->file, probe_time.name, points, s->time, err);
    if (code == POISE_OK)
        code = poise_h5_read_real(in->file, probe_spread.name, points, s->spread, err);
    return code == POISE_OK ? check_times(in, s, err) : code;
}

static int read_texts(const reading *in, const char *name, size_t offset, size_t size, poise_error *err)
{
    probe_findings *f = &in->result->findings;
    char **texts = NULL;
    int code = poise_h5_read_texts(in->file, name, f->n, size - 1, &texts, err);
    for (uint32_t i = 0; i < f->n && code == POISE_OK; i++)
        snprintf(poise_member(&f->list[i], offset), size, "%s", strcmp(texts[i], "-") == 0 ? "" : texts[i]);
    if (code == POISE_OK)
        poise_h5_free_texts(texts, f->n);
    return code;
}

static int read_reals(const reading *in, const char *name, size_t offset, poise_error *err)
{
    probe_findings *f = &in->result->findings;
    double *values = calloc(f->n, sizeof *values);
    if (values == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory to read it", in->path);
    int code = poise_h5_read_real(in->file, name, (poise_h5_shape){1, {f->n}}, values, err);
    for (uint32_t i = 0; i < f->n && code == POISE_OK; i++)
        *(double *)poise_member(&f->list[i], offset) = values[i];
    free(values);
    return code;
}

static int check_findings(const reading *in, poise_error *err)
{
    const probe_findings *f = &in->result->findings;
    for (uint32_t i = 0; i < f->n; i++) {
        const probe_finding *k = &f->list[i];
        const bool is_unknown = isnan(k->least) && isnan(k->most);
        if (!is_unknown && !(k->least <= k->most))
            return poise_fail(err, POISE_DAMAGED, "%s: %s lies nowhere", in->path, k->name);
        if (!(k->confidence >= 0 && k->confidence <= 1))
            return poise_fail(err, POISE_DAMAGED, "%s: the confidence of %s is no part of 1", in->path,
                              k->name);
    }
    return POISE_OK;
}

static int read_findings(const reading *in, poise_error *err)
{
    probe_findings *f = &in->result->findings;
    uint64_t n = 0;
    int code = poise_h5_get_u64(in->file, "/", "n_found", &n, err);
    if (code != POISE_OK || n == 0)
        return code;
    if (n > PROBE_MOST_FINDINGS)
        return poise_fail(err, POISE_DAMAGED, "%s: too much was found in it", in->path);
    f->list = calloc(n, sizeof *f->list);
    if (f->list == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory to read it", in->path);
    f->n = f->capacity = (uint32_t)n;
    code = read_texts(in, probe_name.name, offsetof(probe_finding, name), PROBE_NAME, err);
    if (code == POISE_OK)
        code = read_texts(in, probe_value_unit.name, offsetof(probe_finding, unit), PROBE_UNIT, err);
    if (code == POISE_OK)
        code = read_texts(in, probe_words.name, offsetof(probe_finding, text), PROBE_TEXT, err);
    if (code == POISE_OK)
        code = read_texts(in, probe_why.name, offsetof(probe_finding, why), PROBE_WHY, err);
    if (code == POISE_OK)
        code = read_reals(in, probe_least.name, offsetof(probe_finding, least), err);
    if (code == POISE_OK)
        code = read_reals(in, probe_most.name, offsetof(probe_finding, most), err);
    if (code == POISE_OK)
        code = read_reals(in, probe_confidence.name, offsetof(probe_finding, confidence), err);
    return code == POISE_OK ? check_findings(in, err) : code;
}

int probe_result_read(const char *path, probe_result *result, poise_error *err)
{
    reading in = {.path = path, .result = result};
    *result = (probe_result){0};
    int code = poise_h5_open(&in.file, path, err);
    if (code != POISE_OK)
        return code;
    snprintf(result->hash, sizeof result->hash, "%s", poise_h5_hash(in.file));
    code = read_root(&in, err);
    if (code == POISE_OK)
        code = read_surface(&in, err);
    if (code == POISE_OK)
        code = read_findings(&in, err);
    poise_h5_close(in.file);
    if (code != POISE_OK)
        probe_result_free(result);
    return code;
}

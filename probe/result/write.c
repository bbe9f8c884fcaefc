#include "common/member.h"
#include "probe/result/result.h"
#include "probe/result/schema.h"

#include <stdlib.h>

static int write_sweep(poise_h5 *file, const probe_sweep *sweep, poise_error *err)
{
    int code = POISE_OK;
    for (size_t i = 0; i < PROBE_NUMBERS && code == POISE_OK; i++) {
        const void *field = poise_const_member(sweep, probe_numbers[i].offset);
        code = poise_h5_put_u64(
            file, "/", probe_numbers[i].key,
            probe_numbers[i].is_wide ? *(const uint64_t *)field : *(const uint32_t *)field, err);
    }
    return code == POISE_OK ? poise_h5_put_u64(file, "/", "is_shuffled", sweep->is_shuffled, err) : code;
}

static int write_root(poise_h5 *file, const probe_result *r, poise_error *err)
{
    const struct {
        const char *key, *text;
    } texts[] = {{"subject", r->subject},
                 {"kind", probe_result_is_device(r) ? "device" : "simulator"},
                 {"config", r->config_text},
                 {"policies", r->policies},
                 {"unit", r->unit}};
    int code = poise_h5_put_identity(file, PROBE_FORMAT, PROBE_FORMAT_VERSION, err);
    for (size_t i = 0; i < sizeof texts / sizeof *texts && code == POISE_OK; i++)
        code = poise_h5_put_text(file, "/", texts[i].key, texts[i].text, err);
    if (code == POISE_OK)
        code = poise_h5_put_u64(file, "/", "core_khz", (uint64_t)(r->core_mhz * 1e3 + 0.5), err);
    if (code == POISE_OK)
        code = poise_h5_put_u64(file, "/", "n_found", r->findings.n, err);
    return code == POISE_OK ? write_sweep(file, &r->sweep, err) : code;
}

static int write_surface(poise_h5 *file, const probe_surface *s, poise_error *err)
{
    const poise_h5_shape sizes = {1, {s->n_sizes}}, strides = {1, {s->n_strides}},
                         points = {2, {s->n_sizes, s->n_strides}};
    int code = poise_h5_write_u64(file, &probe_sizes, sizes, s->size, 0, err);
    if (code == POISE_OK)
        code = poise_h5_write_u64(file, &probe_strides, strides, s->stride, 0, err);
    if (code == POISE_OK)
        code = poise_h5_write_real(file, &probe_time, points, s->time, err);
    return code == POISE_OK ? poise_h5_write_real(file, &probe_spread, points, s->spread, err) : code;
}

/* One text of each finding. */
static int write_texts(poise_h5 *file, const poise_h5_column *column, const probe_findings *f, size_t offset,
                       poise_error *err)
{
    const char **texts = calloc(f->n, sizeof *texts);
    if (texts == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for data set %s", column->name);
    for (uint32_t i = 0; i < f->n; i++) {
        texts[i] = poise_const_member(&f->list[i], offset);
        if (texts[i][0] == '\0')
            texts[i] = "-";
    }
    const int code = poise_h5_write_texts(file, column, f->n, texts, err);
    free(texts);
    return code;
}

static int write_reals(poise_h5 *file, const poise_h5_column *column, const probe_findings *f, size_t offset,
                       poise_error *err)
{
    double *values = calloc(f->n, sizeof *values);
    if (values == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for data set %s", column->name);
    for (uint32_t i = 0; i < f->n; i++)
        values[i] = *(const double *)poise_const_member(&f->list[i], offset);
    const int code = poise_h5_write_real(file, column, (poise_h5_shape){1, {f->n}}, values, err);
    free(values);
    return code;
}

static int write_findings(poise_h5 *file, const probe_findings *f, poise_error *err)
{
    if (f->n == 0)
        return POISE_OK;
    int code = write_texts(file, &probe_name, f, offsetof(probe_finding, name), err);
    if (code == POISE_OK)
        code = write_texts(file, &probe_value_unit, f, offsetof(probe_finding, unit), err);
    if (code == POISE_OK)
        code = write_texts(file, &probe_words, f, offsetof(probe_finding, text), err);
    if (code == POISE_OK)
        code = write_reals(file, &probe_least, f, offsetof(probe_finding, least), err);
    if (code == POISE_OK)
        code = write_reals(file, &probe_most, f, offsetof(probe_finding, most), err);
    if (code == POISE_OK)
        code = write_reals(file, &probe_confidence, f, offsetof(probe_finding, confidence), err);
    return code == POISE_OK ? write_texts(file, &probe_why, f, offsetof(probe_finding, why), err) : code;
}

int probe_result_write(const char *path, const probe_result *result, poise_error *err)
{
    poise_h5 *file;
    int code = poise_h5_create(&file, path, err);
    if (code != POISE_OK)
        return code;
    code = write_root(file, result, err);
    if (code == POISE_OK)
        code = write_surface(file, &result->surface, err);
    if (code == POISE_OK)
        code = write_findings(file, &result->findings, err);
    if (code == POISE_OK)
        return poise_h5_commit(file, err);
    poise_h5_close(file);
    return code;
}

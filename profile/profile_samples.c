/* The sampled counters in profile.h5. */
#include "common/member.h"
#include "profile/profile_schema.h"

#include <stdbool.h>
#include <stdlib.h>

enum { REFERENCES = 2 }; /* (max, max) and (1, 1) */

static const char *const reference_names[REFERENCES] = {"max", "one"};
static const poise_h5_column reference_axis = {
    .name = "/reference", .units = "", .long_name = "reference tuple: max = (W, W), one = (1, 1)"};
static const poise_h5_column sm_axis = {.name = "/SM", .units = "1", .long_name = "streaming multiprocessor"};
static const poise_h5_column windows_column = {
    .name = "/sampled_windows",
    .units = "1",
    .long_name = "inference epochs in which the SM was sampled at both reference tuples",
    .axis = {"/kernel", "/SM"}};

/* The tables, in the order in which they are written. */
static const struct {
    poise_h5_column column;
    size_t offset; /* in sched_counters */
} tables[] = {
#define SCHED_COUNTER(member, counter, unit, meaning, meaning_in_sm) \
    {{.name = "/sampled_" #counter,                                  \
      .units = (unit),                                               \
      .long_name = "in the sampling windows: " meaning_in_sm,        \
      .axis = {"/kernel", "/reference", "/SM"}},                     \
     offsetof(sched_counters, counter)},
#include "sim_hooks/counters.def"
};
enum { TABLES = sizeof tables / sizeof tables[0] };

static uint64_t *element(const profile *data, size_t kernel, int reference, uint32_t sm, size_t offset)
{
    profile_sample *sample = &data->kernels[kernel].samples[sm];
    return poise_member(reference == 0 ? &sample->at_max : &sample->at_one, offset);
}

/* Copies one counter of all samples to the table, or from it. */
static void copy(const profile *data, size_t offset, uint64_t *table, bool to_table)
{
    for (size_t i = 0; i < data->n_kernels; i++) {
        for (int reference = 0; reference < REFERENCES; reference++) {
            for (uint32_t sm = 0; sm < data->n_sms; sm++, table++) {
                uint64_t *value = element(data, i, reference, sm, offset);
                *(to_table ? table : value) = *(to_table ? value : table);
            }
        }
    }
}

static void copy_windows(const profile *data, uint64_t *table, bool to_table)
{
    for (size_t i = 0; i < data->n_kernels; i++) {
        for (uint32_t sm = 0; sm < data->n_sms; sm++, table++) {
            uint64_t *value = &data->kernels[i].samples[sm].windows;
            *(to_table ? table : value) = *(to_table ? value : table);
        }
    }
}

static uint64_t *make_table(const profile *data, poise_error *err)
{
    uint64_t *table = calloc(data->n_kernels * REFERENCES, data->n_sms * sizeof *table);
    if (table == NULL)
        poise_fail(err, POISE_FAILED, "no memory for the table of a sampled counter");
    return table;
}

static poise_h5_shape shape_of(const profile *data)
{
    return (poise_h5_shape){3, {data->n_kernels, REFERENCES, data->n_sms}};
}

static int write_axes(poise_h5 *file, const profile *data, uint64_t *table, poise_error *err)
{
    for (uint32_t sm = 0; sm < data->n_sms; sm++)
        table[sm] = sm;
    int code =
        poise_h5_write_u64(file, &sm_axis, (poise_h5_shape){1, {data->n_sms}}, table, PROFILE_FILL, err);
    if (code == POISE_OK)
        code = poise_h5_write_texts(file, &reference_axis, REFERENCES, reference_names, err);
    return code;
}

int profile_write_samples(poise_h5 *file, const profile *data, poise_error *err)
{
    uint64_t *table = make_table(data, err);
    if (table == NULL)
        return POISE_FAILED;
    int code = write_axes(file, data, table, err);
    copy_windows(data, table, true);
    if (code == POISE_OK)
        code = poise_h5_write_u64(file, &windows_column, (poise_h5_shape){2, {data->n_kernels, data->n_sms}},
                                  table, PROFILE_FILL, err);
    for (size_t t = 0; t < TABLES && code == POISE_OK; t++) {
        copy(data, tables[t].offset, table, true);
        code = poise_h5_write_u64(file, &tables[t].column, shape_of(data), table, PROFILE_FILL, err);
    }
    free(table);
    return code;
}

/* ---- reading ---- */

static bool is_consistent(const sched_counters *c)
{
    return c->l1_hits <= c->l1_accesses && c->l1_intra_hits <= c->l1_hits;
}

static int check(const char *path, const profile *data, poise_error *err)
{
    for (size_t i = 0; i < data->n_kernels; i++) {
        for (uint32_t sm = 0; sm < data->n_sms; sm++) {
            const profile_sample *sample = &data->kernels[i].samples[sm];
            if (!is_consistent(&sample->at_max) || !is_consistent(&sample->at_one))
                return poise_fail(err, POISE_DAMAGED,
                                  "%s: kernel %zu (%s): SM %u has more L1 hits than accesses", path, i,
                                  data->kernels[i].kernel, sm);
        }
    }
    return POISE_OK;
}

static int allocate(poise_h5 *file, const char *path, profile *data, poise_error *err)
{
    poise_h5_shape shape;
    int code = poise_h5_shape_of(file, windows_column.name, &shape, err);
    if (code != POISE_OK)
        return code;
    if (shape.rank != 2 || shape.size[0] != data->n_kernels || shape.size[1] > PROFILE_MAX_SMS)
        return poise_fail(err, POISE_DAMAGED, "%s: data set %s is not a table of kernel and SM", path,
                          windows_column.name);
    data->n_sms = (uint32_t)shape.size[1];
    for (size_t i = 0; i < data->n_kernels; i++) {
        data->kernels[i].samples = calloc(data->n_sms, sizeof *data->kernels[i].samples);
        if (data->kernels[i].samples == NULL)
            return poise_fail(err, POISE_FAILED, "%s: no memory for the samples of %zu kernels", path,
                              data->n_kernels);
    }
    return POISE_OK;
}

int profile_read_samples(poise_h5 *file, const char *path, profile *data, poise_error *err)
{
    int code = allocate(file, path, data, err);
    uint64_t *table = code == POISE_OK ? make_table(data, err) : NULL;
    if (table == NULL)
        return code == POISE_OK ? POISE_FAILED : code;
    code = poise_h5_read_u64(file, windows_column.name, (poise_h5_shape){2, {data->n_kernels, data->n_sms}},
                             table, err);
    if (code == POISE_OK)
        copy_windows(data, table, false);
    for (size_t t = 0; t < TABLES && code == POISE_OK; t++) {
        code = poise_h5_read_u64(file, tables[t].column.name, shape_of(data), table, err);
        if (code == POISE_OK)
            copy(data, tables[t].offset, table, false);
    }
    free(table);
    return code == POISE_OK ? check(path, data, err) : code;
}

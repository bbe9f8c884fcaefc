/* profile.h5 out. */
#include "profile/profile_file.h"
#include "profile/profile_schema.h"

#include <stdlib.h>

/* Length of the axes N and p: that of the kernel with most warps. */
static uint32_t most_warps(const profile *data)
{
    uint32_t warps = 1;
    for (size_t i = 0; i < data->n_kernels; i++)
        warps = data->kernels[i].warps > warps ? data->kernels[i].warps : warps;
    return warps;
}

static int write_root(poise_h5 *file, const profile *data, poise_error *err)
{
    int code = poise_h5_put_identity(file, PROFILE_FORMAT, PROFILE_FORMAT_VERSION, err);
    if (code == POISE_OK)
        code = poise_h5_put_text(file, "/", "config", data->config_text, err);
    if (code == POISE_OK)
        code = poise_h5_put_text(file, "/", "config_hash", data->config_hash, err);
    if (code == POISE_OK)
        code = poise_h5_put_text(file, "/", "policies", data->policies == NULL ? "" : data->policies, err);
    if (code == POISE_OK)
        code = poise_h5_put_text(file, "/", "policies_hash", data->policies_hash, err);
    if (code == POISE_OK)
        code = poise_h5_put_text(file, "/", "options", data->options, err);
    if (code == POISE_OK)
        code = poise_h5_put_u64(file, "/", "seed", data->seed, err);
    return code;
}

static int write_kernels(poise_h5 *file, const profile *data, poise_error *err)
{
    poise_h5_rows rows = {data->kernels, data->n_kernels, sizeof *data->kernels};
    return poise_h5_write_rows(file, profile_kernel_fields, PROFILE_KERNEL_FIELDS, rows, err);
}

/* One counter of all kernels: table[kernel][N - 1][p]. */
static void fill_table(const profile *data, profile_axes axes, const sim_counter_info *info, uint64_t *table)
{
    for (size_t i = 0; i < data->n_kernels; i++) {
        for (uint32_t n = 1; n <= axes.warps; n++) {
            for (uint32_t p = axes.least_p; p <= axes.warps; p++) {
                const sim_counters *counters = profile_at(&data->kernels[i], n, p);
                *table++ = counters == NULL ? PROFILE_FILL : sim_counter_value(counters, info);
            }
        }
    }
}

static int write_counters(poise_h5 *file, const profile *data, profile_axes axes, poise_error *err)
{
    size_t n_counters;
    const sim_counter_info *counters = sim_counter_table(&n_counters);
    poise_h5_shape shape = profile_axes_shape(axes, data->n_kernels);
    uint64_t *table = calloc(poise_h5_elements(shape), sizeof *table);
    if (table == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the table of a counter");
    int code = POISE_OK;
    for (size_t i = 0; i < n_counters && code == POISE_OK; i++) {
        char name[PROFILE_COLUMN_NAME];
        poise_h5_column column = profile_counter_column(&counters[i], name);
        fill_table(data, axes, &counters[i], table);
        code = poise_h5_write_u64(file, &column, shape, table, PROFILE_FILL, err);
    }
    free(table);
    return code;
}

static int write_all(poise_h5 *file, const profile *data, poise_error *err)
{
    const profile_axes axes = {.warps = most_warps(data)};
    int code = write_root(file, data, err);
    if (code == POISE_OK)
        code = write_kernels(file, data, err);
    if (code == POISE_OK)
        code = profile_write_axes(file, axes, err);
    if (code == POISE_OK)
        code = write_counters(file, data, axes, err);
    if (code == POISE_OK)
        code = profile_write_samples(file, data, err);
    if (code == POISE_OK)
        code = profile_write_loads(file, data, err);
    return code;
}

int profile_write(const char *path, const profile *data, poise_error *err)
{
    poise_h5 *file;
    if (data->n_kernels == 0)
        return poise_fail(err, POISE_USAGE, "a profile without kernels cannot be written to %s", path);
    int code = poise_h5_create(&file, path, err);
    if (code != POISE_OK)
        return code;
    code = write_all(file, data, err);
    if (code == POISE_OK)
        return poise_h5_commit(file, err);
    poise_h5_close(file);
    return code;
}

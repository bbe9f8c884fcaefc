/* profile.h5 in. */
#include "common/member.h"
#include "profile/profile_file.h"
#include "profile/profile_schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A file while it is read. */
typedef struct profile_input {
    const char *path;
    poise_h5 *file;
    profile *data;
    poise_h5_shape shape; /* of every counter: [kernel][N][p] */
    profile_axes axes;
} profile_input;

static int refuse(const profile_input *in, size_t kernel, const char *reason, poise_error *err)
{
    return poise_fail(err, POISE_DAMAGED, "%s: kernel %zu (%s): %s", in->path, kernel,
                      in->data->kernels[kernel].kernel, reason);
}

/* The hash proves that the configuration text is the one that was simulated. */
static int read_config(profile_input *in, poise_error *err)
{
    char *stored;
    int code =
        poise_h5_get_text(in->file, "/", "config", PROFILE_MAX_CONFIG_TEXT, &in->data->config_text, err);
    if (code == POISE_OK)
        code = poise_h5_get_text(in->file, "/", "config_hash", POISE_HASH_TEXT, &stored, err);
    if (code != POISE_OK)
        return code;
    poise_hash_bytes(in->data->config_text, strlen(in->data->config_text), in->data->config_hash);
    if (strcmp(stored, in->data->config_hash) != 0)
        code = poise_fail(err, POISE_DAMAGED, "%s: the configuration does not have the hash stored with it",
                          in->path);
    free(stored);
    return code;
}

/* What stood beside the scheduler. */
static int read_policies(profile_input *in, poise_error *err)
{
    uint64_t version;
    char *hash = NULL;
    int code = poise_h5_get_u64(in->file, "/", "format_version", &version, err);
    if (code == POISE_OK && version < PROFILE_VERSION_OF_POLICIES) {
        in->data->policies = strdup("");
        return in->data->policies != NULL
                   ? POISE_OK
                   : poise_fail(err, POISE_FAILED, "%s: no memory to read it", in->path);
    }
    if (code == POISE_OK)
        code = poise_h5_get_text(in->file, "/", "policies", PROFILE_MAX_POLICIES, &in->data->policies, err);
    if (code == POISE_OK)
        code = poise_h5_get_text(in->file, "/", "policies_hash", POISE_HASH_TEXT - 1, &hash, err);
    if (code == POISE_OK)
        snprintf(in->data->policies_hash, sizeof in->data->policies_hash, "%s", hash);
    free(hash);
    return code;
}

static int read_shape(profile_input *in, poise_error *err)
{
    int code = poise_h5_shape_of(in->file, "/cycles", &in->shape, err);
    if (code != POISE_OK)
        return code;
    if (poise_h5_elements(in->shape) > 2ull * PROFILE_MAX_POINTS)
        return poise_fail(err, POISE_DAMAGED, "%s: data set /cycles has too many points", in->path);
    return profile_read_axes(in->file, in->path, &(poise_h5_column){.name = "/cycles"}, in->shape, &in->axes,
                             err);
}

static int read_kernels(profile_input *in, poise_error *err)
{
    size_t n = in->shape.size[0];
    in->data->kernels = calloc(n, sizeof *in->data->kernels);
    if (in->data->kernels == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for %zu kernels", in->path, n);
    in->data->n_kernels = n;
    poise_h5_rows rows = {in->data->kernels, n, sizeof *in->data->kernels};
    int code = poise_h5_read_rows(in->file, profile_kernel_fields, PROFILE_KERNEL_FIELDS, rows, err);
    for (size_t i = 0; i < n && code == POISE_OK; i++) {
        profile_kernel *kernel = &in->data->kernels[i];
        if (kernel->warps > in->axes.warps)
            return refuse(in, i, "it has more warps than the axis N", err);
        kernel->points = calloc(profile_points(kernel->warps), sizeof *kernel->points);
        if (kernel->points == NULL)
            code = poise_fail(err, POISE_FAILED, "%s: no memory for the points of %zu kernels", in->path, n);
    }
    return code;
}

/* Stores one counter of one kernel; `table` is its [N][p] part. `cycles` comes first and decides what is
 * measured: there cycles > 0, and every counter has a value exactly where cycles has one. */
static const char *store_counter(profile_kernel *kernel, const sim_counter_info *info, const uint64_t *table,
                                 profile_axes axes)
{
    bool is_cycles = info->offset == offsetof(sim_counters, cycles);
    for (uint32_t n = 1; n <= axes.warps; n++) {
        for (uint32_t p = axes.least_p; p <= axes.warps; p++) {
            uint64_t value = *table++;
            bool inside = p <= n && n <= kernel->warps;
            bool measured = is_cycles ? inside && value != PROFILE_FILL : profile_at(kernel, n, p) != NULL;
            if (measured != (value != PROFILE_FILL) && !(measured && info->is_optional))
                return "values are missing, or stand where nothing can have been measured";
            if (!measured)
                continue;
            if (is_cycles && value == 0)
                return "a measured point has 0 cycles";
            *(uint64_t *)poise_member(&kernel->points[profile_point(n, p)], info->offset) = value;
        }
    }
    return NULL;
}

static int read_counter(profile_input *in, const sim_counter_info *info, uint64_t *table, poise_error *err)
{
    char name[PROFILE_COLUMN_NAME];
    poise_h5_column column = profile_counter_column(info, name);
    bool is_absent = info->is_optional && !poise_h5_has(in->file, column.name);
    int code = is_absent ? POISE_OK : poise_h5_read_u64(in->file, column.name, in->shape, table, err);
    const size_t cells = profile_axes_cells(in->axes);
    for (size_t i = 0; is_absent && i < poise_h5_elements(in->shape); i++)
        table[i] = PROFILE_UNKNOWN;
    for (size_t i = 0; i < in->data->n_kernels && code == POISE_OK; i++) {
        const char *fault = store_counter(&in->data->kernels[i], info, table + i * cells, in->axes);
        if (fault != NULL)
            code = refuse(in, i, fault, err);
    }
    return code;
}

static int read_counters(profile_input *in, poise_error *err)
{
    size_t n_counters;
    const sim_counter_info *counters = sim_counter_table(&n_counters);
    uint64_t *table = calloc(poise_h5_elements(in->shape), sizeof *table);
    if (table == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for the table of a counter", in->path);
    int code = POISE_OK;
    for (size_t i = 0; i < n_counters && code == POISE_OK; i++)
        code = read_counter(in, &counters[i], table, err);
    free(table);
    return code;
}

/* Rates made of these counters lie in 0..1, of polluting warps and of the others. */
static bool is_consistent(const sim_counters *c)
{
    uint64_t accesses = c->l1_polluting_accesses, hits = c->l1_polluting_hits;
    if (c->l1_read_hits > c->l1_read_accesses || c->l1_merges > c->l1_read_accesses - c->l1_read_hits ||
        c->l1_intra_hits > c->l1_read_hits)
        return false;
    if (accesses == PROFILE_UNKNOWN || hits == PROFILE_UNKNOWN)
        return accesses == hits;
    return hits <= accesses && accesses <= c->l1_read_accesses && hits <= c->l1_read_hits &&
           c->l1_read_hits - hits <= c->l1_read_accesses - accesses;
}

static int check_kernels(const profile_input *in, poise_error *err)
{
    for (size_t i = 0; i < in->data->n_kernels; i++) {
        const profile_kernel *kernel = &in->data->kernels[i];
        uint32_t warps = kernel->warps;
        if (profile_at(kernel, 1, 1) == NULL || profile_at(kernel, warps, warps) == NULL)
            return refuse(in, i, "the reference tuples (1, 1) and (max, max) are not both measured", err);
        for (size_t point = 0; point < profile_points(warps); point++) {
            if (!is_consistent(&kernel->points[point]))
                return refuse(in, i, "it has more L1 hits than accesses", err);
        }
    }
    return POISE_OK;
}

static int read_all(profile_input *in, poise_error *err)
{
    int code = poise_h5_check_versions(in->file, PROFILE_FORMAT, PROFILE_OLDEST_VERSION,
                                       PROFILE_FORMAT_VERSION, err);
    if (code == POISE_OK)
        code = read_config(in, err);
    if (code == POISE_OK)
        code = read_policies(in, err);
    if (code == POISE_OK)
        code = poise_h5_get_text(in->file, "/", "options", PROFILE_MAX_OPTIONS, &in->data->options, err);
    if (code == POISE_OK)
        code = poise_h5_get_u64(in->file, "/", "seed", &in->data->seed, err);
    if (code == POISE_OK)
        code = read_shape(in, err);
    if (code == POISE_OK)
        code = read_kernels(in, err);
    if (code == POISE_OK)
        code = read_counters(in, err);
    if (code == POISE_OK)
        code = check_kernels(in, err);
    if (code == POISE_OK)
        code = profile_read_samples(in->file, in->path, in->data, err);
    uint64_t version = 0;
    if (code == POISE_OK)
        code = poise_h5_get_u64(in->file, "/", "format_version", &version, err);
    if (code == POISE_OK && version >= PROFILE_VERSION_OF_LOADS)
        code = profile_read_loads(in->file, in->path, in->data, err);
    return code;
}

int profile_read(const char *path, profile *data, poise_error *err)
{
    memset(data, 0, sizeof *data);
    profile_input in = {.path = path, .data = data};
    int code = poise_h5_open(&in.file, path, err);
    if (code != POISE_OK)
        return code;
    memcpy(data->hash, poise_h5_hash(in.file), sizeof data->hash);
    code = read_all(&in, err);
    poise_h5_close(in.file);
    if (code != POISE_OK)
        profile_free(data);
    return code;
}

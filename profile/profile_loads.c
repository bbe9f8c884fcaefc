/* Loads and sets of loads in profile.h5: rows of all kernels. */
#include "profile/profile_schema.h"

#include <stdlib.h>

/* A row in the file: of the kernel whose number it has. */
typedef struct load_row {
    uint32_t load_kernel, load_pc, load_line;
    char *load_source;
    double load_share;
#define LOAD_COUNT(member, unit, meaning) double load_##member##_at_max, load_##member##_at_one;
#include "profile/load_counts.def"
#undef LOAD_COUNT
#define LOAD_WINDOW_COUNT(member, meaning) \
    double load_window_##member##_at_max, load_window_##member##_at_one;
#include "profile/load_window_counts.def"
#undef LOAD_WINDOW_COUNT
} load_row;

typedef struct set_row {
    uint32_t set_kernel, set_n, set_p, set_around, set_cycles;
} set_row;

#define LOAD_COUNT(member, unit, meaning) +2
#define LATER_LOAD_COUNT(member, unit, meaning)
enum {
    LOAD_FIELDS = 4
#include "profile/load_counts.def"
};
#undef LOAD_COUNT
#define LOAD_COUNT(member, unit, meaning)
#define LATER_LOAD_COUNT(member, unit, meaning) +2
enum {
    LATER_FIELDS = 0
#include "profile/load_counts.def"
};
#undef LOAD_COUNT
#define LOAD_WINDOW_COUNT(member, meaning) +2
enum {
    WINDOW_FIELDS = 0
#include "profile/load_window_counts.def"
};
#undef LOAD_WINDOW_COUNT
enum { SET_FIELDS = 5, MAX_ROWS = 1 << 20 /* our choice */ };

#define FIELD(type, member, unit, label) \
    .column = {.name = "/" #member, .units = (unit), .long_name = (label)}, .offset = offsetof(type, member)

#define COUNT_FIELDS(member, unit, meaning)                                                \
    {FIELD(load_row, load_##member##_at_max, unit, "of the load at {W, W}: " meaning),     \
     .kind = POISE_H5_REAL},                                                               \
        {FIELD(load_row, load_##member##_at_one, unit, "of the load at {1, 1}: " meaning), \
         .kind = POISE_H5_REAL},

static const poise_h5_field load_fields[LOAD_FIELDS] = {
    {FIELD(load_row, load_kernel, "1",
           "a load whose right to allocate was looked at: place of its launch in `kernel`"),
     .kind = POISE_H5_U32, .max = UINT32_MAX},
    {FIELD(load_row, load_pc, "1", "of the load: number of the instruction in the kernel"),
     .kind = POISE_H5_U32, .max = TRACE_MAX_INSTS - 1},
    {FIELD(load_row, load_line, "1", "of the load: line in the source of the kernel, 0 = unknown"),
     .kind = POISE_H5_U32, .max = UINT32_MAX},
    {FIELD(load_row, load_share, "1",
           "of the load: share of the lines that the loads of the launch ask the L1 for"),
     .kind = POISE_H5_REAL},
#define LOAD_COUNT(member, unit, meaning) COUNT_FIELDS(member, unit, meaning)
#define LATER_LOAD_COUNT(member, unit, meaning)
#include "profile/load_counts.def"
#undef LOAD_COUNT
};

/* All there, or none: of a file that an older program has written. */
static const poise_h5_field later_fields[LATER_FIELDS] = {
#define LOAD_COUNT(member, unit, meaning)
#define LATER_LOAD_COUNT(member, unit, meaning) COUNT_FIELDS(member, unit, meaning)
#include "profile/load_counts.def"
#undef LOAD_COUNT
};

/* Likewise. */
static const poise_h5_field window_fields[WINDOW_FIELDS] = {
#define LOAD_WINDOW_COUNT(member, meaning)                                                                  \
    {FIELD(load_row, load_window_##member##_at_max, "1", "of the load in windows at {W, W}: " meaning),     \
     .kind = POISE_H5_REAL},                                                                                \
        {FIELD(load_row, load_window_##member##_at_one, "1", "of the load in windows at {1, 1}: " meaning), \
         .kind = POISE_H5_REAL},
#include "profile/load_window_counts.def"
#undef LOAD_WINDOW_COUNT
};

/* Files of older programs do not have it. */
static const poise_h5_field source_field = {
    FIELD(load_row, load_source, "", "of the load: that line, without its indentation"),
    .kind = POISE_H5_TEXT, .max = PROFILE_SOURCE_TEXT - 1};

static const poise_h5_field set_fields[SET_FIELDS] = {
    {FIELD(set_row, set_kernel, "1",
           "{N, p} with loads that allocate nothing: place of the launch in `kernel`"),
     .kind = POISE_H5_U32, .max = UINT32_MAX},
    {FIELD(set_row, set_n, "warp", "of the set: N"), .kind = POISE_H5_U32, .min = 1,
     .max = PROFILE_MAX_WARPS},
    {FIELD(set_row, set_p, "warp", "of the set: p"), .kind = POISE_H5_U32, .max = PROFILE_MAX_WARPS},
    {FIELD(set_row, set_around, "1",
           "of the set: the launch's loads that allocate nothing; bit i is its load i"),
     .kind = POISE_H5_U32, .min = 1, .max = (1u << PROFILE_MOST_LOADS) - 1},
    {FIELD(set_row, set_cycles, "core cycle", "of the set: cycles of the launch"), .kind = POISE_H5_U32,
     .min = 1, .max = UINT32_MAX},
};

/* ---- out ---- */

/* What came later is written when it is known of all loads. */
typedef struct known {
    bool later, windows;
} known;

static known what_is_known(const profile *data)
{
    known are = {true, true};
    for (size_t i = 0; i < data->n_kernels; i++) {
        for (uint32_t k = 0; k < data->kernels[i].n_loads; k++) {
            const profile_load *load = &data->kernels[i].loads[k];
            are.later = are.later && load->at_max.touches != PROFILE_UNKNOWN;
            are.windows = are.windows && load->window_at_one.lookups != PROFILE_UNKNOWN;
        }
    }
    return are;
}

static bool have_source(const profile *data)
{
    for (size_t i = 0; i < data->n_kernels; i++) {
        for (uint32_t k = 0; k < data->kernels[i].n_loads; k++)
            if (data->kernels[i].loads[k].source[0] != '\0')
                return true;
    }
    return false;
}

static int write_loads(poise_h5 *file, const profile *data, size_t n, poise_error *err)
{
    load_row *rows = calloc(n, sizeof *rows), *row = rows;
    if (rows == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu loads of a profile", n);
    for (size_t i = 0; i < data->n_kernels; i++) {
        const profile_kernel *kernel = &data->kernels[i];
        for (uint32_t k = 0; k < kernel->n_loads; k++) {
            profile_load *load = &kernel->loads[k];
            *row++ = (load_row){
                .load_kernel = (uint32_t)i,
                .load_pc = load->pc,
                .load_line = load->source_line,
                .load_source = load->source,
                .load_share = load->share,
#define LOAD_COUNT(member, unit, meaning)                  \
    .load_##member##_at_max = (double)load->at_max.member, \
    .load_##member##_at_one = (double)load->at_one.member,
#include "profile/load_counts.def"
#undef LOAD_COUNT
#define LOAD_WINDOW_COUNT(member, meaning)                               \
    .load_window_##member##_at_max = (double)load->window_at_max.member, \
    .load_window_##member##_at_one = (double)load->window_at_one.member,
#include "profile/load_window_counts.def"
#undef LOAD_WINDOW_COUNT
            };
        }
    }
    const poise_h5_rows table = {rows, n, sizeof *rows};
    int code = poise_h5_write_rows(file, load_fields, LOAD_FIELDS, table, err);
    const known are = what_is_known(data);
    if (code == POISE_OK && are.later)
        code = poise_h5_write_rows(file, later_fields, LATER_FIELDS, table, err);
    if (code == POISE_OK && are.windows)
        code = poise_h5_write_rows(file, window_fields, WINDOW_FIELDS, table, err);
    if (code == POISE_OK && have_source(data))
        code = poise_h5_write_rows(file, &source_field, 1, table, err);
    free(rows);
    return code;
}

static int write_sets(poise_h5 *file, const profile *data, size_t n, poise_error *err)
{
    set_row *rows = calloc(n, sizeof *rows), *row = rows;
    if (rows == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu sets of loads", n);
    for (size_t i = 0; i < data->n_kernels; i++) {
        const profile_kernel *kernel = &data->kernels[i];
        for (uint32_t k = 0; k < kernel->n_sets; k++) {
            const profile_set *set = &kernel->sets[k];
            *row++ = (set_row){(uint32_t)i, set->n, set->p, set->around, set->cycles};
        }
    }
    int code = poise_h5_write_rows(file, set_fields, SET_FIELDS, (poise_h5_rows){rows, n, sizeof *rows}, err);
    free(rows);
    return code;
}

int profile_write_loads(poise_h5 *file, const profile *data, poise_error *err)
{
    size_t loads = 0, sets = 0;
    for (size_t i = 0; i < data->n_kernels; i++) {
        loads += data->kernels[i].n_loads;
        sets += data->kernels[i].n_sets;
    }
    int code = poise_h5_put_u64(file, "/", "loads", loads, err);
    if (code == POISE_OK)
        code = poise_h5_put_u64(file, "/", "sets", sets, err);
    if (code == POISE_OK && loads > 0)
        code = write_loads(file, data, loads, err);
    return code == POISE_OK && sets > 0 ? write_sets(file, data, sets, err) : code;
}

/* ---- in ---- */

static int refuse(const char *path, const char *what, poise_error *err)
{
    return poise_fail(err, POISE_DAMAGED, "%s: %s", path, what);
}

/* A count that was a double in the file. */
static bool is_count(double value)
{
    return value >= 0 && value <= 0x1p53;
}

static bool take_counts(profile_load *load, const load_row *row)
{
    bool are_counts = true;
#define LOAD_COUNT(member, unit, meaning)                                                             \
    are_counts =                                                                                      \
        are_counts && is_count(row->load_##member##_at_max) && is_count(row->load_##member##_at_one); \
    load->at_max.member = are_counts ? (uint64_t)row->load_##member##_at_max : 0;                     \
    load->at_one.member = are_counts ? (uint64_t)row->load_##member##_at_one : 0;
#include "profile/load_counts.def"
#undef LOAD_COUNT
#define LOAD_WINDOW_COUNT(member, meaning)                                                      \
    are_counts = are_counts && is_count(row->load_window_##member##_at_max) &&                  \
                 is_count(row->load_window_##member##_at_one);                                  \
    load->window_at_max.member = are_counts ? (uint64_t)row->load_window_##member##_at_max : 0; \
    load->window_at_one.member = are_counts ? (uint64_t)row->load_window_##member##_at_one : 0;
#include "profile/load_window_counts.def"
#undef LOAD_WINDOW_COUNT
    return are_counts;
}

static void forget_later(profile_load *load)
{
#define LOAD_COUNT(member, unit, meaning)
#define LATER_LOAD_COUNT(member, unit, meaning) load->at_max.member = load->at_one.member = PROFILE_UNKNOWN;
#include "profile/load_counts.def"
#undef LOAD_COUNT
}

static void forget_windows(profile_load *load)
{
#define LOAD_WINDOW_COUNT(member, meaning) \
    load->window_at_max.member = load->window_at_one.member = PROFILE_UNKNOWN;
#include "profile/load_window_counts.def"
#undef LOAD_WINDOW_COUNT
}

/* What the file does not have. */
static void forget(profile *data, known are)
{
    for (size_t i = 0; i < data->n_kernels; i++) {
        for (uint32_t k = 0; k < data->kernels[i].n_loads; k++) {
            if (!are.later)
                forget_later(&data->kernels[i].loads[k]);
            if (!are.windows)
                forget_windows(&data->kernels[i].loads[k]);
        }
    }
}

static int take_loads(profile *data, const char *path, const load_row *rows, size_t n, poise_error *err)
{
    for (size_t i = 0; i < n;) {
        const uint32_t of = rows[i].load_kernel;
        size_t count = 1;
        while (i + count < n && rows[i + count].load_kernel == of)
            count++;
        if (of >= data->n_kernels || data->kernels[of].n_loads > 0 || count > PROFILE_MOST_LOADS)
            return refuse(path, "loads are not in the order of the kernels, or of no kernel, or too many",
                          err);
        profile_kernel *kernel = &data->kernels[of];
        kernel->loads = calloc(count, sizeof *kernel->loads);
        if (kernel->loads == NULL)
            return poise_fail(err, POISE_FAILED, "%s: no memory for %zu loads", path, n);
        for (; kernel->n_loads < count; i++) {
            if (rows[i].load_share < 0 || rows[i].load_share > 1 ||
                (kernel->n_loads > 0 && kernel->loads[kernel->n_loads - 1].pc >= rows[i].load_pc))
                return refuse(path, "a load has an impossible share or number", err);
            profile_load *load = &kernel->loads[kernel->n_loads++];
            *load = (profile_load){
                .pc = rows[i].load_pc, .source_line = rows[i].load_line, .share = rows[i].load_share};
            snprintf(load->source, sizeof load->source, "%s",
                     rows[i].load_source != NULL ? rows[i].load_source : "");
            if (!take_counts(load, &rows[i]))
                return refuse(path, "a load has an impossible count", err);
        }
    }
    return POISE_OK;
}

static int take_sets(profile *data, const char *path, const set_row *rows, size_t n, poise_error *err)
{
    for (size_t i = 0; i < n;) {
        const uint32_t of = rows[i].set_kernel;
        size_t count = 1;
        while (i + count < n && rows[i + count].set_kernel == of)
            count++;
        if (of >= data->n_kernels || data->kernels[of].n_sets > 0 || count > PROFILE_MOST_SETS)
            return refuse(path, "sets are not in the order of the kernels, or of no kernel, or too many",
                          err);
        profile_kernel *kernel = &data->kernels[of];
        kernel->sets = calloc(count, sizeof *kernel->sets);
        if (kernel->sets == NULL)
            return poise_fail(err, POISE_FAILED, "%s: no memory for %zu sets of loads", path, n);
        for (; kernel->n_sets < count; i++) {
            const set_row *row = &rows[i];
            if (!profile_has(kernel->warps, row->set_n, row->set_p) || row->set_around >> kernel->n_loads)
                return refuse(path, "a set is outside the plane, or of loads that the kernel does not have",
                              err);
            kernel->sets[kernel->n_sets++] =
                (profile_set){row->set_n, row->set_p, row->set_around, row->set_cycles};
        }
    }
    return POISE_OK;
}

static int read_loads(poise_h5 *file, const char *path, profile *data, size_t n, poise_error *err)
{
    load_row *rows = calloc(n, sizeof *rows);
    if (rows == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for %zu loads", path, n);
    const poise_h5_rows table = {rows, n, sizeof *rows};
    const known are = {poise_h5_has(file, later_fields[0].column.name),
                       poise_h5_has(file, window_fields[0].column.name)};
    int code = poise_h5_read_rows(file, load_fields, LOAD_FIELDS, table, err);
    if (code == POISE_OK && are.later)
        code = poise_h5_read_rows(file, later_fields, LATER_FIELDS, table, err);
    if (code == POISE_OK && are.windows)
        code = poise_h5_read_rows(file, window_fields, WINDOW_FIELDS, table, err);
    if (code == POISE_OK && poise_h5_has(file, source_field.column.name))
        code = poise_h5_read_rows(file, &source_field, 1, table, err);
    if (code == POISE_OK)
        code = take_loads(data, path, rows, n, err);
    if (code == POISE_OK)
        forget(data, are);
    for (size_t i = 0; i < n; i++)
        free(rows[i].load_source);
    free(rows);
    return code;
}

static int read_sets(poise_h5 *file, const char *path, profile *data, size_t n, poise_error *err)
{
    set_row *rows = calloc(n, sizeof *rows);
    if (rows == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for %zu sets of loads", path, n);
    int code = poise_h5_read_rows(file, set_fields, SET_FIELDS, (poise_h5_rows){rows, n, sizeof *rows}, err);
    if (code == POISE_OK)
        code = take_sets(data, path, rows, n, err);
    free(rows);
    return code;
}

int profile_read_loads(poise_h5 *file, const char *path, profile *data, poise_error *err)
{
    size_t loads = 0, sets = 0;
    int code = poise_h5_count_rows(file, path, "loads", "/load_pc", MAX_ROWS, &loads, err);
    if (code == POISE_OK && loads > 0)
        code = read_loads(file, path, data, loads, err);
    if (code == POISE_OK)
        code = poise_h5_count_rows(file, path, "sets", "/set_cycles", MAX_ROWS, &sets, err);
    return code == POISE_OK && sets > 0 ? read_sets(file, path, data, sets, err) : code;
}

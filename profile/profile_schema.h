/* What writer and reader of profile.h5 agree on; described for users in docs/DATA.md. */
#ifndef POISE_PROFILE_PROFILE_SCHEMA_H
#define POISE_PROFILE_PROFILE_SCHEMA_H

#include "common/h5_rows.h"
#include "profile/profile.h"

#define PROFILE_FORMAT "poise profile"

/* Stored where nothing was measured, and for p > N. */
#define PROFILE_FILL PROFILE_UNKNOWN

enum {
    PROFILE_MAX_CONFIG_TEXT = 60 << 10, /* an HDF5 attribute holds less than 64 KiB */
    PROFILE_MAX_OPTIONS = 4 << 10,
    PROFILE_MAX_POINTS = 1 << 22, /* tuples of all kernels of a file: 1 GiB of counters in memory */
    PROFILE_KERNEL_FIELDS = 7,
};

/* A column over the kernels that is kept in `member` of the struct `type`. */
#define PROFILE_COLUMN(type, member, unit, label)                                                \
    .column = {.name = "/" #member, .units = (unit), .long_name = (label), .axis = {"/kernel"}}, \
    .offset = offsetof(type, member)

/* The PROFILE_KERNEL_FIELDS columns that say what kernel launch a row is about, in profile.h5 and dataset.h5
 * alike; the struct `type` has the members of profile_kernel that they name. */
/* clang-format off */
#define PROFILE_KERNEL_COLUMNS(type)                                                                     \
    {.column = {.name = "/kernel", .units = "", .long_name = "kernel function"}, .kind = POISE_H5_TEXT,  \
     .offset = offsetof(type, kernel)},                                                                  \
    {PROFILE_COLUMN(type, program, "", "program that launched the kernel: group of cross-validation"),   \
     .kind = POISE_H5_TEXT},                                                                             \
    {PROFILE_COLUMN(type, run, "", "run of the program: folder of the trace"), .kind = POISE_H5_TEXT},   \
    {PROFILE_COLUMN(type, launch_index, "1", "number of the launch in its program, from 0"),             \
     .kind = POISE_H5_U32, .max = UINT32_MAX},                                                           \
    {PROFILE_COLUMN(type, trace_hash, "", "hash of the warp trace"), .kind = POISE_H5_HASH},             \
    {PROFILE_COLUMN(type, split, "", "use of the kernel: training or evaluation"),                       \
     .kind = POISE_H5_CHOICE, .choices = profile_splits},                                                \
    {PROFILE_COLUMN(type, warps, "warp", "warps per scheduler that occupancy allows (W)"),               \
     .kind = POISE_H5_U32, .min = 1, .max = PROFILE_MAX_WARPS}
/* clang-format on */

extern const poise_h5_field profile_kernel_fields[PROFILE_KERNEL_FIELDS];

/* The axes of a table kernel x N x p: N = 1, 2, ... `warps` <= PROFILE_MAX_WARPS, and p = `least_p` (0 or 1),
 * ... `warps`. Version 2 of the formats has p from 1 on. */
typedef struct profile_axes {
    uint32_t warps, least_p;
} profile_axes;

/* Cells of one kernel, and the table of `n_kernels`. */
size_t profile_axes_cells(profile_axes axes);
poise_h5_shape profile_axes_shape(profile_axes axes, size_t n_kernels);

/* The axes of a table of that shape; other shapes, or axes that read otherwise, are POISE_DAMAGED. */
int profile_read_axes(poise_h5 *file, const char *path, const poise_h5_column *table, poise_h5_shape shape,
                      profile_axes *axes, poise_error *err);
int profile_write_axes(poise_h5 *file, profile_axes axes, poise_error *err);

/* Tables kernel x tuple x SM of sampled counters, and kernel x SM of the number of windows. Reading sets
 * data->n_sms and allocates the samples of the kernels, which the caller frees also after a failure. */
int profile_write_samples(poise_h5 *file, const profile *data, poise_error *err);
int profile_read_samples(poise_h5 *file, const char *path, profile *data, poise_error *err);

/* Rows of loads and of sets of loads, and how many there are, of all kernels (profile_loads.c). Reading
 * allocates those of the kernels, which the caller frees also after a failure. */
int profile_write_loads(poise_h5 *file, const profile *data, poise_error *err);
int profile_read_loads(poise_h5 *file, const char *path, profile *data, poise_error *err);

/* The column of a counter; its name is written to `name`. */
enum { PROFILE_COLUMN_NAME = 64 };
poise_h5_column profile_counter_column(const sim_counter_info *info, char name[PROFILE_COLUMN_NAME]);

#endif

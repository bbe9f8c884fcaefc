#include "profile/profile_schema.h"

static const poise_h5_column n_axis = {
    .name = "/N", .units = "warp", .long_name = "warps per scheduler that may issue"};
static const poise_h5_column p_axis = {
    .name = "/p", .units = "warp", .long_name = "warps per scheduler that may allocate lines in L1"};

static uint32_t length_of_p(profile_axes axes)
{
    return axes.warps + 1 - axes.least_p;
}

size_t profile_axes_cells(profile_axes axes)
{
    return (size_t)axes.warps * length_of_p(axes);
}

poise_h5_shape profile_axes_shape(profile_axes axes, size_t n_kernels)
{
    return (poise_h5_shape){3, {n_kernels, axes.warps, length_of_p(axes)}};
}

static int write_axis(poise_h5 *file, const poise_h5_column *axis, uint32_t first, uint32_t length,
                      poise_error *err)
{
    uint64_t values[PROFILE_MAX_WARPS + 1];
    for (uint32_t i = 0; i < length; i++)
        values[i] = first + i;
    return poise_h5_write_u64(file, axis, (poise_h5_shape){1, {length}}, values, PROFILE_FILL, err);
}

int profile_write_axes(poise_h5 *file, profile_axes axes, poise_error *err)
{
    int code = write_axis(file, &n_axis, 1, axes.warps, err);
    return code == POISE_OK ? write_axis(file, &p_axis, axes.least_p, length_of_p(axes), err) : code;
}

static int check_axis(poise_h5 *file, const char *path, const poise_h5_column *axis, uint32_t first,
                      uint32_t length, poise_error *err)
{
    uint64_t values[PROFILE_MAX_WARPS + 1];
    int code = poise_h5_read_u64(file, axis->name, (poise_h5_shape){1, {length}}, values, err);
    for (uint32_t i = 0; i < length && code == POISE_OK; i++) {
        if (values[i] != first + i)
            code = poise_fail(err, POISE_DAMAGED, "%s: the axis %s is not %u, %u, %u, ...", path, axis->name,
                              first, first + 1, first + 2);
    }
    return code;
}

int profile_read_axes(poise_h5 *file, const char *path, const poise_h5_column *table, poise_h5_shape shape,
                      profile_axes *axes, poise_error *err)
{
    const uint64_t warps = shape.size[1], length = shape.size[2];
    if (shape.rank != 3 || warps > PROFILE_MAX_WARPS || (length != warps && length != warps + 1))
        return poise_fail(err, POISE_DAMAGED, "%s: data set %s is not a table of kernel, N and p", path,
                          table->name);
    *axes = (profile_axes){(uint32_t)warps, length == warps ? 1 : 0};
    int code = check_axis(file, path, &n_axis, 1, axes->warps, err);
    return code == POISE_OK ? check_axis(file, path, &p_axis, axes->least_p, length_of_p(*axes), err) : code;
}

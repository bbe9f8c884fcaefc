#include "profile/profile_schema.h"

static const poise_h5_column axes[] = {
    {.name = "/N", .units = "warp", .long_name = "warps per scheduler that may issue"},
    {.name = "/p", .units = "warp", .long_name = "warps per scheduler that may allocate lines in L1"},
};
enum { N_AXES = sizeof axes / sizeof axes[0] };

int profile_write_axes(poise_h5 *file, uint32_t warps, poise_error *err)
{
    uint64_t values[PROFILE_MAX_WARPS];
    for (uint32_t i = 0; i < warps; i++)
        values[i] = i + 1;
    int code = POISE_OK;
    for (size_t a = 0; a < N_AXES && code == POISE_OK; a++)
        code = poise_h5_write_u64(file, &axes[a], (poise_h5_shape){1, {warps}}, values, PROFILE_FILL, err);
    return code;
}

static int check_axis(poise_h5 *file, const char *path, const char *name, uint64_t warps, poise_error *err)
{
    uint64_t values[PROFILE_MAX_WARPS];
    int code = poise_h5_read_u64(file, name, (poise_h5_shape){1, {warps}}, values, err);
    for (uint64_t i = 0; i < warps && code == POISE_OK; i++) {
        if (values[i] != i + 1)
            code = poise_fail(err, POISE_DAMAGED, "%s: the axis %s is not 1, 2, 3, ...", path, name);
    }
    return code;
}

int profile_check_axes(poise_h5 *file, const char *path, uint64_t warps, poise_error *err)
{
    int code = POISE_OK;
    for (size_t a = 0; a < N_AXES && code == POISE_OK; a++)
        code = check_axis(file, path, axes[a].name, warps, err);
    return code;
}

#include "profile/profile_schema.h"

#include <stdio.h>

/* A column over the kernels that is kept in `member`. */
#define COLUMN(member, unit, label)                                                              \
    .column = {.name = "/" #member, .units = (unit), .long_name = (label), .axis = {"/kernel"}}, \
    .offset = offsetof(profile_kernel, member)

const poise_h5_field profile_kernel_fields[PROFILE_KERNEL_FIELDS] = {
    {.column = {.name = "/kernel", .units = "", .long_name = "kernel function"},
     .kind = POISE_H5_TEXT,
     .offset = offsetof(profile_kernel, kernel)},
    {COLUMN(program, "", "program that launched the kernel: group of cross-validation"),
     .kind = POISE_H5_TEXT},
    {COLUMN(launch_index, "1", "number of the launch in its program, from 0"), .kind = POISE_H5_U32,
     .max = UINT32_MAX},
    {COLUMN(trace_hash, "", "hash of the warp trace"), .kind = POISE_H5_HASH},
    {COLUMN(split, "", "use of the kernel: training or evaluation"), .kind = POISE_H5_CHOICE,
     .choices = profile_splits},
    {COLUMN(warps, "warp", "warps per scheduler that occupancy allows (W)"), .kind = POISE_H5_U32, .min = 1,
     .max = PROFILE_MAX_WARPS},
};

const poise_h5_column profile_axis_n = {
    .name = "/N", .units = "warp", .long_name = "warps per scheduler that may issue"};
const poise_h5_column profile_axis_p = {
    .name = "/p", .units = "warp", .long_name = "warps per scheduler that may allocate lines in L1"};

poise_h5_column profile_counter_column(const sim_counter_info *info, char name[PROFILE_COLUMN_NAME])
{
    snprintf(name, PROFILE_COLUMN_NAME, "/%s", info->name);
    return (poise_h5_column){
        .name = name, .units = info->unit, .long_name = info->help, .axis = {"/kernel", "/N", "/p"}};
}

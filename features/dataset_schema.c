#include "features/dataset_schema.h"

/* A column over the kernels that is kept in `member`. */
#define COLUMN(member, unit, label)                                                              \
    .column = {.name = "/" #member, .units = (unit), .long_name = (label), .axis = {"/kernel"}}, \
    .offset = offsetof(dataset_row, member)

const poise_h5_field dataset_row_fields[DATASET_ROW_FIELDS] = {
    {.column = {.name = "/kernel", .units = "", .long_name = "kernel function"},
     .kind = POISE_H5_TEXT,
     .offset = offsetof(dataset_row, kernel)},
    {COLUMN(program, "", "program that launched the kernel: group of cross-validation"),
     .kind = POISE_H5_TEXT},
    {COLUMN(launch_index, "1", "number of the launch in its program, from 0"), .kind = POISE_H5_U32,
     .max = UINT32_MAX},
    {COLUMN(trace_hash, "", "hash of the warp trace"), .kind = POISE_H5_HASH},
    {COLUMN(split, "", "use of the kernel: training or evaluation"), .kind = POISE_H5_CHOICE,
     .choices = profile_splits},
    {COLUMN(warps, "warp", "warps per scheduler that occupancy allows (W)"), .kind = POISE_H5_U32, .min = 1,
     .max = PROFILE_MAX_WARPS},
    {COLUMN(target_n, "warp", "N of the target tuple"), .kind = POISE_H5_U32, .min = 1,
     .max = PROFILE_MAX_WARPS},
    {COLUMN(target_p, "warp", "p of the target tuple"), .kind = POISE_H5_U32, .min = 1,
     .max = PROFILE_MAX_WARPS},
    {COLUMN(scaled_n, "warp", "target N times 24 / W"), .kind = POISE_H5_REAL},
    {COLUMN(scaled_p, "warp", "target p times 24 / W"), .kind = POISE_H5_REAL},
    {COLUMN(weight, "1", "weight of the kernel in training"), .kind = POISE_H5_REAL},
    {COLUMN(excluded, "1", "why not to train on the kernel: sum of flags, see flag_meanings; 0 = train"),
     .kind = POISE_H5_U32, .max = DATASET_ALL_EXCLUSIONS},
};

const poise_h5_column dataset_feature = {.name = "/feature", .units = "", .long_name = "feature name"};
const poise_h5_column dataset_definition = {.name = "/feature_definition",
                                            .units = "",
                                            .long_name = "definition of the feature (Table 5.3)",
                                            .axis = {"/feature"}};
const poise_h5_column dataset_x = {
    .name = "/X", .units = "1", .long_name = "feature vectors", .axis = {"/kernel", "/feature"}};
const poise_h5_column dataset_axis_n = {
    .name = "/N", .units = "warp", .long_name = "warps per scheduler that may issue"};
const poise_h5_column dataset_axis_p = {
    .name = "/p", .units = "warp", .long_name = "warps per scheduler that may allocate lines in L1"};
const poise_h5_column dataset_speedup = {.name = "/speedup",
                                         .units = "1",
                                         .long_name = "IPC(N, p) / IPC(max, max)",
                                         .axis = {"/kernel", "/N", "/p"}};
const poise_h5_column dataset_score = {.name = "/score",
                                       .units = "1",
                                       .long_name =
                                           "neighbourhood mean of the speedup; the target has the highest",
                                       .axis = {"/kernel", "/N", "/p"}};

const char dataset_flag_meanings[] =
#define EXCLUSION(id, bit, meaning) "bit " #bit ": " meaning "; "
#include "features/exclusions.def"
#undef EXCLUSION
    "none: train";

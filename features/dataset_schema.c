#include "features/dataset_schema.h"

const poise_h5_field dataset_row_fields[DATASET_ROW_FIELDS] = {
    PROFILE_KERNEL_COLUMNS(dataset_row),
    {PROFILE_COLUMN(dataset_row, target_n, "warp", "N of the target tuple"), .kind = POISE_H5_U32, .min = 1,
     .max = PROFILE_MAX_WARPS},
    {PROFILE_COLUMN(dataset_row, target_p, "warp", "p of the target tuple"), .kind = POISE_H5_U32, .min = 0,
     .max = PROFILE_MAX_WARPS},
    {PROFILE_COLUMN(dataset_row, scaled_n, "warp", "target N times 24 / W"), .kind = POISE_H5_REAL},
    {PROFILE_COLUMN(dataset_row, scaled_p, "warp", "target p times 24 / W"), .kind = POISE_H5_REAL},
    {PROFILE_COLUMN(dataset_row, weight, "1", "weight of the kernel in training"), .kind = POISE_H5_REAL},
    {PROFILE_COLUMN(dataset_row, sampled_sms, "1", "SMs whose features were sampled, see X_sampled"),
     .kind = POISE_H5_U32, .max = PROFILE_MAX_SMS},
    {PROFILE_COLUMN(dataset_row, excluded, "1",
                    "why not to train on the kernel: sum of flags, see flag_meanings; 0 = train"),
     .kind = POISE_H5_U32, .max = DATASET_ALL_EXCLUSIONS},
};

const poise_h5_column dataset_feature = {.name = "/feature", .units = "", .long_name = "feature name"};
const poise_h5_column dataset_definition = {.name = "/feature_definition",
                                            .units = "",
                                            .long_name = "definition of the feature (Table 5.3)",
                                            .axis = {"/feature"}};
const dataset_matrix dataset_matrices[DATASET_MATRICES] = {
    {{.name = "/X",
      .units = "1",
      .long_name = "features of the whole kernel",
      .axis = {"/kernel", "/feature"}},
     offsetof(dataset_row, x),
     false},
    {{.name = "/X_sampled",
      .units = "1",
      .long_name = "features as the inference engines of the SMs sample them, mean; NaN = too short",
      .axis = {"/kernel", "/feature"}},
     offsetof(dataset_row, x_sampled),
     true},
};
const poise_h5_column dataset_speedup = {.name = "/speedup",
                                         .units = "1",
                                         .long_name = "IPC(N, p) / IPC(max, max)",
                                         .axis = {"/kernel", "/N", "/p"}};
const poise_h5_column dataset_score = {.name = "/score",
                                       .units = "1",
                                       .long_name =
                                           "neighbourhood mean of the speedup; the target has the highest",
                                       .axis = {"/kernel", "/N", "/p"}};
const poise_h5_column dataset_polluting = {
    .name = "/polluting",
    .units = "1",
    .long_name = "mu_p/np of the analytical model (thesis, equation 5.11) over T_pipe K_mshr",
    .axis = {"/kernel", "/N", "/p"}};

const char dataset_flag_meanings[] =
#define EXCLUSION(id, bit, meaning) "bit " #bit ": " meaning "; "
#include "features/exclusions.def"
#undef EXCLUSION
    "none: train";

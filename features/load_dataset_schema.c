#include "features/load_dataset_schema.h"

#define COLUMN(member_, name_, unit, label, axis_) \
    .column = {.name = (name_), .units = (unit), .long_name = (label), .axis = {axis_}}, .offset = (member_)
#define OF_LOAD(member, name, unit, label) \
    COLUMN(offsetof(load_dataset_load, member), name, unit, label, "/load")
#define OF_ROW(member, name, unit, label) COLUMN(offsetof(load_dataset_row, member), name, unit, label, NULL)
#define OF_SCHEDULE(member, name, unit, label) \
    COLUMN(offsetof(load_dataset_schedule, member), name, unit, label, NULL)
#define ANY .kind = POISE_H5_U32, .max = UINT32_MAX

const poise_h5_field load_dataset_launch_fields[LOAD_DATASET_LAUNCH_FIELDS] = {
    PROFILE_KERNEL_COLUMNS(load_dataset_launch),
    {PROFILE_COLUMN(
         load_dataset_launch, excluded, "1",
         "why not to train on the launch: flags as in dataset.h5, of which only 'the same launch is "
         "in the evaluation split' is used; 0 = train"),
     ANY},
};

const poise_h5_field load_dataset_load_fields[LOAD_DATASET_LOAD_FIELDS] = {
    {COLUMN(offsetof(load_dataset_load, number), "/load", "1",
            "a load: its number in its launch, the bit of it in `around`", NULL),
     .kind = POISE_H5_U32, .max = PROFILE_MOST_LOADS - 1},
    {OF_LOAD(launch, "/load_kernel", "1", "place of its launch in `kernel`"), ANY},
    {OF_LOAD(pc, "/load_pc", "1", "number of the instruction in the kernel"), .kind = POISE_H5_U32,
     .max = TRACE_MAX_INSTS - 1},
    {OF_LOAD(source_line, "/load_line", "1", "line in the source of the kernel, 0 = unknown"), ANY},
    {OF_LOAD(lookups_one, "/load_lookups_at_one", "1",
             "look-ups in the L1 in windows at (1, 1), one for each line"),
     ANY},
    {OF_LOAD(share, "/load_share", "1", "share of the lines that the loads of the launch ask the L1 for"),
     .kind = POISE_H5_REAL},
};

const poise_h5_field load_dataset_source_field = {
    COLUMN(offsetof(load_dataset_source, text), "/load_source", "",
           "line in the source of the kernel, without its indentation", "/load"),
    .kind = POISE_H5_TEXT,
    .max = PROFILE_SOURCE_TEXT - 1,
};

const poise_h5_field load_dataset_feature_fields[LOAD_DATASET_FEATURES] = {
#define MODEL_FEATURE(name, definition)                                                         \
    {OF_LOAD(x[LOAD_X_##name], "/x_" #name, "1", "feature of models, in windows: " definition), \
     .kind = POISE_H5_REAL},
#include "models/load_features.def"
#undef MODEL_FEATURE
};

const poise_h5_field load_dataset_whole_fields[LOAD_DATASET_FEATURES] = {
#define MODEL_FEATURE(name, definition)                                                       \
    {OF_LOAD(whole[LOAD_X_##name], "/whole_" #name, "1", "of the whole launch: " definition), \
     .kind = POISE_H5_REAL},
#include "models/load_features.def"
#undef MODEL_FEATURE
};

const poise_h5_field load_dataset_extra_fields[LOAD_DATASET_EXTRAS] = {
#define LOAD_EXTRA(name, unit, definition) \
    {OF_LOAD(extra[LOAD_EXTRA_##name], "/extra_" #name, unit, definition), .kind = POISE_H5_REAL},
#include "features/load_extras.def"
#undef LOAD_EXTRA
};

const poise_h5_field load_dataset_row_fields[LOAD_DATASET_ROW_FIELDS] = {
    {OF_ROW(load, "/row_load", "1", "what a load is worth under a schedule: place of the load in `load`"),
     ANY},
    {OF_ROW(n, "/row_n", "warp", "N of the schedule"), .kind = POISE_H5_U32, .min = 1,
     .max = PROFILE_MAX_WARPS},
    {OF_ROW(p, "/row_p", "warp", "p of the schedule"), .kind = POISE_H5_U32, .min = 1,
     .max = PROFILE_MAX_WARPS},
    {OF_ROW(around, "/row_around", "1",
            "the other loads of the launch that allocate nothing; bit i is its load i"),
     .kind = POISE_H5_U32, .max = (1u << PROFILE_MOST_LOADS) - 1},
    {OF_ROW(context, "/row_context", "1", "which schedule it is: sum of flags, see flag_meanings"),
     .kind = POISE_H5_U32, .max = LOAD_AT_ANY},
    {OF_ROW(cycles_allocating, "/row_cycles_allocating", "core cycle",
            "of the launch when the load allocates"),
     .kind = POISE_H5_U32, .min = 1, .max = UINT32_MAX},
    {OF_ROW(cycles_around, "/row_cycles_around", "core cycle", "of the launch when the load goes around"),
     .kind = POISE_H5_U32, .min = 1, .max = UINT32_MAX},
    {OF_ROW(margin, "/row_margin", "1",
            "ln(cycles_around / cycles_allocating): > 0 says that the load had better allocate"),
     .kind = POISE_H5_REAL},
};

const char load_dataset_context_meanings[] =
    "bit 0: the best schedule that was measured, or the fastest N = p "
    "where the load was; bit 1: {W, W}; bit 2: "
    "the best N = p; bit 3: the best {N, p}; none: another";

const poise_h5_field load_dataset_schedule_fields[LOAD_DATASET_SCHEDULE_FIELDS] = {
    {OF_SCHEDULE(kernel, "/schedule_kernel", "1", "a measured schedule: place of its launch in `kernel`"),
     ANY},
    {OF_SCHEDULE(n, "/schedule_n", "warp", "of the schedule: N"), .kind = POISE_H5_U32, .min = 1,
     .max = PROFILE_MAX_WARPS},
    {OF_SCHEDULE(p, "/schedule_p", "warp", "of the schedule: p"), .kind = POISE_H5_U32,
     .max = PROFILE_MAX_WARPS},
    {OF_SCHEDULE(around, "/schedule_around", "1",
                 "of the schedule: loads of the launch that allocate nothing; bit i is its load i"),
     .kind = POISE_H5_U32, .max = (1u << PROFILE_MOST_LOADS) - 1},
    {OF_SCHEDULE(cycles, "/schedule_cycles", "core cycle", "of the schedule: cycles of the launch"),
     .kind = POISE_H5_U32, .min = 1, .max = UINT32_MAX},
};

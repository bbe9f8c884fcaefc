#include "design/schema.h"

/* clang-format off */
#define FIELD(type, member, data_set, unit, label, scale)                                              \
    .column = {.name = (data_set), .units = (unit), .long_name = (label), .axis = {scale}},             \
    .offset = offsetof(type, member)

const poise_h5_field design_row_fields[DESIGN_ROW_FIELDS] = {
    {FIELD(design_row, change, "/machine", "", "machine: in what it differs from the base", NULL), .kind = POISE_H5_TEXT},
    {FIELD(design_row, label, "/label", "", "base, best = the machine that the search chooses, name of a compared machine", "/machine"), .kind = POISE_H5_TEXT},
    {FIELD(design_row, stage, "/stage", "", "what part of the search has asked for it", "/machine"), .kind = POISE_H5_CHOICE, .choices = design_stage_names},
    {FIELD(design_row, round, "/round", "1", "round of the search; 0 = none", "/machine"), .kind = POISE_H5_U32, .max = UINT32_MAX},
    {FIELD(design_row, area, "/area", "mm^2", "area more than the base (thesis, section 3.7.3)", "/machine"), .kind = POISE_H5_REAL},
    {FIELD(design_row, mean, "/mean_speedup", "1", "mean speed-up over the base of the programs", "/machine"), .kind = POISE_H5_REAL},
    {FIELD(design_row, judged, "/judged_speedup", "1", "of the programs left out; 0 = not measured", "/machine"), .kind = POISE_H5_REAL},
    {FIELD(design_row, front, "/front", "1", "1 = on the Pareto front of the search", "/machine"), .kind = POISE_H5_U32, .max = 1},
};

const poise_h5_field design_knob_fields[DESIGN_KNOB_FIELDS] = {
    {FIELD(design_knob_row, option, "/knob", "", "machine option that the search changes", NULL), .kind = POISE_H5_TEXT},
    {FIELD(design_knob_row, values, "/knob_values", "", "its values, lowest level first", "/knob"), .kind = POISE_H5_TEXT},
    {FIELD(design_knob_row, base, "/knob_base", "", "its value of the base", "/knob"), .kind = POISE_H5_TEXT},
};

const poise_h5_field design_program_field =
    {FIELD(design_program_name, name, "/program", "", "program that machines are chosen on", NULL), .kind = POISE_H5_TEXT};
const poise_h5_field design_judge_field =
    {FIELD(design_program_name, name, "/judge", "", "program that only judges what is chosen", NULL), .kind = POISE_H5_TEXT};
/* clang-format on */

const poise_h5_column design_cycles_column = {.name = "/cycles",
                                              .units = "core cycle",
                                              .long_name = "cycles of the program on the machine",
                                              .axis = {"/machine", "/program"}};
const poise_h5_column design_judge_cycles_column = {.name = "/judge_cycles",
                                                    .units = "core cycle",
                                                    .long_name = "the same of programs left out; 0 = not run",
                                                    .axis = {"/machine", "/judge"}};

#include "probe/result/schema.h"

#include "probe/surface.h"

const probe_number probe_numbers[PROBE_NUMBERS] = {
    {"least_bytes", offsetof(probe_sweep, least_bytes), true},
    {"most_bytes", offsetof(probe_sweep, most_bytes), true},
    {"per_octave", offsetof(probe_sweep, per_octave), false},
    {"least_stride", offsetof(probe_sweep, least_stride), true},
    {"most_steps", offsetof(probe_sweep, most_steps), false},
    {"repeats", offsetof(probe_sweep, repeats), false},
};

const poise_h5_column probe_sizes = {
    .name = "/size", .units = "byte", .long_name = "bytes that a pointer chase goes round"};
const poise_h5_column probe_strides = {
    .name = "/stride", .units = "byte", .long_name = "bytes between the words that it reads"};
const poise_h5_column probe_time = {.name = "/time",
                                    .units = "unit",
                                    .long_name = "time of a load, median of repeats, in `unit`; NaN where "
                                                 "the stride is above the size or the point was not asked",
                                    .axis = {"/size", "/stride"}};
const poise_h5_column probe_spread = {.name = "/spread",
                                      .units = "unit",
                                      .long_name =
                                          "half of the distance of the quartiles of the repeats, in `unit`",
                                      .axis = {"/size", "/stride"}};

const poise_h5_column probe_name = {
    .name = "/found", .units = "", .long_name = "what was found: PART.VALUE, nearest part first"};
const poise_h5_column probe_value_unit = {
    .name = "/found_unit", .units = "", .long_name = "unit of the value; - = a count", .axis = {"/found"}};
const poise_h5_column probe_words = {.name = "/found_text",
                                     .units = "",
                                     .long_name = "a value that is no number; - = it is one",
                                     .axis = {"/found"}};
const poise_h5_column probe_least = {.name = "/least",
                                     .units = "found_unit",
                                     .long_name =
                                         "least that the value can be; NaN: not identifiable, or in words",
                                     .axis = {"/found"}};
const poise_h5_column probe_most = {.name = "/most",
                                    .units = "found_unit",
                                    .long_name = "most that the value can be; infinite: there is no bound",
                                    .axis = {"/found"}};
const poise_h5_column probe_confidence = {.name = "/confidence",
                                          .units = "1",
                                          .long_name = "that the value lies there, 0 to 1; 1 = times are "
                                                       "exact",
                                          .axis = {"/found"}};
const poise_h5_column probe_why = {.name = "/why",
                                   .units = "",
                                   .long_name = "the evidence, or why the value is not identifiable",
                                   .axis = {"/found"}};

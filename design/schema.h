/* Columns of the HDF5 file of a search, for writer and reader. */
#ifndef POISE_DESIGN_SCHEMA_H
#define POISE_DESIGN_SCHEMA_H

#include "common/h5_rows.h"
#include "design/result.h"

enum {
    DESIGN_ROW_FIELDS = 8,
    DESIGN_KNOB_FIELDS = 3,
    DESIGN_MOST_ROWS = 100000,
    DESIGN_MOST_PROGRAMS = 4096
};

extern const poise_h5_field design_row_fields[DESIGN_ROW_FIELDS];
extern const poise_h5_field design_knob_fields[DESIGN_KNOB_FIELDS];
extern const poise_h5_field design_program_field, design_judge_field;
extern const poise_h5_column design_cycles_column, design_judge_cycles_column;

#endif

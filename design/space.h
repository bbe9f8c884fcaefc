/* The machines that a search may build: a base, and for each knob the values that it may have. */
#ifndef POISE_DESIGN_SPACE_H
#define POISE_DESIGN_SPACE_H

#include "design/problem.h"
#include "sim/config/config.h"

enum { DESIGN_VALUE_TEXT = 24, DESIGN_TEXT = 512 };

/* A machine option and its values, lowest level first. */
typedef struct design_knob {
    const char *option; /* its name in the table of machine options */
    size_t n_levels;
    char level[DESIGN_MOST_LEVELS][DESIGN_VALUE_TEXT];
    uint8_t base; /* level of the base */
} design_knob;

typedef struct design_space {
    sim_config base;
    size_t n_knobs;
    design_knob knobs[DESIGN_MOST_KNOBS];
} design_space;

/* Knobs from a comma-separated list (NULL = "default"): `default` stands for those of knobs.def that are
 * searched without being named; OPTION is one of knobs.def with its ladder; OPTION=VALUE:VALUE is any machine
 * option with values of its own, lowest first, that of the base among them. What is named again replaces what
 * it was. An unknown knob or value is POISE_USAGE. */
int design_space_make(design_space *space, const sim_config *base, const char *knobs, poise_error *err);

/* The base. */
design_point design_space_start(const design_space *space);

/* The machine of a point; POISE_USAGE when its values do not fit together. */
int design_space_machine(const design_space *space, const design_point *point, sim_config *machine,
                         poise_error *err);

/* Area that the machine of a point has more than the base [S3.7.3], mm^2; NaN when there is no such machine.
 */
double design_space_area(const design_space *space, const design_point *point);

/* In what a machine differs from the base, "l1_mshrs=48 lsu_queue=40"; of knobs only those that are not at
 * the base; "base" for the base. */
void design_space_text(const design_space *space, const design_point *point, char text[DESIGN_TEXT]);

/* "1.5%" of the die [S3.7.3], "10.5mm2" or "10.5" as mm^2. Not negative; POISE_USAGE otherwise. */
int design_budget_read(const char *text, double *mm2, poise_error *err);

#endif

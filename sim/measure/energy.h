/* An estimate of energy from counters: `poise sim --energy`, metrics `energy` and `efficiency` of `poise
 * evaluate`. Nothing is counted for it. The constants, their sources and what each part is: energy.def. */
#ifndef POISE_SIM_MEASURE_ENERGY_H
#define POISE_SIM_MEASURE_ENERGY_H

#include "common/member.h"
#include "sim/config/config.h"
#include "sim/measure/counters.h"

#include <stddef.h>

/* Joules. */
typedef struct sim_energy {
#define ENERGY_PART(member, meaning) double member;
#include "sim/measure/energy.def"
#undef ENERGY_PART
} sim_energy;

/* What `counters`, of one launch or the sum of several, took on `machine`. */
sim_energy sim_energy_of(const sim_counters *counters, const sim_config *machine);

/* Sum of all parts. */
double sim_energy_total(const sim_energy *energy);

typedef struct sim_energy_part {
    const char *name, *help;
    size_t offset; /* of the double in sim_energy */
} sim_energy_part;

/* All parts in table order; *n is their number. */
const sim_energy_part *sim_energy_parts(size_t *n);
static inline double sim_energy_value(const sim_energy *energy, const sim_energy_part *part)
{
    return *(const double *)poise_const_member(energy, part->offset);
}

typedef struct sim_energy_constant {
    const char *name;
    double value;
    const char *unit, *source;
} sim_energy_constant;

/* What the parts are computed with; *n is their number. */
const sim_energy_constant *sim_energy_constants(size_t *n);

#endif

/* What the buffers and crossbar wires of a machine cost in silicon: the bookkeeping by which chapter 3 of the
 * thesis compares cost-effective configurations, at 40 nm. Source: [S3.7.3]. */
#ifndef POISE_SIM_CONFIG_AREA_H
#define POISE_SIM_CONFIG_AREA_H

#include "sim/config/config.h"

/* The die [S3.7.3]. */
#define SIM_AREA_DIE_MM2 700.0

enum { SIM_AREA_BUFFERS = 7 }; /* rows of the table in area.c */

typedef struct sim_area {
    double buffer_bytes[SIM_AREA_BUFFERS];
    double storage_bytes, storage_mm2; /* of all buffers */
    double wire_bytes, wire_mm2;       /* flit width of both directions of the crossbar */
    double total_mm2;
} sim_area;

/* Name of buffer `i`, such as "L1 MSHRs". */
const char *sim_area_buffer(size_t i);

/* What `machine` has more than `base`; what it has less is negative. */
sim_area sim_area_added(const sim_config *machine, const sim_config *base);

/* Area of `bytes` of storage, mm^2. */
double sim_area_of_storage(double bytes);

#endif

/* What the buffers and crossbar wires of a machine cost in silicon, and the ring among its L1s: the
 * bookkeeping by which chapters 3 and 4 of the thesis compare configurations, at 40 nm. Source: [S3.7.3,
 * S4.5.4]. */
#ifndef POISE_SIM_CONFIG_AREA_H
#define POISE_SIM_CONFIG_AREA_H

#include "sim/config/config.h"

/* The die [S3.7.3]. */
#define SIM_AREA_DIE_MM2 700.0

enum { SIM_AREA_BUFFERS = 7 }; /* rows of the table in area.c */

/* Of the ring (machine option ccn = ring), zeros without one. */
typedef struct sim_area_ring {
    double queue_bytes, queue_mm2;   /* CCN buffers, request and response queues of all nodes */
    double shadow_bytes, shadow_mm2; /* shadow tags */
    double wire_bytes, wire_mm2;     /* width of both channels, from node to node */
} sim_area_ring;

typedef struct sim_area {
    double buffer_bytes[SIM_AREA_BUFFERS];
    double storage_bytes, storage_mm2; /* of all buffers */
    double wire_bytes, wire_mm2;       /* flit width of both directions of the crossbar */
    sim_area_ring ring;
    double total_mm2;
} sim_area;

/* Name of buffer `i`, such as "L1 MSHRs". */
const char *sim_area_buffer(size_t i);

/* What `machine` has more than `base`; what it has less is negative. */
sim_area sim_area_added(const sim_config *machine, const sim_config *base);

/* Area of `bytes` of storage, mm^2. */
double sim_area_of_storage(double bytes);

#endif

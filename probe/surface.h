/* Times of pointer chases over sizes and strides, as the post among the sources draws them (Lowe-Power,
 * Inferring Kaveri's Shared Virtual Memory Implementation, 2017; Saavedra and Smith, IEEE TC 1995). */
#ifndef POISE_PROBE_SURFACE_H
#define POISE_PROBE_SURFACE_H

#include "probe/bench.h"

/* time[i * n_strides + j]: of a load, in the bench's unit, of size[i] bytes in steps of stride[j]; NAN where
 * it was not asked: a stride above its size, a point of an interrupted run. */
typedef struct probe_surface {
    uint32_t n_sizes, n_strides;
    uint64_t *size, *stride; /* bytes, ascending */
    double *time;
    double *spread;      /* of repeats: half of the distance of their quartiles; 0 where times are exact */
    uint32_t most_steps; /* a ring goes no farther than so many strides, whatever the size; 0 = no limit */
    bool is_shuffled;    /* the order of its steps: random, or ascending */
} probe_surface;

/* How a surface is asked for. */
typedef struct probe_sweep {
    uint64_t least_bytes, most_bytes; /* sizes */
    uint32_t per_octave;              /* sizes: 1, 2, 4 or 8 to a power of two */
    uint64_t least_stride;            /* strides are powers of two from here to the size */
    uint32_t
        most_steps;   /* of a ring: a larger one is cut to as many, as the 102400 loads of the post cut it */
    uint32_t repeats; /* of each point, of which the median is kept */
    bool is_shuffled; /* steps in random order, which no prefetcher guesses */
} probe_sweep;

/* All sizes and strides, all times NAN. POISE_USAGE: a sweep of nothing, or of more than PROBE_MOST_BYTES. */
int probe_surface_make(probe_surface *surface, const probe_sweep *sweep, poise_error *err);
void probe_surface_free(probe_surface *surface);

/* Whether a point exists: its stride is at most its size. */
bool probe_surface_has(const probe_surface *surface, uint32_t size, uint32_t stride);
/* Asks one point and notes its time and spread. */
int probe_surface_ask(probe_surface *surface, const probe_sweep *sweep, uint32_t size, uint32_t stride,
                      probe_bench *bench, poise_error *err);
/* The index of `bytes` in size or stride; n when it is none of them. */
uint32_t probe_surface_size(const probe_surface *surface, uint64_t bytes);
uint32_t probe_surface_stride(const probe_surface *surface, uint64_t bytes);

#endif

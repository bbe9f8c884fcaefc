/* What a memory of some levels takes for each point of a surface, and the levels that fit one best. */
#ifndef POISE_PROBE_INFER_LEVELS_H
#define POISE_PROBE_INFER_LEVELS_H

#include "probe/surface.h"

enum { PROBE_FIT_LEVELS = 8, PROBE_PAGE = 4096 }; /* bytes of the smallest page: longer lines are pages */
/* Noise of a point, a fraction, is never taken for less: what the regimes leave out (our choice). */
#define PROBE_LEAST_NOISE 0.005

/* A level in terms of the surface: indices into its sizes and strides. */
typedef struct probe_level {
    uint32_t fits, misses; /* the largest size that fits, the smallest of which every line misses */
    uint32_t line;         /* the smallest stride of which no two loads share a miss */
    uint32_t ways;         /* so many elements fit whatever their stride */
    bool is_step;          /* strides below `line` cost nothing, instead of their share of a line */
    bool is_behind;        /* a TLB that is asked when the nearest cache misses; caches are always */
    double miss;           /* time that a miss adds */
} probe_level;

/* A point that was asked. */
typedef struct probe_point {
    uint32_t size, stride; /* indices */
    uint32_t n;            /* elements of its ring */
    uint64_t span;         /* bytes, n strides */
    double time, weight;
} probe_point;

typedef struct probe_fit {
    const probe_surface *surface;
    probe_point *point;
    uint32_t n_points;
    uint32_t *steps; /* all n of points, ascending, each once */
    uint32_t n_steps;
    double hit;
    probe_level level[PROBE_FIT_LEVELS];
    uint32_t n;
    double loss;  /* weighted squares of what is left */
    double noise; /* what is left of a point, as a fraction of its time */
    double known; /* the same of one repeat of a point, as the repeats say; 0 = they say nothing */
    /* of each level and point: whether a line that is asked for again is gone, its share of a load, and the
     * product behind nearer levels; of which the last is a spare */
    double *gone[PROBE_FIT_LEVELS + 1], *share[PROBE_FIT_LEVELS + 1], *column[PROBE_FIT_LEVELS];
    double *likely; /* room of a search: n_sizes, n_strides and n_steps at least */
    double *room;
} probe_fit;

/* POISE_USAGE: fewer than three sizes or strides with times; POISE_FAILED: no memory. */
int probe_fit_open(probe_fit *fit, const probe_surface *surface, poise_error *err);
void probe_fit_close(probe_fit *fit);

/* Whether level `i` is asked only when level `j` misses. */
bool probe_fit_is_behind(const probe_fit *fit, uint32_t i, uint32_t j);
bool probe_level_is_tlb(const probe_fit *fit, const probe_level *level);
/* The loss with `level` in place of level `i`, which may be the next one; times are solved for, and with
 * `keep` it all becomes the fit's. INFINITY where they cannot be solved for. */
double probe_fit_try(probe_fit *fit, uint32_t i, probe_level level, bool keep);
void probe_fit_remove(probe_fit *fit, uint32_t i);
void probe_fit_insert(probe_fit *fit, uint32_t i, probe_level level);
/* What the model takes for point `p`. */
double probe_fit_time(const probe_fit *fit, uint32_t p);
/* Weights of points far off sink, so that a few of them do not bend the fit (Huber). Solves again. */
void probe_fit_reweigh(probe_fit *fit);
/* No levels, and the weights that points begin with. */
void probe_fit_clear(probe_fit *fit);
/* What is left of all points, as fractions, outliers no more than others. */
double probe_fit_left(const probe_fit *fit);
/* How many points say as much as one of independent noise: what is left beyond the known noise is the
 * regimes' fault, and alike in neighbours. */
double probe_fit_alike(const probe_fit *fit);
/* Standard errors of the hit time (0) and of the miss time of each level (1 + i). */
void probe_fit_errors(const probe_fit *fit, double errors[PROBE_FIT_LEVELS + 1]);

#endif

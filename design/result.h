/* What a search has found, with everything that it has measured. */
#ifndef POISE_DESIGN_RESULT_H
#define POISE_DESIGN_RESULT_H

#include "common/hash.h"
#include "design/problem.h"

#include <math.h>

#define DESIGN_FORMAT "poise design"
enum { DESIGN_FORMAT_VERSION = 1 };

/* How speed-ups of programs become one number. Chapter 3 has arithmetic means. */
typedef enum design_mean { DESIGN_ARITHMETIC, DESIGN_HARMONIC, DESIGN_GEOMETRIC, DESIGN_MEANS } design_mean;
#define DESIGN_MEAN_CHOICES "arithmetic|harmonic|geometric"
extern const char *const design_mean_names[DESIGN_MEANS + 1];

/* A machine that has been measured. */
typedef struct design_row {
    char *label;  /* "base", "best" = the chosen one, the name of a compared machine; "" for others */
    char *change; /* in what it differs from the base: "l1_mshrs=48 lsu_queue=40" */
    design_stage stage;
    uint32_t round; /* of the search, 0 = none */
    double area;    /* more than the base, mm^2 [S3.7.3] */
    double mean;    /* speed-up over the base, of the programs */
    double judged;  /* of the programs left out; 0 = not measured */
    uint32_t front; /* 1 = on the Pareto front of the search */
} design_row;

typedef struct design_program_name {
    char *name;
} design_program_name;

typedef struct design_knob_row {
    char *option, *values; /* "32:48:64:128" */
    char *base;
} design_knob_row;

typedef struct design_result {
    char *config, *policy; /* the base, as text; what runs on all machines */
    char config_hash[POISE_HASH_TEXT];
    design_mean mean;
    double budget; /* mm^2 */
    uint32_t beam, most, is_cut;
    size_t n_knobs, n_programs, n_judges, n_rows;
    design_knob_row *knobs;
    design_program_name *programs, *judges; /* chosen on; left out */
    design_row *rows; /* the base, then compared ones, then those of the search in order of measurement */
    uint64_t *cycles; /* [n_rows][n_programs] */
    uint64_t *judge_cycles;     /* [n_rows][n_judges]; 0 = not measured */
    char hash[POISE_HASH_TEXT]; /* of the file it was read from */
} design_result;

/* A zeroed one is fine. */
void design_result_free(design_result *result);

/* Mean speed-up of n programs; NaN for none. */
double design_mean_speedup(design_mean mean, const uint64_t *base, const uint64_t *cycles, size_t n);

/* The chosen machine: the row whose label is "best". */
const design_row *design_result_best(const design_result *result);
/* The machine of the search with the highest mean that has at most this area. */
const design_row *design_result_within(const design_result *result, double area);
/* The Pareto front by rising area; malloc'ed, *n of them; NULL without memory. */
const design_row **design_result_front(const design_result *result, size_t *n);

/* HDF5; docs/DESIGN.md says what is in it. What is wrong with a file that is read is POISE_DAMAGED. */
int design_result_write(const char *path, const design_result *result, poise_error *err);
int design_result_read(const char *path, design_result *result, poise_error *err);

#endif

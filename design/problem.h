/* What a search of machines is about: points, what has been measured of them, and what is asked for. */
#ifndef POISE_DESIGN_PROBLEM_H
#define POISE_DESIGN_PROBLEM_H

#include "common/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DESIGN_MOST_KNOBS = 24, DESIGN_MOST_LEVELS = 8, DESIGN_MOST_BEAM = 16, DESIGN_GIVEN = 3 };

/* Steps that cost less area count as so much, in the unit of areas, when gains are compared per area. */
#define DESIGN_LEAST_AREA 0.01

typedef struct design_point {
    uint8_t level[DESIGN_MOST_KNOBS]; /* zero beyond the knobs there are */
} design_point;

typedef enum design_stage {
    DESIGN_BASE,
    DESIGN_ASCENT,
    DESIGN_PAIRS,
    DESIGN_DESCENT,
    DESIGN_EXCHANGE,
    DESIGN_TRIM,
    DESIGN_COMPARED, /* not of the search: a machine that somebody else has chosen */
    DESIGN_STAGES
} design_stage;

extern const char *const design_stage_names[DESIGN_STAGES + 1]; /* NULL at the end */

/* A point that has been measured, and why. */
typedef struct design_visit {
    design_point point;
    design_stage stage;
    uint32_t round; /* of all rounds of the search, from 1 */
    double area, value;
} design_visit;

typedef struct design_problem {
    size_t n_knobs;
    uint8_t levels[DESIGN_MOST_KNOBS]; /* of each knob, at least 1; higher levels cost more */
    design_point start;                /* the base */
    double budget;                     /* area of a point, at most */
    size_t beam;                       /* 1..DESIGN_MOST_BEAM */
    size_t most;                       /* points that may be measured, at least 1 */
    double least_gain;                 /* a gain of less counts as none, a loss of less as none */
    /* Area of a point more than the base; NaN = there is no such machine. */
    double (*area)(const void *user, const design_point *point);
    /* Sets the values of n points, which have not been measured before. What fails ends the search. */
    int (*measure)(void *user, design_visit *visits, size_t n, poise_error *err);
    void *user;
} design_problem;

typedef struct design_search {
    design_visit *visits; /* the base first, then in order of measurement; room for `most` of the problem */
    size_t n;
    size_t best;   /* highest value within the budget; of equal ones the one of less area */
    size_t chosen; /* the same without what does not cost */
    bool is_cut;   /* `most` has kept points from being measured */
} design_search;

/* The Pareto front of n points: those for which no other has at most the area and at least the value, by
 * rising area; of points that agree in both the first. Writes their numbers to front[n] and returns how many.
 */
size_t design_front(const design_visit *visits, size_t n, size_t *front);

#endif

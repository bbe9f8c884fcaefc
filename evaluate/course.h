/* The course of a launch: what its policies and the machine have said of themselves while it ran
 * (sim_observe_course), series by series. */
#ifndef POISE_EVALUATE_COURSE_H
#define POISE_EVALUATE_COURSE_H

#include "sim/sim.h"

enum {
    COURSE_MOST_SERIES =
        4096, /* of all policies and of the machine, or of all sources of a mix (our choice) */
    COURSE_MOST_POINTS = 4096 /* kept of a series, the first ones (our choice) */
};

typedef struct course_point {
    uint64_t cycle; /* of the launch: the value is of the time since the point before */
    double value;   /* finite */
} course_point;

/* Series of one place and group are parts of a whole. */
typedef struct course_series {
    char place[POLICY_STATISTIC_TEXT]; /* of a policy_place, or "machine" */
    char group[POLICY_STATISTIC_TEXT], name[POLICY_STATISTIC_TEXT], unit[POLICY_STATISTIC_TEXT];
    size_t n;
    course_point *points; /* in order of time */
} course_series;

/* In the order in which they began. */
typedef struct evaluate_course {
    size_t n;
    course_series *series;
    size_t last; /* series that has got a point last: the next one as a rule has the next */
} evaluate_course;
/* A zeroed one is fine. */
void evaluate_course_free(evaluate_course *course);

/* Adds a series without points, with copies of its texts, which come from policies and from files. NULL, or
 * why it cannot be kept, as an object of "they have": "a name twice". */
const char *evaluate_course_add_series(evaluate_course *course, const char *place, const char *group,
                                       const char *name, const char *unit);
/* The same of a point; one beyond COURSE_MOST_POINTS is left out. */
const char *course_series_add(course_series *series, uint64_t cycle, double value);

/* The sum of the points. */
double course_series_sum(const course_series *series);
/* Whether both are parts of the same whole. */
bool course_is_one_group(const course_series *a, const course_series *b);

/* What watches launches of a simulator, one after the other. */
typedef struct course_watch {
    evaluate_course *course; /* of the launch that runs */
    const char *fault;       /* why something could not be kept; NULL = all was */
} course_watch;
/* A sim_course_observer; `watch` is a course_watch. */
void course_watch_note(void *watch, const char *place, uint64_t cycle, const policy_sample *samples,
                       size_t n);
/* The fault as an error. */
int course_watch_error(const course_watch *watch, poise_error *err);

#endif

/* Figures of the course of a launch: shares of the parts of a whole over time and in all, such as warps by
 * type, and single numbers over time, such as how long requests wait for an L2 bank. */
#ifndef POISE_REPORT_RESULTS_COURSES_H
#define POISE_REPORT_RESULTS_COURSES_H

#include "report/page/markup.h"
#include "report/results/report.h"

typedef enum course_kind {
    COURSE_SHARES,    /* of the parts, over time */
    COURSE_HISTOGRAM, /* of the parts, in all */
    COURSE_LINE,      /* of a group of one */
} course_kind;

/* A figure of a launch that was watched. */
typedef struct course_figure {
    size_t first; /* series of its group */
    course_kind kind;
} course_figure;

/* Figure `i` of `course`; false: it has no more. Groups stand in the order in which they began. */
bool course_figure_at(const evaluate_course *course, size_t i, course_figure *figure);
size_t course_figures(const evaluate_course *course);

/* `launch` names it; `cycles` is how long it took. */
typedef struct course_drawing {
    const evaluate_course *course;
    uint64_t cycles;
    const char *launch;
    course_figure figure;
} course_drawing;
void course_draw(markup *m, const course_drawing *drawing, bool alone);

/* Of a launch that a report shows. */
static inline const evaluate_course *results_course(const results_report *report, const results_visit *visit)
{
    return &results_cell(report, visit->program, visit->policy)->result.courses[visit->launch];
}

#endif

/* What programs and CPU cores of a mix have done over time (evaluate/course.h): a figure for each series,
 * with a line for each source. */
#ifndef POISE_REPORT_MIXES_COURSES_H
#define POISE_REPORT_MIXES_COURSES_H

#include "report/mixes/output.h"

/* A figure: the series of this name in a cell. */
typedef struct mixes_course {
    size_t cell;
    const char *name, *unit;
} mixes_course;

/* Figure `i` of a mix under a policy; of all that were watched, in order. False beyond the last. */
bool mixes_course_of(const mixes_report *report, size_t cell, size_t i, mixes_course *figure);
bool mixes_course_at(const mixes_report *report, size_t i, mixes_course *figure);
size_t mixes_courses(const mixes_report *report);
void mixes_course_draw(markup *m, const mixes_report *report, const mixes_course *figure, bool alone);

/* For people: "app0" is a program of the mix, "gpu" all of them. */
void mixes_source_words(const evaluate_mix *mix, const char *source, char *words, size_t size);

/* One line for each point of each series. */
void mixes_courses_csv(const evaluate_mixes *mixes, FILE *out);
/* A line for each series: its mean over time, least and most; nothing when nobody has watched. */
void mixes_courses_markdown(const mixes_report *report, FILE *out);

#endif

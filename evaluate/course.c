#include "evaluate/course.h"

#include "sim_hooks/registry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void evaluate_course_free(evaluate_course *course)
{
    for (size_t i = 0; i < course->n; i++)
        free(course->series[i].points);
    free(course->series);
    *course = (evaluate_course){0};
}

/* NULL = there is none. */
static course_series *find(const evaluate_course *course, const char *place, const char *group,
                           const char *name)
{
    for (size_t k = 1; k <= course->n; k++) {
        course_series *series = &course->series[(course->last + k) % course->n];
        if (strcmp(series->name, name) == 0 && strcmp(series->group, group) == 0 &&
            strcmp(series->place, place) == 0)
            return series;
    }
    return NULL;
}

static void put_text(char *to, const char *text)
{
    memcpy(to, text, strlen(text) + 1);
}

const char *evaluate_course_add_series(evaluate_course *course, const char *place, const char *group,
                                       const char *name, const char *unit)
{
    const char *fault = policy_statistic_fault(name, unit);
    fault = fault == NULL ? policy_statistic_fault(group, "") : fault;
    fault = fault == NULL ? policy_statistic_fault(place, "") : fault;
    if (fault != NULL)
        return fault;
    if (find(course, place, group, name) != NULL)
        return "a name twice";
    if (course->n == COURSE_MOST_SERIES)
        return "too many of them";
    course_series *grown = realloc(course->series, (course->n + 1) * sizeof *grown);
    if (grown == NULL)
        return "no memory";
    course->series = grown;
    course_series *series = &grown[course->n++];
    *series = (course_series){0};
    put_text(series->place, place);
    put_text(series->group, group);
    put_text(series->name, name);
    put_text(series->unit, unit);
    return NULL;
}

/* The room for points doubles. */
static bool has_room(course_series *series)
{
    if (series->n > 0 && (series->n & (series->n - 1)) != 0)
        return true;
    course_point *grown = realloc(series->points, (series->n > 0 ? 2 * series->n : 1) * sizeof *grown);
    if (grown == NULL)
        return false;
    series->points = grown;
    return true;
}

const char *course_series_add(course_series *series, uint64_t cycle, double value)
{
    if (!isfinite(value))
        return "a value that is not finite";
    if (series->n > 0 && series->points[series->n - 1].cycle > cycle)
        return "points that are not in order";
    if (series->n == COURSE_MOST_POINTS)
        return NULL;
    if (!has_room(series))
        return "no memory";
    series->points[series->n++] = (course_point){cycle, value};
    return NULL;
}

double course_series_sum(const course_series *series)
{
    double sum = 0;
    for (size_t i = 0; i < series->n; i++)
        sum += series->points[i].value;
    return sum;
}

bool course_is_one_group(const course_series *a, const course_series *b)
{
    return strcmp(a->group, b->group) == 0 && strcmp(a->place, b->place) == 0;
}

/* ---- of a simulator ---- */

static const char *note(evaluate_course *course, const char *place, uint64_t cycle,
                        const policy_sample *sample)
{
    course_series *series = find(course, place, sample->group, sample->name);
    if (series == NULL) {
        const char *fault =
            evaluate_course_add_series(course, place, sample->group, sample->name, sample->unit);
        if (fault != NULL)
            return fault;
        series = &course->series[course->n - 1];
    }
    course->last = (size_t)(series - course->series);
    return course_series_add(series, cycle, sample->value);
}

void course_watch_note(void *watch, const char *place, uint64_t cycle, const policy_sample *samples, size_t n)
{
    course_watch *w = watch;
    for (size_t i = 0; i < n && w->fault == NULL; i++)
        w->fault = note(w->course, place, cycle, &samples[i]);
}

int course_watch_error(const course_watch *watch, poise_error *err)
{
    return watch->fault == NULL
               ? POISE_OK
               : poise_fail(err, POISE_FAILED, "what is said in the course of a launch has %s", watch->fault);
}

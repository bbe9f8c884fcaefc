/* results.h5 out and in: the courses of launches, or of mixes: rows of series, and their points behind each
 * other. They stand in files in which there are some. */
#include "evaluate/results/input.h"
#include "evaluate/results/mixes.h"

#include <stdlib.h>

/* Called for the course of every launch or mix, `owner`, under every policy, in order. */
typedef int results_course_visit(void *context, size_t owner, size_t policy, evaluate_course *course,
                                 poise_error *err);

/* Whose courses, and what the file calls them. */
typedef struct results_courses {
    const void *all;
    int (*each)(const void *all, results_course_visit *visit, void *context, poise_error *err);
    const poise_h5_field *fields; /* of results_series */
    size_t n_fields;
    const char *series; /* attribute: how many series */
    const char *points; /* data set: points of each; a file without it has no courses */
    const char *owner;  /* "launch" */
    const char *owners;
} results_courses;

/* ---- out ---- */

/* Rows as they are made; counted first, without room for them. */
typedef struct rows_out {
    results_series *series;
    results_point *points;
    size_t n_series, n_points;
} rows_out;

/* The texts are borrowed. */
static void put_series(rows_out *out, size_t owner, size_t policy, course_series *series)
{
    if (out->series != NULL)
        out->series[out->n_series] =
            (results_series){(uint32_t)owner, (uint32_t)policy, series->place,      series->group,
                             series->name,    series->unit,     (uint32_t)series->n};
    for (size_t i = 0; out->points != NULL && i < series->n; i++)
        out->points[out->n_points + i] =
            (results_point){(uint32_t)series->points[i].cycle, series->points[i].value};
    out->n_series++;
    out->n_points += series->n;
}

static int put_course(void *context, size_t owner, size_t policy, evaluate_course *course, poise_error *err)
{
    (void)err;
    for (size_t i = 0; i < course->n; i++)
        put_series(context, owner, policy, &course->series[i]);
    return POISE_OK;
}

static int write_rows(poise_h5 *file, const results_courses *courses, const rows_out *out, poise_error *err)
{
    const poise_h5_rows series = {out->series, out->n_series, sizeof *out->series};
    const poise_h5_rows points = {out->points, out->n_points, sizeof *out->points};
    int code = poise_h5_put_u64(file, "/", courses->series, out->n_series, err);
    if (code == POISE_OK)
        code = poise_h5_put_u64(file, "/", "points", out->n_points, err);
    if (code == POISE_OK)
        code = poise_h5_write_rows(file, courses->fields, courses->n_fields, series, err);
    return code == POISE_OK
               ? poise_h5_write_rows(file, results_point_fields, RESULTS_POINT_FIELDS, points, err)
               : code;
}

static int write_courses(poise_h5 *file, const results_courses *courses, poise_error *err)
{
    rows_out count = {0}, out = {0};
    int code = courses->each(courses->all, put_course, &count, err);
    if (code != POISE_OK || count.n_points == 0)
        return code;
    out.series = calloc(count.n_series, sizeof *out.series);
    out.points = calloc(count.n_points, sizeof *out.points);
    if (out.series == NULL || out.points == NULL)
        code = poise_fail(err, POISE_FAILED, "no memory for the courses of %s, %zu points", courses->owners,
                          count.n_points);
    if (code == POISE_OK)
        code = courses->each(courses->all, put_course, &out, err);
    if (code == POISE_OK)
        code = write_rows(file, courses, &out, err);
    free(out.series);
    free(out.points);
    return code;
}

/* ---- in ---- */

typedef struct rows_in {
    const results_input *in;
    const results_courses *courses;
    results_series *series;
    results_point *points;
    size_t n_series, n_points;
    size_t next, next_point; /* to be taken */
} rows_in;

static int refuse_course(const rows_in *rows, const char *fault, poise_error *err)
{
    return poise_fail(err, POISE_DAMAGED, "%s: the course of a %s has %s", rows->in->path,
                      rows->courses->owner, fault);
}

static int take_series(rows_in *rows, evaluate_course *course, poise_error *err)
{
    const results_series *row = &rows->series[rows->next++];
    if (row->series_points > rows->n_points - rows->next_point)
        return refuse_course(rows, "more points than the file", err);
    const char *group = row->series_group ? row->series_group : row->series_name;
    const char *fault =
        evaluate_course_add_series(course, row->series_place, group, row->series_name, row->series_unit);
    for (uint32_t i = 0; i < row->series_points && fault == NULL; i++) {
        const results_point *point = &rows->points[rows->next_point++];
        fault = course_series_add(&course->series[course->n - 1], point->point_cycle, point->point_value);
    }
    return fault == NULL ? POISE_OK : refuse_course(rows, fault, err);
}

static int take_course(void *context, size_t owner, size_t policy, evaluate_course *course, poise_error *err)
{
    rows_in *rows = context;
    int code = POISE_OK;
    while (code == POISE_OK && rows->next < rows->n_series &&
           rows->series[rows->next].series_launch == owner &&
           rows->series[rows->next].series_policy == policy)
        code = take_series(rows, course, err);
    return code;
}

static int take_all(rows_in *rows, poise_error *err)
{
    const results_courses *courses = rows->courses;
    int code = courses->each(courses->all, take_course, rows, err);
    if (code != POISE_OK || (rows->next == rows->n_series && rows->next_point == rows->n_points))
        return code;
    return poise_fail(err, POISE_DAMAGED, "%s: the courses of %s are not in order, or of no %s",
                      rows->in->path, courses->owners, courses->owner);
}

static int read_rows(results_input *in, rows_in *rows, poise_error *err)
{
    int code = poise_h5_read_rows(in->file, rows->courses->fields, rows->courses->n_fields,
                                  (poise_h5_rows){rows->series, rows->n_series, sizeof *rows->series}, err);
    if (code == POISE_OK)
        code = poise_h5_read_rows(in->file, results_point_fields, RESULTS_POINT_FIELDS,
                                  (poise_h5_rows){rows->points, rows->n_points, sizeof *rows->points}, err);
    if (code == POISE_OK)
        code = take_all(rows, err);
    for (size_t i = 0; i < rows->n_series; i++) {
        free(rows->series[i].series_place);
        free(rows->series[i].series_group);
        free(rows->series[i].series_name);
        free(rows->series[i].series_unit);
    }
    return code;
}

static int read_courses(results_input *in, const results_courses *courses, poise_error *err)
{
    rows_in rows = {.in = in, .courses = courses};
    if (!poise_h5_has(in->file, courses->points))
        return POISE_OK;
    int code = poise_h5_count_rows(in->file, in->path, courses->series, courses->points, RESULTS_MAX_SERIES,
                                   &rows.n_series, err);
    if (code == POISE_OK)
        code = poise_h5_count_rows(in->file, in->path, "points", "/point_value", RESULTS_MAX_POINTS,
                                   &rows.n_points, err);
    if (code != POISE_OK)
        return code;
    rows.series = calloc(rows.n_series + 1, sizeof *rows.series);
    rows.points = calloc(rows.n_points + 1, sizeof *rows.points);
    code =
        rows.series != NULL && rows.points != NULL
            ? read_rows(in, &rows, err)
            : poise_fail(err, POISE_FAILED, "%s: no memory for the courses of %s", in->path, courses->owners);
    free(rows.series);
    free(rows.points);
    return code;
}

/* ---- of launches ---- */

static int each_launch(const void *all, results_course_visit *visit, void *context, poise_error *err)
{
    const evaluate_comparisons *comparisons = all;
    const size_t policies = comparisons->of[0]->request.policies->n;
    size_t launch = 0;
    for (size_t i = 0; i < results_slots(*comparisons); i++) {
        const results_slot slot = results_slot_at(*comparisons, i);
        for (size_t k = 0; k < slot.n_launches; k++, launch++)
            for (size_t policy = 0; policy < policies; policy++) {
                evaluate_course *course = &results_slot_result(&slot, policy)->courses[k];
                int code = visit(context, launch, policy, course, err);
                if (code != POISE_OK)
                    return code;
            }
    }
    return POISE_OK;
}

static results_courses of_launches(const evaluate_comparisons *all)
{
    return (results_courses){.all = all,
                             .each = each_launch,
                             .fields = results_series_fields,
                             .n_fields = RESULTS_SERIES_FIELDS,
                             .series = "series",
                             .points = "/series_points",
                             .owner = "launch",
                             .owners = "launches"};
}

int results_write_courses(poise_h5 *file, evaluate_comparisons all, poise_error *err)
{
    const results_courses courses = of_launches(&all);
    return write_courses(file, &courses, err);
}

int results_read_courses(results_input *in, poise_error *err)
{
    const results_courses courses = of_launches(&in->results->all);
    return read_courses(in, &courses, err);
}

/* ---- of mixes ---- */

static int each_mix(const void *all, results_course_visit *visit, void *context, poise_error *err)
{
    const evaluate_mixes *mixes = all;
    int code = POISE_OK;
    for (size_t m = 0; m < mixes->request.n_mixes; m++)
        for (size_t p = 0; p < mixes->request.policies->n && code == POISE_OK; p++)
            code = visit(context, m, p, &evaluate_mix_cell_of(mixes, m, p)->shared.course, err);
    return code;
}

static results_courses of_mixes(const evaluate_mixes *mixes)
{
    return (results_courses){.all = mixes,
                             .each = each_mix,
                             .fields = mixes_series_fields,
                             .n_fields = MIXES_SERIES_FIELDS,
                             .series = "mix_series",
                             .points = "/mix_series_points",
                             .owner = "mix",
                             .owners = "mixes"};
}

int mixes_write_courses(poise_h5 *file, const evaluate_mixes *mixes, poise_error *err)
{
    const results_courses courses = of_mixes(mixes);
    return write_courses(file, &courses, err);
}

int results_read_mix_courses(results_input *in, poise_error *err)
{
    const results_courses courses = of_mixes(&in->results->of_mixes);
    return read_courses(in, &courses, err);
}

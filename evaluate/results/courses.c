/* results.h5 out and in: the courses of launches. They stand in files in which there are some. */
#include "evaluate/results/input.h"

#include <stdlib.h>

/* ---- out ---- */

/* Rows as they are made; counted first, without room for them. */
typedef struct rows_out {
    results_series *series;
    results_point *points;
    size_t n_series, n_points;
} rows_out;

/* The texts are borrowed. */
static void put_series(rows_out *out, size_t launch, size_t policy, course_series *series)
{
    if (out->series != NULL)
        out->series[out->n_series] =
            (results_series){(uint32_t)launch, (uint32_t)policy, series->place,      series->group,
                             series->name,     series->unit,     (uint32_t)series->n};
    for (size_t i = 0; out->points != NULL && i < series->n; i++)
        out->points[out->n_points + i] =
            (results_point){(uint32_t)series->points[i].cycle, series->points[i].value};
    out->n_series++;
    out->n_points += series->n;
}

static void put_all(rows_out *out, evaluate_comparisons all)
{
    size_t launch = 0;
    for (size_t i = 0; i < results_slots(all); i++) {
        const results_slot slot = results_slot_at(all, i);
        for (size_t k = 0; k < slot.n_launches; k++, launch++) {
            for (size_t policy = 0; policy < all.of[0]->request.policies->n; policy++) {
                const evaluate_result *result = results_slot_result(&slot, policy);
                for (size_t s = 0; s < result->courses[k].n; s++)
                    put_series(out, launch, policy, &result->courses[k].series[s]);
            }
        }
    }
}

static int write_rows(poise_h5 *file, const rows_out *out, poise_error *err)
{
    const poise_h5_rows series = {out->series, out->n_series, sizeof *out->series};
    const poise_h5_rows points = {out->points, out->n_points, sizeof *out->points};
    int code = poise_h5_put_u64(file, "/", "series", out->n_series, err);
    if (code == POISE_OK)
        code = poise_h5_put_u64(file, "/", "points", out->n_points, err);
    if (code == POISE_OK)
        code = poise_h5_write_rows(file, results_series_fields, RESULTS_SERIES_FIELDS, series, err);
    return code == POISE_OK
               ? poise_h5_write_rows(file, results_point_fields, RESULTS_POINT_FIELDS, points, err)
               : code;
}

int results_write_courses(poise_h5 *file, evaluate_comparisons all, poise_error *err)
{
    rows_out count = {0}, out = {0};
    put_all(&count, all);
    if (count.n_points == 0)
        return POISE_OK;
    out.series = calloc(count.n_series, sizeof *out.series);
    out.points = calloc(count.n_points, sizeof *out.points);
    int code = POISE_OK;
    if (out.series == NULL || out.points == NULL) {
        code = poise_fail(err, POISE_FAILED, "no memory for the courses of launches, %zu points",
                          count.n_points);
    } else {
        put_all(&out, all);
        code = write_rows(file, &out, err);
    }
    free(out.series);
    free(out.points);
    return code;
}

/* ---- in ---- */

typedef struct rows_in {
    const results_series *series;
    const results_point *points;
    size_t n_series, n_points;
    size_t next, next_point; /* to be taken */
} rows_in;

static int refuse_course(const results_input *in, const char *fault, poise_error *err)
{
    return poise_fail(err, POISE_DAMAGED, "%s: the course of a launch has %s", in->path, fault);
}

static int take_series(const results_input *in, evaluate_course *course, rows_in *rows, poise_error *err)
{
    const results_series *row = &rows->series[rows->next++];
    if (row->series_points > rows->n_points - rows->next_point)
        return refuse_course(in, "more points than the file", err);
    const char *fault = evaluate_course_add_series(course, row->series_place, row->series_group,
                                                   row->series_name, row->series_unit);
    for (uint32_t i = 0; i < row->series_points && fault == NULL; i++) {
        const results_point *point = &rows->points[rows->next_point++];
        fault = course_series_add(&course->series[course->n - 1], point->point_cycle, point->point_value);
    }
    return fault == NULL ? POISE_OK : refuse_course(in, fault, err);
}

static int take_all(results_input *in, rows_in *rows, poise_error *err)
{
    const evaluate_comparisons all = in->results->all;
    size_t launch = 0;
    for (size_t i = 0; i < results_slots(all); i++) {
        const results_slot slot = results_slot_at(all, i);
        for (size_t k = 0; k < slot.n_launches; k++, launch++) {
            for (size_t policy = 0; policy < in->shape.size[1]; policy++) {
                evaluate_result *result = results_slot_result(&slot, policy);
                while (rows->next < rows->n_series && rows->series[rows->next].series_launch == launch &&
                       rows->series[rows->next].series_policy == policy) {
                    int code = take_series(in, &result->courses[k], rows, err);
                    if (code != POISE_OK)
                        return code;
                }
            }
        }
    }
    return rows->next == rows->n_series && rows->next_point == rows->n_points
               ? POISE_OK
               : results_refuse(in, "the courses of launches are not in order, or of no launch", err);
}

static int read_rows(results_input *in, rows_in *rows, results_series *series, results_point *points,
                     poise_error *err)
{
    int code = poise_h5_read_rows(in->file, results_series_fields, RESULTS_SERIES_FIELDS,
                                  (poise_h5_rows){series, rows->n_series, sizeof *series}, err);
    if (code == POISE_OK)
        code = poise_h5_read_rows(in->file, results_point_fields, RESULTS_POINT_FIELDS,
                                  (poise_h5_rows){points, rows->n_points, sizeof *points}, err);
    rows->series = series;
    rows->points = points;
    if (code == POISE_OK)
        code = take_all(in, rows, err);
    for (size_t i = 0; i < rows->n_series; i++) {
        free(series[i].series_place);
        free(series[i].series_group);
        free(series[i].series_name);
        free(series[i].series_unit);
    }
    return code;
}

int results_read_courses(results_input *in, poise_error *err)
{
    rows_in rows = {0};
    if (!poise_h5_has(in->file, "/series_points"))
        return POISE_OK;
    int code = poise_h5_count_rows(in->file, in->path, "series", "/series_points", RESULTS_MAX_SERIES,
                                   &rows.n_series, err);
    if (code == POISE_OK)
        code = poise_h5_count_rows(in->file, in->path, "points", "/point_value", RESULTS_MAX_POINTS,
                                   &rows.n_points, err);
    if (code != POISE_OK)
        return code;
    results_series *series = calloc(rows.n_series + 1, sizeof *series);
    results_point *points = calloc(rows.n_points + 1, sizeof *points);
    code = series != NULL && points != NULL
               ? read_rows(in, &rows, series, points, err)
               : poise_fail(err, POISE_FAILED, "%s: no memory for the courses of launches", in->path);
    free(series);
    free(points);
    return code;
}

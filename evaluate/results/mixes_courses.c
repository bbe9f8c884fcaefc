/* results.h5 out and in: the courses of mixes. They stand in files in which there are some. */
#include "evaluate/results/input.h"
#include "evaluate/results/mixes.h"

#include <stdlib.h>

/* ---- out ---- */

/* Rows as they are made; counted first, without room for them. */
typedef struct rows_out {
    mixes_series *series;
    results_point *points;
    size_t n_series, n_points;
} rows_out;

/* The texts are borrowed. */
static void put_series(rows_out *out, size_t mix, size_t policy, course_series *series)
{
    if (out->series != NULL)
        out->series[out->n_series] = (mixes_series){(uint32_t)mix, (uint32_t)policy, series->place,
                                                    series->name,  series->unit,     (uint32_t)series->n};
    for (size_t i = 0; out->points != NULL && i < series->n; i++)
        out->points[out->n_points + i] =
            (results_point){(uint32_t)series->points[i].cycle, series->points[i].value};
    out->n_series++;
    out->n_points += series->n;
}

static void put_all(rows_out *out, const evaluate_mixes *mixes)
{
    for (size_t m = 0; m < mixes->request.n_mixes; m++)
        for (size_t p = 0; p < mixes->request.policies->n; p++) {
            const evaluate_course *course = &evaluate_mix_cell_of(mixes, m, p)->shared.course;
            for (size_t i = 0; i < course->n; i++)
                put_series(out, m, p, &course->series[i]);
        }
}

static int write_rows(poise_h5 *file, const rows_out *out, poise_error *err)
{
    const poise_h5_rows series = {out->series, out->n_series, sizeof *out->series};
    const poise_h5_rows points = {out->points, out->n_points, sizeof *out->points};
    int code = poise_h5_put_u64(file, "/", "mix_series", out->n_series, err);
    if (code == POISE_OK)
        code = poise_h5_put_u64(file, "/", "points", out->n_points, err);
    if (code == POISE_OK)
        code = poise_h5_write_rows(file, mixes_series_fields, MIXES_SERIES_FIELDS, series, err);
    return code == POISE_OK
               ? poise_h5_write_rows(file, results_point_fields, RESULTS_POINT_FIELDS, points, err)
               : code;
}

int mixes_write_courses(poise_h5 *file, const evaluate_mixes *mixes, poise_error *err)
{
    rows_out count = {0}, out = {0};
    put_all(&count, mixes);
    if (count.n_points == 0)
        return POISE_OK;
    out.series = calloc(count.n_series, sizeof *out.series);
    out.points = calloc(count.n_points, sizeof *out.points);
    int code = POISE_OK;
    if (out.series == NULL || out.points == NULL) {
        code =
            poise_fail(err, POISE_FAILED, "no memory for the courses of mixes, %zu points", count.n_points);
    } else {
        put_all(&out, mixes);
        code = write_rows(file, &out, err);
    }
    free(out.series);
    free(out.points);
    return code;
}

/* ---- in ---- */

typedef struct rows_in {
    const mixes_series *series;
    const results_point *points;
    size_t n_series, n_points;
    size_t next, next_point; /* to be taken */
} rows_in;

static int refuse_course(const results_input *in, const char *fault, poise_error *err)
{
    return poise_fail(err, POISE_DAMAGED, "%s: the course of a mix has %s", in->path, fault);
}

static int take_series(const results_input *in, evaluate_course *course, rows_in *rows, poise_error *err)
{
    const mixes_series *row = &rows->series[rows->next++];
    if (row->mix_series_points > rows->n_points - rows->next_point)
        return refuse_course(in, "more points than the file", err);
    const char *fault = evaluate_course_add_series(course, row->mix_series_source, row->mix_series_name,
                                                   row->mix_series_name, row->mix_series_unit);
    for (uint32_t i = 0; i < row->mix_series_points && fault == NULL; i++) {
        const results_point *point = &rows->points[rows->next_point++];
        fault = course_series_add(&course->series[course->n - 1], point->point_cycle, point->point_value);
    }
    return fault == NULL ? POISE_OK : refuse_course(in, fault, err);
}

static int take_all(results_input *in, rows_in *rows, poise_error *err)
{
    const evaluate_mixes *mixes = &in->results->of_mixes;
    for (size_t m = 0; m < in->results->n_mixes; m++)
        for (size_t p = 0; p < in->results->policies.n; p++)
            while (rows->next < rows->n_series && rows->series[rows->next].mix_series_mix == m &&
                   rows->series[rows->next].mix_series_policy == p) {
                int code = take_series(in, &evaluate_mix_cell_of(mixes, m, p)->shared.course, rows, err);
                if (code != POISE_OK)
                    return code;
            }
    return rows->next == rows->n_series && rows->next_point == rows->n_points
               ? POISE_OK
               : results_refuse(in, "the courses of mixes are not in order, or of no mix", err);
}

static int read_rows(results_input *in, rows_in *rows, mixes_series *series, results_point *points,
                     poise_error *err)
{
    int code = poise_h5_read_rows(in->file, mixes_series_fields, MIXES_SERIES_FIELDS,
                                  (poise_h5_rows){series, rows->n_series, sizeof *series}, err);
    if (code == POISE_OK)
        code = poise_h5_read_rows(in->file, results_point_fields, RESULTS_POINT_FIELDS,
                                  (poise_h5_rows){points, rows->n_points, sizeof *points}, err);
    rows->series = series;
    rows->points = points;
    if (code == POISE_OK)
        code = take_all(in, rows, err);
    for (size_t i = 0; i < rows->n_series; i++) {
        free(series[i].mix_series_source);
        free(series[i].mix_series_name);
        free(series[i].mix_series_unit);
    }
    return code;
}

int results_read_mix_courses(results_input *in, poise_error *err)
{
    rows_in rows = {0};
    if (!poise_h5_has(in->file, "/mix_series_points"))
        return POISE_OK;
    int code = poise_h5_count_rows(in->file, in->path, "mix_series", "/mix_series_points", RESULTS_MAX_SERIES,
                                   &rows.n_series, err);
    if (code == POISE_OK)
        code = poise_h5_count_rows(in->file, in->path, "points", "/point_value", RESULTS_MAX_POINTS,
                                   &rows.n_points, err);
    if (code != POISE_OK)
        return code;
    mixes_series *series = calloc(rows.n_series + 1, sizeof *series);
    results_point *points = calloc(rows.n_points + 1, sizeof *points);
    code = series != NULL && points != NULL
               ? read_rows(in, &rows, series, points, err)
               : poise_fail(err, POISE_FAILED, "%s: no memory for the courses of mixes", in->path);
    free(series);
    free(points);
    return code;
}

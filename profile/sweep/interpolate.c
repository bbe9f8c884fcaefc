#include "profile/sweep/interpolate.h"

#include "profile/profile.h"

#include <gsl/gsl_linalg.h>
#include <math.h>

enum { TAIL = 3, MOST_UNKNOWNS = INTERPOLATE_MOST_POINTS + TAIL };

typedef struct place {
    double x, y;
} place;

typedef struct fit {
    size_t n; /* known points */
    place at[INTERPOLATE_MOST_POINTS];
    double value[MOST_UNKNOWNS]; /* of the known points; of the tail's conditions 0 */
    double weight[MOST_UNKNOWNS];
} fit;

/* A step from 1 to 2 warps changes much, from 23 to 24 little: roots even that out (our choice). */
static place place_of(uint32_t n, uint32_t p)
{
    return (place){sqrt((double)n), sqrt((double)p)};
}

static double basis(place a, place b)
{
    double square = (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
    return square * sqrt(square);
}

static double tail(size_t i, place at)
{
    return i == 0 ? 1 : i == 1 ? at.x : at.y;
}

static void gather(fit *f, uint32_t warps, const double *value)
{
    for (uint32_t n = 1; n <= warps; n++) {
        for (uint32_t p = 1; p <= n && f->n < INTERPOLATE_MOST_POINTS; p++) {
            if (isnan(value[profile_point(n, p)]))
                continue;
            f->at[f->n] = place_of(n, p);
            f->value[f->n++] = value[profile_point(n, p)];
        }
    }
}

/* Every known point has its value; the weights leave what a plane can explain to the tail. */
static void solve(fit *f)
{
    double cells[MOST_UNKNOWNS * MOST_UNKNOWNS] = {0}, scales[MOST_UNKNOWNS];
    const size_t unknowns = f->n + TAIL;
    gsl_matrix_view matrix = gsl_matrix_view_array(cells, unknowns, unknowns);
    for (size_t i = 0; i < f->n; i++) {
        for (size_t k = 0; k < f->n; k++)
            gsl_matrix_set(&matrix.matrix, i, k, basis(f->at[i], f->at[k]));
        for (size_t k = 0; k < TAIL; k++) {
            gsl_matrix_set(&matrix.matrix, i, f->n + k, tail(k, f->at[i]));
            gsl_matrix_set(&matrix.matrix, f->n + k, i, tail(k, f->at[i]));
        }
    }
    gsl_vector_view scale = gsl_vector_view_array(scales, unknowns);
    gsl_vector_view value = gsl_vector_view_array(f->value, unknowns);
    gsl_vector_view weight = gsl_vector_view_array(f->weight, unknowns);
    gsl_linalg_QR_decomp(&matrix.matrix, &scale.vector); /* no memory, no error with these sizes */
    gsl_linalg_QR_solve(&matrix.matrix, &scale.vector, &value.vector, &weight.vector);
}

static double evaluate(const fit *f, place at)
{
    double sum = 0;
    for (size_t i = 0; i < f->n; i++)
        sum += f->weight[i] * basis(at, f->at[i]);
    for (size_t i = 0; i < TAIL; i++)
        sum += f->weight[f->n + i] * tail(i, at);
    return sum;
}

void sweep_interpolate(uint32_t warps, double *value)
{
    fit f = {0};
    gather(&f, warps, value);
    solve(&f);
    for (uint32_t n = 1; n <= warps; n++) {
        for (uint32_t p = 1; p <= n; p++) {
            if (isnan(value[profile_point(n, p)]))
                value[profile_point(n, p)] = evaluate(&f, place_of(n, p));
        }
    }
}

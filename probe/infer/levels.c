#include "probe/infer/levels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    UNKNOWNS = PROBE_FIT_LEVELS + 1,
    NEXT = 3, /* sizes that a time is held against (our choice) */
};
#define BEYOND            1.5 /* times the known noise may be left (our choice) */
#define ALIKE             4.0 /* neighbours that are one otherwise (our choice) */
#define GAUSSIAN_QUARTILE 0.6745
#define DISTURBED         1.3 /* times what it should be (our choice) */
#define HUBER             3   /* deviations from where on a point weighs less (our choice) */

bool probe_level_is_tlb(const probe_fit *fit, const probe_level *level)
{
    return fit->surface->stride[level->line] >= PROBE_PAGE && !level->is_step;
}

bool probe_fit_is_behind(const probe_fit *fit, uint32_t i, uint32_t j)
{
    const probe_level *const a = &fit->level[i], *const b = &fit->level[j];
    if (i == j || b->is_step || b->fits > a->fits ||
        (b->fits == a->fits && !a->is_step && (b->line > a->line || (b->line == a->line && j > i))))
        return false;
    if (probe_level_is_tlb(fit, b))
        return probe_level_is_tlb(fit, a);
    return a->is_behind || !probe_level_is_tlb(fit, a);
}

/* Lines of a level that holds them all, or that asks one too many of a set, under LRU (regimes 1, 3 and 4 of
 * Saavedra and Smith). Between `fits` and `misses` more and more of them are gone. */
static double gone(const probe_fit *fit, const probe_level *l, const probe_point *p)
{
    const double fits = (double)fit->surface->size[l->fits], span = (double)p->span;
    if (p->n <= l->ways || span <= fits)
        return 0;
    if (p->size >= l->misses || (fit->surface->is_shuffled && p->stride < l->line))
        return 1;
    return log(span / fits) / log((double)fit->surface->size[l->misses] / fits);
}

/* Regime 2: neighbours share the miss of their line. In random order, k of them, one is still there when
 * fewer other lines than fit have come since any of the k: of the ring, a part x of which k random points of
 * each line leave 1 - (1 - x)^k untouched. */
static double share(const probe_fit *fit, const probe_level *l, const probe_point *p)
{
    const probe_surface *s = fit->surface;
    const double stride = (double)s->stride[p->stride], line = (double)s->stride[l->line];
    if (p->stride >= l->line)
        return 1;
    if (l->is_step)
        return 0;
    if (!s->is_shuffled)
        return stride / line;
    return pow(fmax(0, 1 - (double)s->size[l->fits] / (double)p->span), 1 - stride / line);
}

static void combine(probe_fit *fit, uint32_t i)
{
    double *const column = fit->column[i];
    memcpy(column, fit->gone[i], fit->n_points * sizeof *column);
    for (uint32_t j = 0; j < fit->n; j++) {
        if (!probe_fit_is_behind(fit, i, j))
            continue;
        for (uint32_t p = 0; p < fit->n_points; p++)
            column[p] = fmin(column[p], fit->gone[j][p]);
    }
    for (uint32_t p = 0; p < fit->n_points; p++)
        column[p] *= fit->share[i][p];
}

typedef struct equations {
    uint32_t n;
    double matrix[UNKNOWNS][UNKNOWNS], right[UNKNOWNS];
} equations;

static double cell(const probe_fit *fit, uint32_t unknown, uint32_t p)
{
    return unknown == 0 ? 1 : fit->column[unknown - 1][p];
}

static void set_up(const probe_fit *fit, equations *e)
{
    memset(e, 0, sizeof *e);
    e->n = fit->n + 1;
    for (uint32_t p = 0; p < fit->n_points; p++) {
        const probe_point *point = &fit->point[p];
        for (uint32_t i = 0; i < e->n; i++) {
            const double weighted = point->weight * cell(fit, i, p);
            if (weighted == 0)
                continue;
            e->right[i] += weighted * point->time;
            for (uint32_t j = 0; j <= i; j++)
                e->matrix[i][j] += weighted * cell(fit, j, p);
        }
    }
    for (uint32_t i = 0; i < e->n; i++) {
        for (uint32_t j = 0; j < i; j++)
            e->matrix[j][i] = e->matrix[i][j];
    }
}

/* Gauss and Jordan on the unknowns that are `used`; the inverse of the matrix takes its place. The others are
 * 0. Whether it can. */
static bool solve(equations *e, const bool *used, double *solution)
{
    for (uint32_t k = 0; k < e->n; k++) {
        solution[k] = 0;
        if (!used[k])
            continue;
        const double pivot = e->matrix[k][k];
        if (!(pivot > 1e-12))
            return false;
        for (uint32_t j = 0; j < e->n; j++)
            e->matrix[k][j] = j == k ? 1 / pivot : e->matrix[k][j] / pivot;
        for (uint32_t i = 0; i < e->n; i++) {
            const double factor = e->matrix[i][k];
            if (i == k || !used[i])
                continue;
            for (uint32_t j = 0; j < e->n; j++)
                e->matrix[i][j] = (j == k ? 0 : e->matrix[i][j]) - factor * e->matrix[k][j];
        }
    }
    for (uint32_t i = 0; i < e->n; i++) {
        for (uint32_t j = 0; j < e->n && used[i]; j++)
            solution[i] += used[j] ? e->matrix[i][j] * e->right[j] : 0;
    }
    return true;
}

/* Times of which none is negative: the most negative is left out, one at a time. */
static bool solve_times(const probe_fit *fit, double *times, equations *inverse)
{
    equations e;
    bool used[UNKNOWNS];
    set_up(fit, &e);
    for (uint32_t i = 0; i < e.n; i++)
        used[i] = true;
    for (;;) {
        uint32_t worst = 0;
        *inverse = e;
        if (!solve(inverse, used, times))
            return false;
        for (uint32_t i = 1; i < e.n; i++)
            worst = times[i] < (worst > 0 ? times[worst] : 0) ? i : worst;
        if (worst == 0)
            return true;
        used[worst] = false;
    }
}

double probe_fit_time(const probe_fit *fit, uint32_t p)
{
    double time = fit->hit;
    for (uint32_t i = 0; i < fit->n; i++)
        time += fit->level[i].miss * fit->column[i][p];
    return time;
}

/* Combines, solves, and notes times and loss in the fit. */
static void solve_fit(probe_fit *fit)
{
    double times[UNKNOWNS];
    equations inverse;
    for (uint32_t i = 0; i < fit->n; i++)
        combine(fit, i);
    fit->loss = INFINITY;
    if (!solve_times(fit, times, &inverse))
        return;
    fit->hit = times[0];
    for (uint32_t i = 0; i < fit->n; i++)
        fit->level[i].miss = times[i + 1];
    fit->loss = 0;
    for (uint32_t p = 0; p < fit->n_points; p++) {
        const double off = fit->point[p].time - probe_fit_time(fit, p);
        fit->loss += fit->point[p].weight * off * off;
    }
    fit->noise = fmax(PROBE_LEAST_NOISE, sqrt(fit->loss / fit->n_points));
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Of a typical point. */
static double noise_of_repeats(const probe_fit *fit)
{
    double *const noise = fit->gone[PROBE_FIT_LEVELS];
    const probe_surface *s = fit->surface;
    for (uint32_t p = 0; p < fit->n_points; p++) {
        const probe_point *point = &fit->point[p];
        noise[p] = s->spread[(size_t)point->size * s->n_strides + point->stride] / point->time;
    }
    qsort(noise, fit->n_points, sizeof *noise, compare_doubles);
    return fit->n_points > 0 ? noise[fit->n_points / 2] / GAUSSIAN_QUARTILE : 0;
}

double probe_fit_alike(const probe_fit *fit)
{
    return fit->known > 0 && fit->noise < BEYOND * fit->known ? 1 : ALIKE;
}

static double *column_of(probe_fit *fit)
{
    double *const at = fit->room;
    fit->room += fit->n_points;
    return at;
}

static int compare(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static double time_at(const probe_surface *s, uint32_t size, uint32_t stride)
{
    return s->time[(size_t)size * s->n_strides + stride];
}

/* Larger sizes never take less, but for noise: a time above most of the next ones was disturbed. */
static bool is_disturbed(const probe_surface *s, uint32_t size, uint32_t stride)
{
    uint32_t below = 0, n = 0;
    for (uint32_t i = size + 1; i < s->n_sizes && n < NEXT; i++, n++)
        below += time_at(s, i, stride) * DISTURBED < time_at(s, size, stride);
    return 2 * below > n;
}

static void add_points(probe_fit *fit)
{
    const probe_surface *s = fit->surface;
    for (uint32_t i = 0; i < s->n_sizes; i++) {
        for (uint32_t j = 0; j < s->n_strides; j++) {
            const double time = time_at(s, i, j);
            if (!probe_surface_has(s, i, j) || !(time > 0) || isinf(time) || is_disturbed(s, i, j))
                continue;
            uint64_t n = s->size[i] / s->stride[j];
            n = s->most_steps > 0 && n > s->most_steps ? s->most_steps : n;
            fit->steps[fit->n_points] = (uint32_t)n;
            fit->point[fit->n_points++] = (probe_point){.size = i,
                                                        .stride = j,
                                                        .n = (uint32_t)n,
                                                        .span = n * s->stride[j],
                                                        .time = time,
                                                        .weight = 1 / (time * time)};
        }
    }
    qsort(fit->steps, fit->n_points, sizeof *fit->steps, compare);
    for (uint32_t p = 0; p < fit->n_points; p++) {
        if (p == 0 || fit->steps[p] != fit->steps[fit->n_steps - 1])
            fit->steps[fit->n_steps++] = fit->steps[p];
    }
}

int probe_fit_open(probe_fit *fit, const probe_surface *s, poise_error *err)
{
    const size_t most = (size_t)s->n_sizes * s->n_strides, columns = 3 * PROBE_FIT_LEVELS + 3;
    *fit = (probe_fit){.surface = s};
    fit->point = calloc(most + 1, sizeof *fit->point);
    fit->steps = calloc(most + 1, sizeof *fit->steps);
    double *const room = calloc((most + s->n_sizes + s->n_strides) * columns + 1, sizeof *room);
    if (fit->point == NULL || fit->steps == NULL || room == NULL) {
        free(room);
        probe_fit_close(fit);
        return poise_fail(err, POISE_FAILED, "no memory for levels of a surface");
    }
    fit->room = room;
    add_points(fit);
    for (uint32_t i = 0; i <= PROBE_FIT_LEVELS; i++) {
        fit->gone[i] = column_of(fit);
        fit->share[i] = column_of(fit);
        if (i < PROBE_FIT_LEVELS)
            fit->column[i] = column_of(fit);
    }
    fit->likely = fit->room;
    fit->room = room;
    if (s->n_sizes >= 3 && s->n_strides >= 3 && fit->n_points >= 9) {
        fit->known = noise_of_repeats(fit);
        solve_fit(fit);
        return POISE_OK;
    }
    probe_fit_close(fit);
    return poise_fail(err, POISE_USAGE, "a surface of fewer than three sizes or strides says nothing");
}

void probe_fit_close(probe_fit *fit)
{
    free(fit->point);
    free(fit->steps);
    free(fit->room);
    *fit = (probe_fit){0};
}

static void swap(double **a, double **b)
{
    double *const kept = *a;
    *a = *b;
    *b = kept;
}

static void fill(const probe_fit *fit, const probe_level *level, double *gone_out, double *share_out)
{
    for (uint32_t p = 0; p < fit->n_points; p++) {
        gone_out[p] = gone(fit, level, &fit->point[p]);
        share_out[p] = share(fit, level, &fit->point[p]);
    }
}

double probe_fit_try(probe_fit *fit, uint32_t i, probe_level level, bool keep)
{
    enum { SPARE = PROBE_FIT_LEVELS };
    const probe_fit before = *fit;
    fill(fit, &level, fit->gone[SPARE], fit->share[SPARE]);
    swap(&fit->gone[i], &fit->gone[SPARE]);
    swap(&fit->share[i], &fit->share[SPARE]);
    fit->level[i] = level;
    fit->n = i == fit->n ? i + 1 : fit->n;
    solve_fit(fit);
    const double loss = fit->loss;
    if (keep)
        return loss;
    *fit = before;
    for (uint32_t j = 0; j < fit->n; j++)
        combine(fit, j);
    return loss;
}

void probe_fit_remove(probe_fit *fit, uint32_t i)
{
    fit->n--;
    for (uint32_t j = i; j < fit->n; j++) {
        fit->level[j] = fit->level[j + 1];
        swap(&fit->gone[j], &fit->gone[j + 1]);
        swap(&fit->share[j], &fit->share[j + 1]);
    }
    solve_fit(fit);
}

void probe_fit_insert(probe_fit *fit, uint32_t i, probe_level level)
{
    for (uint32_t j = fit->n; j > i; j--) {
        fit->level[j] = fit->level[j - 1];
        swap(&fit->gone[j], &fit->gone[j - 1]);
        swap(&fit->share[j], &fit->share[j - 1]);
    }
    fit->n++;
    probe_fit_try(fit, i, level, true);
}

void probe_fit_clear(probe_fit *fit)
{
    fit->n = 0;
    for (uint32_t p = 0; p < fit->n_points; p++)
        fit->point[p].weight = 1 / (fit->point[p].time * fit->point[p].time);
    solve_fit(fit);
}

double probe_fit_left(const probe_fit *fit)
{
    double left = 0;
    for (uint32_t p = 0; p < fit->n_points; p++)
        left += fabs(fit->point[p].time - probe_fit_time(fit, p)) / fit->point[p].time;
    return left;
}

void probe_fit_reweigh(probe_fit *fit)
{
    double *const off = fit->gone[PROBE_FIT_LEVELS];
    for (uint32_t p = 0; p < fit->n_points; p++)
        off[p] = fabs(fit->point[p].time - probe_fit_time(fit, p)) / fit->point[p].time;
    qsort(off, fit->n_points, sizeof *off, compare_doubles);
    const double sigma = fmax(PROBE_LEAST_NOISE, off[fit->n_points / 2] / GAUSSIAN_QUARTILE);
    for (uint32_t p = 0; p < fit->n_points; p++) {
        probe_point *const point = &fit->point[p];
        const double away = fabs(point->time - probe_fit_time(fit, p)) / point->time / sigma;
        point->weight = (away > HUBER ? HUBER / away : 1) / (point->time * point->time);
    }
    solve_fit(fit);
}

void probe_fit_errors(const probe_fit *fit, double errors[PROBE_FIT_LEVELS + 1])
{
    double times[UNKNOWNS];
    equations inverse;
    const bool is_solved = solve_times(fit, times, &inverse);
    for (uint32_t i = 0; i <= fit->n; i++)
        errors[i] = is_solved ? fit->noise * sqrt(fmax(0, inverse.matrix[i][i])) : NAN;
}

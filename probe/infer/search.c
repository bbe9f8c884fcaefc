#include "probe/infer/search.h"

#include <math.h>
#include <string.h>

/* Our choices. */
enum {
    SWEEPS = 12,  /* over all parameters of all levels, at most */
    MARGIN = 25,  /* log-likelihood that a level must be worth beyond its parameters */
    UNKNOWNS = 4, /* of a level: capacity, line, ways, miss */
    REWEIGHED = 2,
    NEAR = 2, /* times the size where an edge ends, another may begin and be the same */
    FEW = 3,  /* points, of which a level is not inferred */
};
#define LEAST_MISS 0.03 /* of the hit time and all nearer misses: smaller steps are not told from drift */
#define LIKELY     0.95 /* of the range of a parameter */
#define SHARP      4.0  /* log-likelihood that each size must be worth by which an edge is blurred */
#define BETTER     (1 - 1e-9) /* of a loss, so that of equals the first stays */

static uint32_t n_values(const probe_fit *fit, probe_parameter parameter)
{
    switch (parameter) {
    case PROBE_FITS: return fit->surface->n_sizes - 1;
    case PROBE_MISSES: return fit->surface->n_sizes;
    case PROBE_LINE: return fit->surface->n_strides;
    case PROBE_WAYS: return fit->n_steps;
    }
    return 0;
}

static uint32_t step_index(const probe_fit *fit, uint32_t n)
{
    uint32_t i = 0;
    while (i + 1 < fit->n_steps && fit->steps[i + 1] <= n)
        i++;
    return i;
}

static uint32_t value_of(const probe_fit *fit, const probe_level *level, probe_parameter parameter)
{
    switch (parameter) {
    case PROBE_FITS: return level->fits;
    case PROBE_MISSES: return level->misses;
    case PROBE_LINE: return level->line;
    case PROBE_WAYS: return step_index(fit, level->ways);
    }
    return 0;
}

/* The level with another value; sizes stay in order. */
static probe_level with(const probe_fit *fit, probe_level level, probe_parameter parameter, uint32_t value)
{
    switch (parameter) {
    case PROBE_FITS:
        level.fits = value;
        level.misses = level.misses > value ? level.misses : value + 1;
        break;
    case PROBE_MISSES:
        level.misses = value > 0 ? value : 1;
        level.fits = level.fits < level.misses ? level.fits : level.misses - 1;
        break;
    case PROBE_LINE: level.line = value; break;
    case PROBE_WAYS: level.ways = fit->steps[value]; break;
    }
    return level;
}

typedef struct best {
    probe_level level;
    double loss;
} best;

/* INFINITY for a level whose ways are more than its lines. Edges are sharp unless points say otherwise. */
static double loss_with(probe_fit *fit, uint32_t i, probe_level level)
{
    const probe_surface *s = fit->surface;
    if (level.ways > 1 && level.ways * s->stride[level.line] >= s->size[level.misses])
        return INFINITY;
    const double blur = level.misses - level.fits - 1;
    return probe_fit_try(fit, i, level, false) * (1 + 2 * SHARP * blur / fit->n_points);
}

static void consider(probe_fit *fit, uint32_t i, probe_level level, best *b)
{
    const double loss = loss_with(fit, i, level);
    if (loss < b->loss * BETTER)
        *b = (best){level, loss};
}

static void consider_ways(probe_fit *fit, probe_level level, best *b)
{
    const probe_surface *s = fit->surface;
    const uint64_t lines = s->size[level.fits] / s->stride[level.line];
    for (level.ways = 1; level.ways <= lines && level.ways <= fit->steps[fit->n_steps - 1]; level.ways *= 2) {
        level.is_behind = false;
        consider(fit, fit->n, level, b);
        level.is_behind = true;
        if (probe_level_is_tlb(fit, &level))
            consider(fit, fit->n, level, b);
    }
}

/* The best next level on a coarse grid: sharp edges at powers of two. */
static best next_level(probe_fit *fit)
{
    const probe_surface *s = fit->surface;
    best b = {.loss = INFINITY};
    for (uint32_t i = 0; i + 1 < s->n_sizes; i++) {
        for (uint32_t j = 0; j < s->n_strides && (s->size[i] & (s->size[i] - 1)) == 0; j++) {
            consider_ways(fit, (probe_level){.fits = i, .misses = i + 1, .line = j}, &b);
        }
    }
    return b;
}

/* Edges that two parameters change: sharp ones elsewhere, and wider ones here. */
static void consider_edges(probe_fit *fit, uint32_t i, best *b)
{
    enum { WIDER = 4 };
    const uint32_t n = fit->surface->n_sizes;
    const probe_level from = b->level;
    probe_level other = from;
    for (uint32_t value = 0; value + 1 < n; value++) {
        other.fits = value;
        other.misses = value + 1;
        other.is_step = false;
        consider(fit, i, other, b);
        other.is_step = true;
        consider(fit, i, other, b);
    }
    other.is_step = from.is_step;
    for (uint32_t k = 0; k < WIDER * WIDER; k++) {
        const uint32_t down = k % WIDER * (k % WIDER + 1) / 2, up = k / WIDER * (k / WIDER + 1) / 2;
        other.fits = from.fits > down ? from.fits - down : 0;
        other.misses = from.misses + up < n ? from.misses + up : n - 1;
        consider(fit, i, other, b);
    }
}

static void consider_all(probe_fit *fit, uint32_t i, best *b)
{
    for (probe_parameter k = PROBE_FITS; k <= PROBE_WAYS; k++) {
        const probe_level from = b->level;
        for (uint32_t value = 0; value < n_values(fit, k); value++)
            consider(fit, i, with(fit, from, k, value), b);
    }
    consider_edges(fit, i, b);
    probe_level other = b->level;
    other.is_behind = !other.is_behind;
    consider(fit, i, other, b);
}

/* Every parameter of every level in turn, until none gets better. */
static void improve(probe_fit *fit)
{
    bool is_better = true;
    for (uint32_t sweep = 0; sweep < SWEEPS && is_better; sweep++) {
        is_better = false;
        for (uint32_t i = 0; i < fit->n; i++) {
            best b = {fit->level[i], loss_with(fit, i, fit->level[i])};
            const double before = b.loss;
            consider_all(fit, i, &b);
            if (b.loss < before) {
                probe_fit_try(fit, i, b.level, true);
                is_better = true;
            }
        }
    }
}

/* Twice the difference of log-likelihoods of Gaussian noise that is not known but for its least. */
static double worth(const probe_fit *fit, double before, double after)
{
    const double least = PROBE_LEAST_NOISE * PROBE_LEAST_NOISE * fit->n_points;
    return fit->n_points * log((before + least) / (after + least));
}

/* Whether most of the points that a level bears on say so: a few outliers make no level. */
static bool is_borne_out(const probe_fit *fit, uint32_t i)
{
    double before = fit->hit;
    uint32_t n = 0, agree = 0;
    for (uint32_t j = 0; j < fit->n; j++)
        before += j != i && fit->level[j].fits <= fit->level[i].fits ? fit->level[j].miss : 0;
    if (!(fit->level[i].miss > LEAST_MISS * before))
        return false;
    for (uint32_t p = 0; p < fit->n_points; p++) {
        const double part = fit->level[i].miss * fit->column[i][p];
        if (fit->column[i][p] < 0.5)
            continue;
        n++;
        agree += fit->point[p].time - (probe_fit_time(fit, p) - part) > part / 2;
    }
    return n >= FEW && 2 * agree > n;
}

static bool add_level(probe_fit *fit)
{
    const probe_fit before = *fit;
    const best b = next_level(fit);
    if (isinf(b.loss))
        return false;
    probe_fit_try(fit, fit->n, b.level, true);
    improve(fit);
    return worth(fit, before.loss, fit->loss) > 2 * MARGIN + UNKNOWNS * log(fit->n_points);
}

/* Takes out levels that the others do without, or that few points bear out. */
static bool prune(probe_fit *fit)
{
    bool any = false;
    for (uint32_t i = 0; i < fit->n;) {
        const probe_level kept = fit->level[i];
        const double loss = fit->loss;
        const bool is_good = is_borne_out(fit, i);
        probe_fit_remove(fit, i);
        const double gain = worth(fit, fit->loss, loss);
        if (is_good && gain > 2 * MARGIN + UNKNOWNS * log(fit->n_points)) {
            probe_fit_insert(fit, i, kept);
            i++;
        } else {
            any = true;
        }
    }
    return any;
}

/* Whether two levels may be the halves of one blurred edge. */
static bool may_be_one(const probe_fit *fit, uint32_t i, uint32_t j)
{
    const probe_level *const a = &fit->level[i], *const b = &fit->level[j];
    const uint64_t *const size = fit->surface->size;
    return a->fits <= b->fits && size[b->fits] <= NEAR * size[a->misses] &&
           probe_level_is_tlb(fit, a) == probe_level_is_tlb(fit, b) && a->is_step == b->is_step;
}

/* Puts one level with a blurred edge in the place of two, where that explains almost as much. */
static bool merge(probe_fit *fit, uint32_t i, uint32_t j)
{
    const probe_level a = fit->level[i], b = fit->level[j];
    const double loss = fit->loss;
    probe_level one = a;
    one.misses = a.misses > b.misses ? a.misses : b.misses;
    one.line = a.line < b.line ? a.line : b.line;
    one.ways = a.ways > b.ways ? a.ways : b.ways;
    const uint32_t at = i > j ? i - 1 : i;
    probe_fit_remove(fit, j);
    probe_fit_try(fit, at, one, true);
    for (uint32_t k = 0; k < 2; k++) {
        best better = {fit->level[at], loss_with(fit, at, fit->level[at])};
        consider_all(fit, at, &better);
        probe_fit_try(fit, at, better.level, true);
    }
    if (worth(fit, fit->loss, loss) <= probe_fit_alike(fit) * (2 * MARGIN + UNKNOWNS * log(fit->n_points)))
        return true;
    probe_fit_try(fit, at, a, true);
    probe_fit_insert(fit, j, b);
    return false;
}

static bool merge_any(probe_fit *fit)
{
    for (uint32_t i = 0; i < fit->n; i++) {
        for (uint32_t j = 0; j < fit->n; j++) {
            if (i != j && may_be_one(fit, i, j) && merge(fit, i, j))
                return true;
        }
    }
    return false;
}

static void restore(probe_fit *fit, const probe_fit *kept)
{
    for (uint32_t i = 0; i < kept->n; i++)
        probe_fit_try(fit, i, kept->level[i], true);
}

/* Two levels whose misses cost the same may have each other's ways: where strides are large, either explains
 * what the other does, and no single change leads from one to the other. */
static void exchange_ways(probe_fit *fit)
{
    for (uint32_t i = 0; i < fit->n; i++) {
        for (uint32_t j = 0; j < i; j++) {
            const probe_fit kept = *fit;
            probe_level a = fit->level[i], b = fit->level[j];
            if (a.ways == b.ways)
                continue;
            a.ways = fit->level[j].ways;
            b.ways = fit->level[i].ways;
            a.is_step = b.is_step = false;
            probe_fit_try(fit, i, a, true);
            probe_fit_try(fit, j, b, true);
            improve(fit);
            if (!(fit->loss < kept.loss * BETTER))
                restore(fit, &kept);
        }
    }
}

static void search(probe_fit *fit, bool is_robust)
{
    bool does_help = true;
    probe_fit_clear(fit);
    while (does_help && fit->n < PROBE_FIT_LEVELS) {
        does_help = add_level(fit);
        if (is_robust)
            probe_fit_reweigh(fit);
    }
    if (!is_robust && probe_fit_alike(fit) == 1)
        exchange_ways(fit);
    for (uint32_t i = 0; i < REWEIGHED; i++) {
        probe_fit_reweigh(fit);
        improve(fit);
        while (prune(fit) || merge_any(fit))
            improve(fit);
    }
}

/* Points that are left out early may be outliers, or what the next level would explain; so both are tried. */
void probe_fit_search(probe_fit *fit)
{
    search(fit, true);
    const probe_fit robust = *fit;
    const double left = probe_fit_left(fit);
    search(fit, false);
    if (probe_fit_left(fit) <= left)
        return;
    probe_fit_clear(fit);
    restore(fit, &robust);
    probe_fit_reweigh(fit);
}

double probe_fit_range(probe_fit *fit, uint32_t i, probe_parameter parameter, uint32_t *least, uint32_t *most)
{
    const probe_level level = fit->level[i];
    const uint32_t n = n_values(fit, parameter), at = value_of(fit, &level, parameter);
    const double scale = 2 * probe_fit_alike(fit) * fit->noise * fit->noise;
    const double lowest = loss_with(fit, i, level);
    double *const likely = fit->likely, sum = 0, inside = 0;
    for (uint32_t value = 0; value < n; value++) {
        const double loss = loss_with(fit, i, with(fit, level, parameter, value));
        likely[value] = exp(-fmax(0, loss - lowest) / scale);
        sum += likely[value];
    }
    *least = *most = at;
    for (inside = likely[at]; inside < LIKELY * sum;) {
        const double down = *least > 0 ? likely[*least - 1] : -1, up = *most + 1 < n ? likely[*most + 1] : -1;
        if (up > down)
            inside += likely[++*most];
        else
            inside += likely[--*least];
    }
    return inside / sum;
}

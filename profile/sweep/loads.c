#include "profile/sweep/loads.h"

#include "common/h5.h"
#include "common/log.h"
#include "profile/sweep/grid.h"
#include "trace/cursor.h"
#include "trace/kernel_source.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const sweep_loads_names[] = {"none", "adaptive", "full", NULL};

enum { MOST_SETS = 160, MOST_OF_FULL = 5, MOST_VALUES = PROFILE_MAX_WARPS + 1 };
static const double least_share = 0.01, least_gain = 0.001;

/* ---- which loads ---- */

/* Lines that each instruction asks the L1 for. */
static void count_lines(const warp_trace *trace, uint64_t *lines)
{
    for (uint64_t warp = 0; warp < trace->n_warps; warp++) {
        trace_cursor cursor = trace_cursor_begin(trace, warp);
        while (trace_cursor_next_block(&cursor)) {
            const trace_inst *inst;
            while ((inst = trace_cursor_next_inst(&cursor)) != NULL)
                if (inst->op == TRACE_OP_LOAD_GLOBAL || inst->op == TRACE_OP_LOAD_PRIVATE)
                    lines[inst - trace->header.inst] += cursor.n_lines;
        }
    }
}

/* The load that asks for most lines and is not taken, of equal ones the first; n_inst = none. */
static uint32_t heaviest(const uint64_t *lines, uint32_t n_inst, const bool *is_taken)
{
    uint32_t best = n_inst;
    for (uint32_t pc = 0; pc < n_inst; pc++)
        if (!is_taken[pc] && lines[pc] > 0 && (best == n_inst || lines[pc] > lines[best]))
            best = pc;
    return best;
}

/* Gives the kernel its loads, at most `most`, in the order of their numbers. */
static void choose(profile_kernel *kernel, const warp_trace *trace, const uint64_t *lines, uint32_t most,
                   bool *is_taken)
{
    const uint32_t n_inst = trace->header.n_inst;
    uint64_t all = 0;
    for (uint32_t pc = 0; pc < n_inst; pc++)
        all += lines[pc];
    for (uint32_t i = 0, pc; i < most && (pc = heaviest(lines, n_inst, is_taken)) < n_inst; i++) {
        if ((double)lines[pc] < least_share * (double)all)
            break;
        is_taken[pc] = true;
    }
    for (uint32_t pc = 0; pc < n_inst; pc++)
        if (is_taken[pc])
            kernel->loads[kernel->n_loads++] =
                (profile_load){.pc = pc,
                               .source_line = trace->header.inst[pc].source_line,
                               .share = (double)lines[pc] / (double)all};
}

int sweep_loads_find(profile_kernel *kernel, const warp_trace *trace, sweep_loads mode, uint32_t least_p,
                     poise_error *err)
{
    const uint32_t n_inst = trace->header.n_inst;
    if (mode == SWEEP_LOADS_NONE)
        return POISE_OK;
    uint64_t *lines = calloc(n_inst, sizeof *lines);
    bool *is_taken = calloc(n_inst, sizeof *is_taken);
    kernel->loads = calloc(PROFILE_MOST_LOADS, sizeof *kernel->loads);
    if (lines != NULL && is_taken != NULL && kernel->loads != NULL) {
        count_lines(trace, lines);
        choose(kernel, trace, lines, mode == SWEEP_LOADS_FULL ? MOST_OF_FULL : PROFILE_MOST_LOADS, is_taken);
        kernel->sets =
            calloc(sweep_loads_most(mode, kernel->warps, kernel->n_loads, least_p) + 1, sizeof *kernel->sets);
    }
    free(lines);
    free(is_taken);
    return kernel->sets != NULL
               ? POISE_OK
               : poise_fail(err, POISE_FAILED, "no memory for the loads of kernel %s", trace->header.kernel);
}

/* One line without what stands around it, cut before a character that does not fit. */
static void quote(char quoted[PROFILE_SOURCE_TEXT], const char *line)
{
    size_t n = strlen(line += strspn(line, " \t"));
    while (n > 0 && strchr(" \t\r", line[n - 1]) != NULL)
        n--;
    if (n >= PROFILE_SOURCE_TEXT) {
        n = PROFILE_SOURCE_TEXT - 1;
        while (n > 0 && ((unsigned char)line[n] & 0xc0) == 0x80) /* in the middle of a character */
            n--;
    }
    memcpy(quoted, line, n);
    quoted[n] = '\0';
    if (!poise_h5_is_text(quoted))
        quoted[0] = '\0';
}

void sweep_loads_quote(profile_kernel *kernel, const char *path, const trace_header *header)
{
    kernel_source source;
    poise_error err;
    if (kernel->n_loads == 0)
        return;
    const int code = kernel_source_read(path, header, &source, &err);
    if (code == POISE_DAMAGED)
        poise_warn("no source lines of loads: %s", err.text);
    if (code != POISE_OK)
        return;
    for (uint32_t i = 0; i < kernel->n_loads; i++) {
        const char *line = kernel_source_line(&source, kernel->loads[i].source_line);
        if (line != NULL)
            quote(kernel->loads[i].source, line);
    }
    kernel_source_free(&source);
}

/* ---- what is known ---- */

typedef struct search {
    profile_kernel *kernel;
    uint32_t least_p, all;       /* a mask of all loads */
    uint32_t value[MOST_VALUES]; /* of N and p that are tried: 0 and the coarse grid's */
    uint32_t n_values, n_wanted;
} search;

typedef profile_schedule schedule;

static const profile_set *find_set(const profile_kernel *kernel, const schedule *s)
{
    for (uint32_t i = 0; i < kernel->n_sets; i++) {
        const profile_set *set = &kernel->sets[i];
        if (set->n == s->n && set->p == s->p && set->around == s->around)
            return set;
    }
    return NULL;
}

/* Fills in the cycles of the schedule. False: it is still to be measured. Points of the plane that are not
 * measured, and sets for which no simulation is left, are out of the question: UINT64_MAX. */
static bool look_up(search *f, schedule *s)
{
    s->cycles = UINT64_MAX;
    if (s->around == 0) {
        const sim_counters *point = profile_at(f->kernel, s->n, s->p);
        s->cycles = point == NULL ? UINT64_MAX : point->cycles;
        return true;
    }
    const profile_set *set = find_set(f->kernel, s);
    if (set != NULL && set->cycles > 0)
        s->cycles = set->cycles;
    if (set != NULL || f->kernel->n_sets == MOST_SETS)
        return set == NULL || set->cycles > 0;
    f->kernel->sets[f->kernel->n_sets++] = (profile_set){s->n, s->p, s->around, 0};
    f->n_wanted++;
    return false;
}

static bool is_better(const schedule *s, const schedule *than)
{
    return (double)s->cycles * (1 + least_gain) < (double)than->cycles;
}

/* Looks at `n` neighbours of *best and goes to the fastest one, when it is faster. */
static bool move(search *f, schedule *best, schedule *neighbours, size_t n)
{
    schedule fastest = *best;
    bool is_known = true;
    for (size_t i = 0; i < n; i++) {
        is_known = look_up(f, &neighbours[i]) && is_known;
        if (neighbours[i].cycles < fastest.cycles)
            fastest = neighbours[i];
    }
    if (!is_known || !is_better(&fastest, best))
        return false;
    *best = fastest;
    return true;
}

/* ---- steps; each returns whether *best has moved ---- */

/* One load of `loads` more, or less. */
static bool toggle(search *f, schedule *best, uint32_t loads)
{
    schedule neighbours[PROFILE_MOST_LOADS];
    size_t n = 0;
    for (uint32_t i = 0; i < f->kernel->n_loads; i++) {
        if (loads >> i & 1) {
            neighbours[n] = *best;
            neighbours[n++].around ^= 1u << i;
        }
    }
    return move(f, best, neighbours, n);
}

/* The values on both sides of `at` in the list, where there are any. */
static size_t beside(const search *f, uint32_t at, uint32_t out[2])
{
    size_t n = 0;
    uint32_t below = at, above = at;
    for (uint32_t i = 0; i < f->n_values; i++) {
        if (f->value[i] < at)
            below = f->value[i];
        if (f->value[i] > at && above == at)
            above = f->value[i];
    }
    if (below != at)
        out[n++] = below;
    if (above != at)
        out[n++] = above;
    return n;
}

static bool change_n(search *f, schedule *best)
{
    schedule neighbours[2];
    uint32_t value[2];
    size_t n = 0, found = beside(f, best->n, value);
    for (size_t i = 0; i < found; i++) {
        if (value[i] < 1)
            continue;
        schedule *s = &neighbours[n++];
        *s = *best;
        s->n = value[i];
        s->p = best->p == best->n || best->p > s->n ? s->n : best->p;
    }
    return move(f, best, neighbours, n);
}

static bool change_p(search *f, schedule *best)
{
    schedule neighbours[2];
    uint32_t value[2];
    size_t n = 0, found = beside(f, best->p, value);
    for (size_t i = 0; i < found; i++) {
        if (value[i] < f->least_p || value[i] > best->n)
            continue;
        neighbours[n] = *best;
        neighbours[n++].p = value[i];
    }
    return move(f, best, neighbours, n);
}

/* ---- the search ---- */

static void climb(search *f, schedule *at)
{
    while (toggle(f, at, f->all)) {
    }
}

/* The same loads at every N = p of the grid, and every p at the best of these N. */
static void scan_n(search *f, schedule *best)
{
    schedule points[MOST_VALUES];
    size_t n = 0;
    for (uint32_t i = 0; i < f->n_values; i++) {
        points[n] = *best;
        points[n].n = points[n].p = f->value[i];
        n += f->value[i] >= 1;
    }
    move(f, best, points, n);
}

static void scan_p(search *f, schedule *best)
{
    schedule points[MOST_VALUES];
    size_t n = 0;
    for (uint32_t i = 0; i < f->n_values; i++) {
        points[n] = *best;
        points[n].p = f->value[i];
        n += f->value[i] >= f->least_p && f->value[i] <= best->n;
    }
    move(f, best, points, n);
}

static void descend(search *f, schedule *at)
{
    bool moves = true;
    while (moves) {
        moves = change_n(f, at);
        moves = (f->n_wanted == 0 && change_p(f, at)) || moves;
        moves = (f->n_wanted == 0 && toggle(f, at, f->all)) || moves;
        moves = moves && f->n_wanted == 0;
    }
}

static void adaptive(search *f)
{
    profile_kernel *kernel = f->kernel;
    const schedule diagonal = profile_best_diagonal(kernel), tuple = profile_best_tuple(kernel);
    schedule max = {.n = kernel->warps, .p = kernel->warps}, without = diagonal;
    without.around = f->all;
    schedule starts[] = {max, diagonal, tuple, without}, best = tuple;
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (look_up(f, &starts[i]))
            climb(f, &starts[i]);
    const bool are_found = f->n_wanted == 0;
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (are_found && starts[i].around != 0)
            scan_n(f, &starts[i]);
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (starts[i].cycles < best.cycles)
            best = starts[i];
    if (f->n_wanted == 0 && best.around != 0)
        scan_p(f, &best);
    if (f->n_wanted == 0)
        descend(f, &best);
}

/* 0, and the values of the coarse grid. */
static void list_values(search *f)
{
    sweep_point points[PROFILE_MOST_POINTS];
    double value[PROFILE_MOST_POINTS];
    const uint32_t warps = f->kernel->warps;
    for (size_t i = 0; i < profile_points(warps); i++)
        value[i] = NAN;
    const size_t n = sweep_grid_next(SWEEP_COARSE, (sweep_plane){warps, 1}, value, points);
    bool is_tried[MOST_VALUES] = {true};
    for (size_t i = 0; i < n; i++)
        is_tried[points[i].n] = true;
    for (uint32_t i = 0; i <= warps; i++)
        if (is_tried[i])
            f->value[f->n_values++] = i;
}

static size_t coarse_points(const search *f)
{
    size_t n = 0;
    for (uint32_t i = 0; i < f->n_values; i++)
        for (uint32_t k = 0; k <= i && f->value[i] > 0; k++)
            n += f->value[k] >= f->least_p;
    return n;
}

/* Every set at every point of the coarse grid, as many at once as a round takes. */
static void full(search *f)
{
    profile_kernel *kernel = f->kernel;
    const uint32_t before = kernel->n_sets;
    uint32_t number = 0;
    for (uint32_t i = 0; i < f->n_values; i++)
        for (uint32_t k = 0; k <= i && f->value[i] > 0; k++)
            for (uint32_t around = 1; around <= f->all && f->value[k] >= f->least_p; around++)
                if (number++ >= before && kernel->n_sets - before < PROFILE_MOST_POINTS)
                    kernel->sets[kernel->n_sets++] = (profile_set){f->value[i], f->value[k], around, 0};
    f->n_wanted = kernel->n_sets - before;
}

size_t sweep_loads_most(sweep_loads mode, uint32_t warps, uint32_t n_loads, uint32_t least_p)
{
    profile_kernel kernel = {.warps = warps, .n_loads = n_loads};
    search f = {.kernel = &kernel, .least_p = least_p};
    list_values(&f);
    switch (mode) {
    case SWEEP_LOADS_NONE: return 0;
    case SWEEP_LOADS_ADAPTIVE: return MOST_SETS;
    case SWEEP_LOADS_FULL: break;
    }
    return coarse_points(&f) * ((size_t)1 << n_loads);
}

size_t sweep_loads_next(sweep_loads mode, profile_kernel *kernel, uint32_t least_p)
{
    search f = {.kernel = kernel, .least_p = least_p, .all = (1u << kernel->n_loads) - 1};
    if (mode == SWEEP_LOADS_NONE || kernel->n_loads == 0)
        return 0;
    list_values(&f);
    if (mode == SWEEP_LOADS_FULL)
        full(&f);
    else
        adaptive(&f);
    return f.n_wanted;
}

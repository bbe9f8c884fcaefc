/* From profiles to the data set of loads. */
#include "features/dataset.h"
#include "features/load_dataset.h"
#include "features/origin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- what a load does ---- */

static double ratio(uint64_t part, uint64_t whole)
{
    return whole == 0 ? 0 : (double)part / (double)whole;
}

/* A profile may count more hits than look-ups. */
static double rate(uint64_t part, uint64_t whole)
{
    return fmin(ratio(part, whole), 1);
}

/* What features are made of, at one tuple. */
typedef struct seen_counts {
    uint64_t executions, lookups, hits, merges, unused, used;
} seen_counts;

static seen_counts in_windows(const profile_load_window *w)
{
    return (seen_counts){w->executions, w->lookups, w->hits, w->merges, w->unused, w->used};
}

/* Lines that were brought and did not leave unused have been used, or are there at the end. */
static seen_counts in_launch(const profile_load_counts *c)
{
    const uint64_t found = c->hits + c->merges, brought = c->lookups > found ? c->lookups - found : 0;
    const uint64_t used = brought > c->evicted_unused ? brought - c->evicted_unused : 0;
    return (seen_counts){c->executions, c->lookups, c->hits, c->merges, c->evicted_unused, used};
}

/* From 1 to 256 lines, as the engine has it (infer/poise_loads.h). */
static double log2_lines(const seen_counts *of)
{
    return fmin(log2(fmax(ratio(of->lookups, of->executions), 1)), 8);
}

static void see(double x[LOAD_DATASET_FEATURES], seen_counts max, seen_counts one)
{
    x[LOAD_X_h_one] = rate(one.hits, one.lookups);
    x[LOAD_X_m_one] = rate(one.merges, one.lookups);
    x[LOAD_X_h_max] = rate(max.hits, max.lookups);
    x[LOAD_X_m_max] = rate(max.merges, max.lookups);
    x[LOAD_X_log2_lines] = log2_lines(&one);
    x[LOAD_X_unkept_log2_lines] = (1 - x[LOAD_X_h_one]) * x[LOAD_X_log2_lines];
    x[LOAD_X_wasted_one] = rate(one.unused, one.unused + one.used);
    x[LOAD_X_constant] = 1;
}

/* Places of what later profiles tell as well, at one tuple. */
typedef struct pattern_places {
    load_dataset_extra within_1, within_2, within_4, within_8;
    load_dataset_extra warp_repeats, warp_strides, next_repeats, next_strides;
} pattern_places;

static const pattern_places at_one = {
    LOAD_EXTRA_within_1_one,     LOAD_EXTRA_within_2_one,     LOAD_EXTRA_within_4_one,
    LOAD_EXTRA_within_8_one,     LOAD_EXTRA_warp_repeats_one, LOAD_EXTRA_warp_strides_one,
    LOAD_EXTRA_next_repeats_one, LOAD_EXTRA_next_strides_one,
};
static const pattern_places at_max = {
    LOAD_EXTRA_within_1_max,     LOAD_EXTRA_within_2_max,     LOAD_EXTRA_within_4_max,
    LOAD_EXTRA_within_8_max,     LOAD_EXTRA_warp_repeats_max, LOAD_EXTRA_warp_strides_max,
    LOAD_EXTRA_next_repeats_max, LOAD_EXTRA_next_strides_max,
};

static void see_patterns(double *extra, const profile_load_counts *counts, const pattern_places *at)
{
    const bool is_known = counts->touches != PROFILE_UNKNOWN;
    const uint64_t in_1 = counts->reuses_1, in_2 = in_1 + counts->reuses_2, in_4 = in_2 + counts->reuses_4,
                   in_8 = in_4 + counts->reuses_8;
    extra[at->within_1] = is_known ? rate(in_1, counts->touches) : NAN;
    extra[at->within_2] = is_known ? rate(in_2, counts->touches) : NAN;
    extra[at->within_4] = is_known ? rate(in_4, counts->touches) : NAN;
    extra[at->within_8] = is_known ? rate(in_8, counts->touches) : NAN;
    extra[at->warp_repeats] = is_known ? rate(counts->warp_repeats, counts->executions) : NAN;
    extra[at->warp_strides] = is_known ? rate(counts->warp_strides, counts->executions) : NAN;
    extra[at->next_repeats] = is_known ? rate(counts->next_repeats, counts->executions) : NAN;
    extra[at->next_strides] = is_known ? rate(counts->next_strides, counts->executions) : NAN;
}

static void see_extras(load_dataset_load *load, const profile_load *seen)
{
    const profile_load_counts *max = &seen->at_max, *one = &seen->at_one;
    load->extra[LOAD_EXTRA_intra_one] = rate(one->intra_hits, one->lookups);
    load->extra[LOAD_EXTRA_intra_max] = rate(max->intra_hits, max->lookups);
    load->extra[LOAD_EXTRA_unused_one] = rate(one->evicted_unused, one->lookups);
    load->extra[LOAD_EXTRA_unused_max] = rate(max->evicted_unused, max->lookups);
    load->extra[LOAD_EXTRA_latency_one] = ratio(one->latency, one->executions);
    load->extra[LOAD_EXTRA_latency_max] = ratio(max->latency, max->executions);
    see_patterns(load->extra, one, &at_one);
    see_patterns(load->extra, max, &at_max);
}

static void add_loads(load_dataset *data, const profile_kernel *kernel)
{
    for (uint32_t i = 0; i < kernel->n_loads; i++) {
        const profile_load *seen = &kernel->loads[i];
        load_dataset_load *load = &data->loads[data->n_loads++];
        const uint64_t lookups = seen->window_at_one.lookups;
        *load = (load_dataset_load){
            .launch = (uint32_t)(data->n_launches - 1),
            .number = i,
            .pc = seen->pc,
            .source_line = seen->source_line,
            .lookups_one = lookups < UINT32_MAX ? (uint32_t)lookups : UINT32_MAX,
            .share = seen->share,
        };
        memcpy(load->source, seen->source, sizeof load->source);
        see(load->x, in_windows(&seen->window_at_max), in_windows(&seen->window_at_one));
        see(load->whole, in_launch(&seen->at_max), in_launch(&seen->at_one));
        see_extras(load, seen);
    }
}

/* ---- what was measured ---- */

static int by_place(const void *left, const void *right)
{
    const profile_schedule *a = left, *b = right;
    if (a->n != b->n)
        return a->n < b->n ? -1 : 1;
    if (a->p != b->p)
        return a->p < b->p ? -1 : 1;
    return (a->around > b->around) - (a->around < b->around);
}

uint32_t load_dataset_cycles(const load_dataset_launch *launch, uint32_t n, uint32_t p, uint32_t around)
{
    const profile_schedule key = {.n = n, .p = p, .around = around},
                           *found = bsearch(&key, launch->schedules, launch->n_schedules,
                                            sizeof *launch->schedules, by_place);
    return found == NULL ? 0 : (uint32_t)found->cycles;
}

/* Plane and sets, sorted. */
static int take_schedules(load_dataset_launch *launch, const profile_kernel *kernel, poise_error *err)
{
    launch->schedules = calloc(profile_measured(kernel) + kernel->n_sets, sizeof *launch->schedules);
    if (launch->schedules == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the schedules of kernel %s", kernel->kernel);
    for (uint32_t n = 1; n <= kernel->warps; n++) {
        for (uint32_t p = 0; p <= n; p++) {
            const sim_counters *point = profile_at(kernel, n, p);
            if (point == NULL)
                continue;
            if (point->cycles > UINT32_MAX)
                return poise_fail(err, POISE_USAGE, "kernel %s takes more than 2^32 - 1 cycles",
                                  kernel->kernel);
            launch->schedules[launch->n_schedules++] = (profile_schedule){n, p, 0, point->cycles};
        }
    }
    for (uint32_t i = 0; i < kernel->n_sets; i++) {
        const profile_set *set = &kernel->sets[i];
        if (set->cycles > 0)
            launch->schedules[launch->n_schedules++] =
                (profile_schedule){set->n, set->p, set->around, set->cycles};
    }
    qsort(launch->schedules, launch->n_schedules, sizeof *launch->schedules, by_place);
    for (uint32_t i = 1; i < launch->n_schedules; i++) {
        if (by_place(&launch->schedules[i - 1], &launch->schedules[i]) == 0)
            return poise_fail(err, POISE_DAMAGED, "kernel %s has a set of loads twice", kernel->kernel);
    }
    return POISE_OK;
}

/* ---- what a load is worth ---- */

static bool is_at(const load_dataset_row *row, profile_schedule schedule)
{
    return row->n == schedule.n && row->p == schedule.p && row->around == schedule.around;
}

static uint32_t context_of(const load_dataset_row *row, const profile_kernel *kernel)
{
    const profile_schedule all = {.n = kernel->warps, .p = kernel->warps};
    return (is_at(row, all) ? LOAD_AT_ALL : 0u) |
           (is_at(row, profile_best_diagonal(kernel)) ? LOAD_AT_DIAGONAL : 0u) |
           (is_at(row, profile_best_tuple(kernel)) ? LOAD_AT_TUPLE : 0u);
}

static uint32_t fewest_cycles(const load_dataset_row *row)
{
    return row->cycles_around < row->cycles_allocating ? row->cycles_around : row->cycles_allocating;
}

/* Of the `n` rows of one load, whose number is `number`. */
static void mark_best(load_dataset_row *rows, size_t n, uint32_t number, const profile_kernel *kernel)
{
    profile_schedule best = profile_best_schedule(kernel);
    load_dataset_row *fastest = NULL;
    best.around &= ~(1u << number);
    for (size_t i = 0; i < n; i++) {
        if (is_at(&rows[i], best)) {
            rows[i].context |= LOAD_AT_BEST;
            return;
        }
        if (rows[i].n == rows[i].p && (fastest == NULL || fewest_cycles(&rows[i]) < fewest_cycles(fastest)))
            fastest = &rows[i];
    }
    if (fastest != NULL)
        fastest->context |= LOAD_AT_BEST;
}

/* Every schedule with the load around whose twin, where it allocates, was measured as well. */
static void add_rows(load_dataset *data, size_t load, const profile_kernel *kernel)
{
    const load_dataset_launch *launch = &data->launches[data->loads[load].launch];
    const uint32_t number = data->loads[load].number, bit = 1u << number;
    const size_t first = data->n_rows;
    for (uint32_t i = 0; i < launch->n_schedules; i++) {
        const profile_schedule *s = &launch->schedules[i];
        const uint32_t others = s->around & ~bit;
        const uint32_t twin =
            s->p > 0 && s->around != others ? load_dataset_cycles(launch, s->n, s->p, others) : 0;
        if (twin == 0)
            continue;
        load_dataset_row *row = &data->rows[data->n_rows++];
        *row = (load_dataset_row){
            .load = (uint32_t)load,
            .n = s->n,
            .p = s->p,
            .around = others,
            .cycles_allocating = twin,
            .cycles_around = (uint32_t)s->cycles,
            .margin = log((double)s->cycles / (double)twin),
        };
        row->context = context_of(row, kernel);
    }
    mark_best(data->rows + first, data->n_rows - first, number, kernel);
}

/* ---- launches ---- */

static int name_launch(load_dataset_launch *launch, const profile_kernel *kernel, poise_error *err)
{
    launch->program = strdup(kernel->program);
    launch->run = strdup(kernel->run);
    launch->kernel = strdup(kernel->kernel);
    launch->launch_index = kernel->launch_index;
    launch->split = kernel->split;
    launch->warps = kernel->warps;
    memcpy(launch->trace_hash, kernel->trace_hash, sizeof launch->trace_hash);
    if (launch->program == NULL || launch->run == NULL || launch->kernel == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for kernel %s", kernel->kernel);
    return POISE_OK;
}

static int add_launch(load_dataset *data, const profile_kernel *kernel, poise_error *err)
{
    load_dataset_launch *launch = &data->launches[data->n_launches++];
    *launch = (load_dataset_launch){.n_loads = kernel->n_loads, .first_load = data->n_loads};
    int code = name_launch(launch, kernel, err);
    if (code == POISE_OK)
        code = take_schedules(launch, kernel, err);
    if (code != POISE_OK)
        return code;
    add_loads(data, kernel);
    for (uint32_t i = 0; i < kernel->n_loads; i++)
        add_rows(data, launch->first_load + i, kernel);
    return POISE_OK;
}

/* Room for everything that the profile may add. */
static int make_room(load_dataset *data, const profile *source, poise_error *err)
{
    size_t n_launches = data->n_launches + source->n_kernels, n_loads = data->n_loads, n_rows = data->n_rows;
    for (size_t i = 0; i < source->n_kernels; i++) {
        n_loads += source->kernels[i].n_loads;
        n_rows += (size_t)source->kernels[i].n_loads * source->kernels[i].n_sets;
    }
    load_dataset_launch *launches = realloc(data->launches, (n_launches + 1) * sizeof *launches);
    data->launches = launches != NULL ? launches : data->launches;
    load_dataset_load *loads = realloc(data->loads, (n_loads + 1) * sizeof *loads);
    data->loads = loads != NULL ? loads : data->loads;
    load_dataset_row *rows = realloc(data->rows, (n_rows + 1) * sizeof *rows);
    data->rows = rows != NULL ? rows : data->rows;
    if (launches == NULL || loads == NULL || rows == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu loads", n_loads);
    return POISE_OK;
}

static bool has_trace(const load_dataset *data, const char *trace_hash, profile_split split)
{
    for (size_t i = 0; i < data->n_launches; i++) {
        if (data->launches[i].split == split && strcmp(data->launches[i].trace_hash, trace_hash) == 0)
            return true;
    }
    return false;
}

/* Why the profile cannot be added; NULL = it can. */
static const char *fault_of(const load_dataset *data, const profile *source)
{
    bool has_loads = false, has_windows = true, has_news = false;
    for (size_t i = 0; i < source->n_kernels; i++) {
        const profile_kernel *kernel = &source->kernels[i];
        has_loads = has_loads || kernel->n_loads > 0;
        for (uint32_t k = 0; k < kernel->n_loads; k++)
            has_windows = has_windows && kernel->loads[k].window_at_one.lookups != PROFILE_UNKNOWN;
        has_news = has_news || !has_trace(data, kernel->trace_hash, kernel->split);
    }
    if (!has_loads)
        return "it tells nothing of loads; measure it with 'poise profile --loads adaptive'";
    if (!has_windows)
        return "it does not tell what loads do in windows; 'poise profile --add-windows' measures that";
    return has_news ? NULL : "all its launches are in the data set already";
}

/* Training launches that are in the evaluation split, too, are never trained on. */
static void exclude_evaluated(load_dataset *data)
{
    for (size_t i = 0; i < data->n_launches; i++) {
        load_dataset_launch *launch = &data->launches[i];
        if (launch->split == PROFILE_TRAINING && has_trace(data, launch->trace_hash, PROFILE_EVALUATION))
            launch->excluded = DATASET_EVALUATED;
    }
}

int load_dataset_add_profile(load_dataset *data, const profile *source, const char *name,
                             const poise_list *programs, poise_error *err)
{
    char machine[POISE_HASH_TEXT];
    int code = features_check_machine(source, name, data->n_launches == 0, data->config_hash, machine, err);
    const char *fault = fault_of(data, source);
    if (code != POISE_OK)
        return code;
    if (fault != NULL)
        return poise_fail(err, POISE_USAGE, "%s: %s", name, fault);
    memcpy(data->config_hash, machine, sizeof data->config_hash);
    features_chain_hash(data->profile_hash, source->hash);
    code = make_room(data, source, err);
    for (size_t i = 0; i < source->n_kernels && code == POISE_OK; i++) {
        if (features_is_wanted(programs, source->kernels[i].program))
            code = add_launch(data, &source->kernels[i], err);
    }
    exclude_evaluated(data);
    return code == POISE_OK ? POISE_OK : poise_error_prefix(err, "%s", name);
}

int load_dataset_check_programs(const load_dataset *data, const poise_list *programs, poise_error *err)
{
    for (size_t i = 0; i < programs->n; i++) {
        size_t launch = 0;
        while (launch < data->n_launches && strcmp(data->launches[launch].program, programs->text[i]) != 0)
            launch++;
        if (launch == data->n_launches)
            return features_no_program(programs->text[i], err);
    }
    return POISE_OK;
}

#include "features/dataset_build.h"

#include "features/origin.h"
#include "features/polluting.h"
#include "features/target.h"

#include <stdlib.h>
#include <string.h>

/* Training kernels gain something, run long enough to be measured, and hit in L1 at all [S5.5.3, T5.5].
 */
static uint32_t exclusions(const dataset_row *row, const profile_kernel *kernel)
{
    uint32_t excluded = 0;
    if (surface_at(&row->speedup, row->target_n, row->target_p) < DATASET_MIN_SPEEDUP)
        excluded |= DATASET_LOW_SPEEDUP;
    if (profile_at(kernel, kernel->warps, kernel->warps)->cycles < DATASET_MIN_CYCLES)
        excluded |= DATASET_SHORT;
    if (sim_l1_hit_rate(profile_at(kernel, 1, 1)) <= 0)
        excluded |= DATASET_NO_L1_HITS;
    return excluded;
}

static int name_row(dataset_row *row, const profile_kernel *kernel, poise_error *err)
{
    row->program = strdup(kernel->program);
    row->run = strdup(kernel->run);
    row->kernel = strdup(kernel->kernel);
    row->launch_index = kernel->launch_index;
    row->split = kernel->split;
    row->warps = kernel->warps;
    row->weight = 1;
    memcpy(row->trace_hash, kernel->trace_hash, sizeof row->trace_hash);
    if (row->program == NULL || row->run == NULL || row->kernel == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for kernel %s", kernel->kernel);
    return POISE_OK;
}

static int set_target(dataset_row *row, const profile_kernel *kernel, poise_error *err)
{
    int code = surface_speedup(&row->speedup, kernel, err);
    if (code == POISE_OK)
        code = target_score(&row->speedup, &row->score, err);
    if (code == POISE_OK && profile_at(kernel, 1, 1)->l1_polluting_accesses != PROFILE_UNKNOWN)
        code = surface_polluting(&row->polluting, kernel, err);
    if (code != POISE_OK)
        return code;
    target_choose(&row->speedup, &row->score, &row->target_n, &row->target_p);
    if (row->target_n == 0)
        return poise_fail(
            err, POISE_DAMAGED,
            "kernel %s has no score: it executed no instruction, or too few of its points are measured",
            kernel->kernel);
    row->scaled_n = target_scale(row->target_n, row->warps, DATASET_SCALED_WARPS);
    row->scaled_p = target_scale(row->target_p, row->warps, DATASET_SCALED_WARPS);
    return POISE_OK;
}

/* Engines of profiles sample at (1, 1): for the view bypass there are no sampled features. */
static int see(dataset_row *row, const profile *source, const profile_kernel *kernel,
               const dataset_recipe *recipe, poise_error *err)
{
    const uint32_t n = recipe->view == MODEL_VIEW_BYPASS ? kernel->warps : 1;
    const sim_counters *at_max = profile_at(kernel, kernel->warps, kernel->warps),
                       *second = profile_at(kernel, n, 1);
    if (second == NULL)
        return poise_fail(err, POISE_USAGE,
                          "kernel %s was not measured at {%u,1}, where the view bypass looks", kernel->kernel,
                          kernel->warps);
    const features_rates max = features_measure(at_max, recipe->merges_hit);
    const features_rates other = features_measure(second, recipe->merges_hit);
    features_of_view(recipe->view, &max, &other, row->x);
    if (recipe->view != MODEL_VIEW_BYPASS)
        row->sampled_sms =
            features_vector_sampled(recipe->view, kernel->samples, source->n_sms, row->x_sampled);
    return POISE_OK;
}

static int make_row(dataset_row *row, const profile *source, const profile_kernel *kernel,
                    const dataset_recipe *recipe, poise_error *err)
{
    int code = name_row(row, kernel, err);
    if (code == POISE_OK)
        code = set_target(row, kernel, err);
    if (code != POISE_OK)
        return code;
    code = see(row, source, kernel, recipe, err);
    if (code != POISE_OK)
        return code;
    row->excluded = recipe->keep_all ? 0 : exclusions(row, kernel);
    return POISE_OK;
}

static bool has_trace(const dataset *data, const char *trace_hash, profile_split split)
{
    for (size_t i = 0; i < data->n_rows; i++) {
        if (data->rows[i].split == split && strcmp(data->rows[i].trace_hash, trace_hash) == 0)
            return true;
    }
    return false;
}

/* Single launches may well repeat: runs of one program on several inputs start with the same initialisation.
 */
static bool is_known(const dataset *data, const profile *source)
{
    for (size_t i = 0; i < source->n_kernels; i++) {
        if (!has_trace(data, source->kernels[i].trace_hash, source->kernels[i].split))
            return false;
    }
    return true;
}

void dataset_exclude_evaluated(dataset *data)
{
    for (size_t i = 0; i < data->n_rows; i++) {
        dataset_row *row = &data->rows[i];
        if (row->split == PROFILE_TRAINING && has_trace(data, row->trace_hash, PROFILE_EVALUATION))
            row->excluded |= DATASET_EVALUATED;
    }
}

static int add_kernels(dataset *data, const profile *source, const dataset_recipe *recipe, poise_error *err)
{
    dataset_row *rows = realloc(data->rows, (data->n_rows + source->n_kernels) * sizeof *rows);
    if (rows == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu kernels", source->n_kernels);
    data->rows = rows;
    memset(rows + data->n_rows, 0, source->n_kernels * sizeof *rows);
    int code = POISE_OK;
    for (size_t i = 0; i < source->n_kernels && code == POISE_OK; i++) {
        if (features_is_wanted(recipe->programs, source->kernels[i].program))
            code = make_row(&rows[data->n_rows++], source, &source->kernels[i], recipe, err);
    }
    dataset_exclude_evaluated(data);
    return code;
}

int dataset_add_profile(dataset *data, const profile *source, const char *name, const dataset_recipe *recipe,
                        poise_error *err)
{
    char machine[POISE_HASH_TEXT];
    int code = features_check_machine(source, name, data->n_rows == 0, data->config_hash, machine, err);
    if (code != POISE_OK)
        return code;
    if (data->n_rows > 0 && data->merges_hit != recipe->merges_hit)
        return poise_fail(err, POISE_USAGE, "%s: L1 hits must be counted in one way in a data set", name);
    if (is_known(data, source))
        return poise_fail(err, POISE_USAGE, "%s: all its launches are in the data set already", name);
    data->merges_hit = recipe->merges_hit;
    data->view = recipe->view;
    memcpy(data->config_hash, machine, sizeof data->config_hash);
    features_chain_hash(data->profile_hash, source->hash);
    code = add_kernels(data, source, recipe, err);
    return code == POISE_OK ? POISE_OK : poise_error_prefix(err, "%s", name);
}

static size_t training_rows_of(const dataset *data, const char *program)
{
    size_t n = 0;
    for (size_t i = 0; i < data->n_rows; i++)
        n += dataset_row_trains(&data->rows[i]) && strcmp(data->rows[i].program, program) == 0;
    return n;
}

int dataset_check_programs(const dataset *data, const poise_list *programs, poise_error *err)
{
    for (size_t i = 0; i < programs->n; i++) {
        size_t row = 0;
        while (row < data->n_rows && strcmp(data->rows[row].program, programs->text[i]) != 0)
            row++;
        if (row == data->n_rows)
            return features_no_program(programs->text[i], err);
    }
    return POISE_OK;
}

void dataset_weigh_by_program(dataset *data)
{
    double programs = 0;
    size_t n_training = 0;
    for (size_t i = 0; i < data->n_rows; i++) {
        dataset_row *row = &data->rows[i];
        if (!dataset_row_trains(row))
            continue;
        row->weight = 1.0 / (double)training_rows_of(data, row->program);
        programs += row->weight; /* the weights of a program sum to 1 */
        n_training++;
    }
    for (size_t i = 0; i < data->n_rows; i++) {
        if (dataset_row_trains(&data->rows[i]))
            data->rows[i].weight *= (double)n_training / programs;
    }
}

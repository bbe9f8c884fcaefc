#include "profile/sweep/parts.h"

#include "common/log.h"
#include "profile/profile_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the folder ---- */

/* The settings: machine, policies, grid, and the version that simulates. malloc'ed; NULL without memory. */
static char *describe(const sweep_plan *plan)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    if (stream == NULL)
        return NULL;
    fprintf(stream,
            "poise sweep 4\nversion = " POISE_VERSION " (" POISE_COMMIT
            ")\ngrid = %s\nleast_p = %u\nloads = %s\npolicies = %s\npolicies_hash = %s\nconfig_hash = %s\n%s",
            sweep_grid_names[plan->grid], plan->least_p, sweep_loads_names[plan->loads],
            plan->result.policies, plan->result.policies_hash, plan->result.config_hash,
            plan->result.config_text);
    if (fclose(stream) == 0)
        return text;
    free(text);
    return NULL;
}

static runs_list_row row_of(const sweep_plan *plan, const sweep_launch *launch)
{
    const profile_kernel *kernel = &plan->result.kernels[launch->kernel];
    runs_list_row row = {.steps = launch->simulations};
    memcpy(row.key, kernel->trace_hash, sizeof row.key);
    snprintf(row.name, sizeof row.name, "%.110s launch %u, %.110s", kernel->program, kernel->launch_index,
             kernel->kernel);
    return row;
}

/* Traces that occur twice are one run. */
static size_t list(const sweep_plan *plan, runs_list_row *rows)
{
    size_t n = 0;
    for (size_t i = 0; i < plan->n_launches; i++) {
        if (sweep_launch_is_first(&plan->launches[i]))
            rows[n++] = row_of(plan, &plan->launches[i]);
    }
    return n;
}

int sweep_parts_open(runs_store *parts, const char *folder, const runs_share *share, const sweep_plan *plan,
                     poise_error *err)
{
    char *settings = describe(plan);
    runs_list_row *rows = calloc(plan->n_launches + 1, sizeof *rows);
    *parts = (runs_store){.journal = {.file = -1}};
    int code = settings == NULL || rows == NULL
                   ? poise_fail(err, POISE_FAILED, "no memory for %s", folder)
                   : runs_store_open(parts, folder, share, settings, rows, list(plan, rows), err);
    free(settings);
    free(rows);
    return code;
}

/* ---- parts ---- */

static const char *hash_of(const sweep_plan *plan, const sweep_launch *launch)
{
    return plan->result.kernels[launch->kernel].trace_hash;
}

/* The cycles of a set that the part has measured. */
static bool take_set(profile_set *set, const profile_kernel *part)
{
    for (uint32_t i = 0; i < part->n_sets && set->cycles == 0; i++) {
        const profile_set *theirs = &part->sets[i];
        if (theirs->n == set->n && theirs->p == set->p && theirs->around == set->around)
            set->cycles = theirs->cycles;
    }
    return set->cycles > 0;
}

/* Takes the points that the sweep would have asked for one after the other; false when one is not there. */
static bool take_points(sweep_plan *plan, const sweep_launch *launch, const profile_kernel *part)
{
    sweep_point points[PROFILE_MOST_POINTS];
    profile_kernel *kernel = &plan->result.kernels[launch->kernel];
    for (size_t n; (n = sweep_plan_next(plan, launch, points)) > 0;) {
        for (size_t i = 0; i < n; i++) {
            profile_set *set = sweep_plan_set(plan, launch, points[i]);
            if (set != NULL && !take_set(set, part))
                return false;
            if (set != NULL)
                continue;
            const sim_counters *counters = profile_at(part, points[i].n, points[i].p);
            if (counters == NULL)
                return false;
            kernel->points[profile_point(points[i].n, points[i].p)] = *counters;
        }
    }
    return true;
}

static bool has_loads(const profile_kernel *ours, const profile_kernel *theirs)
{
    bool are_same = ours->n_loads == theirs->n_loads;
    for (uint32_t i = 0; are_same && i < ours->n_loads; i++)
        are_same = ours->loads[i].pc == theirs->loads[i].pc;
    return are_same;
}

/* Takes a part that is whole. Why it is not the one of `launch`; NULL = it is. */
static const char *fit_part(sweep_plan *plan, const sweep_launch *launch, const profile *part)
{
    const profile_kernel *theirs = &part->kernels[0];
    profile_kernel *ours = &plan->result.kernels[launch->kernel];
    if (part->n_kernels != 1 || strcmp(theirs->trace_hash, hash_of(plan, launch)) != 0)
        return "it is of another trace";
    if (strcmp(part->config_hash, plan->result.config_hash) != 0 || part->n_sms != plan->result.n_sms ||
        theirs->warps != ours->warps)
        return "it is of another machine";
    if (!has_loads(ours, theirs) || !take_points(plan, launch, theirs)) {
        memset(ours->points, 0, profile_points(ours->warps) * sizeof *ours->points);
        ours->n_sets = 0;
        return "points are missing";
    }
    for (uint32_t i = 0; i < ours->n_loads; i++)
        ours->loads[i] = theirs->loads[i];
    memcpy(ours->samples, theirs->samples, part->n_sms * sizeof *ours->samples);
    return NULL;
}

static bool take_part(sweep_plan *plan, const sweep_launch *launch, const char *path)
{
    profile part = {0};
    poise_error err;
    bool is_read = profile_read(path, &part, &err) == POISE_OK;
    const char *reason = is_read ? fit_part(plan, launch, &part) : err.text;
    if (reason != NULL)
        poise_warn("%s: %s; the kernel is measured again", is_read ? path : "part", reason);
    if (is_read)
        profile_free(&part);
    return reason == NULL;
}

static bool load(const runs_store *parts, sweep_plan *plan, const sweep_launch *launch)
{
    char path[PATH_MAX];
    return runs_store_find(parts, hash_of(plan, launch), path) && take_part(plan, launch, path);
}

size_t sweep_parts_load(const runs_store *parts, sweep_plan *plan)
{
    size_t n = 0;
    for (size_t i = 0; i < plan->n_launches; i++) {
        sweep_launch *launch = &plan->launches[i];
        launch->is_measured = sweep_launch_is_first(launch) && load(parts, plan, launch);
        n += launch->is_measured;
    }
    return n;
}

int sweep_parts_note(runs_store *parts, const sweep_plan *plan, const sweep_launch *launch, runs_event event,
                     const char *detail, poise_error *err)
{
    return runs_store_note(parts, hash_of(plan, launch), event, detail, err);
}

int sweep_parts_save(runs_store *parts, const sweep_plan *plan, const sweep_launch *launch, poise_error *err)
{
    profile part = plan->result;
    char path[PATH_MAX], hash[POISE_HASH_TEXT];
    part.kernels = &plan->result.kernels[launch->kernel];
    part.n_kernels = 1;
    size_t bytes = profile_points(part.kernels->warps) * sizeof *part.kernels->points;
    int code = runs_store_path(parts, hash_of(plan, launch), path, err);
    if (code == POISE_OK)
        code = profile_write(path, &part, err);
    if (code != POISE_OK)
        return code;
    poise_hash_bytes(part.kernels->points, bytes, hash);
    return sweep_parts_note(parts, plan, launch, RUNS_DONE, hash, err);
}

#include "profile/sweep/parts.h"

#include "common/file.h"
#include "common/log.h"
#include "profile/profile_file.h"
#include "profile/sweep/list.h"
#include "profile/sweep/settings.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int path_in(const sweep_parts *parts, const char *name, const char *suffix, char path[PATH_MAX],
                   poise_error *err)
{
    int length = snprintf(path, PATH_MAX, "%s/%s%s", parts->folder, name, suffix);
    return length < 0 || length >= PATH_MAX
               ? poise_fail(err, POISE_FAILED, "the name of the folder %s is too long", parts->folder)
               : POISE_OK;
}

bool sweep_name_ends_with(const char *name, const char *suffix)
{
    size_t n = strlen(name), m = strlen(suffix);
    return n > m && strcmp(name + n - m, suffix) == 0;
}

/* ---- the folder ---- */

static int claim(const sweep_parts *parts, const sweep_plan *plan, poise_error *err)
{
    char path[PATH_MAX];
    int code = path_in(parts, "settings", "", path, err);
    if (code == POISE_OK)
        code = sweep_settings_claim(path, plan, err);
    if (code == POISE_OK)
        code = path_in(parts, SWEEP_LIST_NAME, "", path, err);
    return code == POISE_OK ? sweep_list_write(path, plan, err) : code;
}

int sweep_parts_open(sweep_parts *parts, const char *folder, const char *name, const sweep_plan *plan,
                     poise_error *err)
{
    char path[PATH_MAX];
    *parts = (sweep_parts){.folder = strdup(folder), .journal = {.file = -1}};
    if (parts->folder == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the name of %s", folder);
    int code = poise_make_folders(folder, err);
    if (code == POISE_OK)
        code = path_in(parts, name, SWEEP_JOURNAL_SUFFIX, path, err);
    if (code == POISE_OK)
        code = sweep_journal_open(&parts->journal, path, err);
    if (code == POISE_OK) /* now nobody else removes the folder */
        code = claim(parts, plan, err);
    if (code != POISE_OK)
        sweep_parts_close(parts);
    return code;
}

/* Whether anything was done in it. */
static bool is_used(const char *folder)
{
    DIR *list = opendir(folder);
    bool found = false;
    for (struct dirent *entry; list != NULL && !found && (entry = readdir(list)) != NULL;)
        found = sweep_name_ends_with(entry->d_name, SWEEP_PART_SUFFIX) ||
                sweep_name_ends_with(entry->d_name, SWEEP_JOURNAL_SUFFIX) ||
                sweep_name_ends_with(entry->d_name, ".sbatch");
    if (list != NULL)
        closedir(list);
    return found;
}

static bool is_temporary(const char *name)
{
    return strstr(name, ".tmp-") != NULL;
}

static bool is_ours(const char *name)
{
    static const char *const names[] = {"settings", SWEEP_LIST_NAME, "machine.conf", "sweep.sbatch",
                                        "collect.sbatch"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i]) == 0)
            return true;
    }
    return sweep_name_ends_with(name, SWEEP_PART_SUFFIX) ||
           sweep_name_ends_with(name, SWEEP_JOURNAL_SUFFIX) || is_temporary(name) ||
           (strncmp(name, "slurm-", 6) == 0 && sweep_name_ends_with(name, ".log"));
}

static void remove_files(const char *folder, bool (*is_chosen)(const char *name))
{
    DIR *list = opendir(folder);
    if (list == NULL)
        return;
    for (struct dirent *entry; (entry = readdir(list)) != NULL;) {
        if (is_chosen(entry->d_name))
            unlinkat(dirfd(list), entry->d_name, 0);
    }
    closedir(list);
}

void sweep_parts_clean(const char *folder)
{
    remove_files(folder, is_temporary);
}

void sweep_parts_remove(const char *folder)
{
    remove_files(folder, is_ours);
    rmdir(folder);
}

void sweep_parts_close(sweep_parts *parts)
{
    if (parts->folder == NULL)
        return;
    sweep_journal_close(&parts->journal);
    if (!is_used(parts->folder))
        sweep_parts_remove(parts->folder);
    free(parts->folder);
    *parts = (sweep_parts){.journal = {.file = -1}};
}

/* ---- parts ---- */

static const char *hash_of(const sweep_plan *plan, const sweep_launch *launch)
{
    return plan->result.kernels[launch->kernel].trace_hash;
}

/* Takes the points that the sweep would have asked for one after the other; false when one is not there. */
static bool take_points(sweep_plan *plan, const sweep_launch *launch, const profile_kernel *part)
{
    sweep_point points[PROFILE_MOST_POINTS];
    profile_kernel *kernel = &plan->result.kernels[launch->kernel];
    for (size_t n; (n = sweep_plan_next(plan, launch, points)) > 0;) {
        for (size_t i = 0; i < n; i++) {
            const sim_counters *counters = profile_at(part, points[i].n, points[i].p);
            if (counters == NULL)
                return false;
            kernel->points[profile_point(points[i].n, points[i].p)] = *counters;
        }
    }
    return true;
}

/* Takes a part that is whole. Why it is not the one of `launch`; NULL = it is. */
static const char *fit_part(sweep_plan *plan, const sweep_launch *launch, const profile *part)
{
    const profile_kernel *theirs = &part->kernels[0];
    const profile_kernel *ours = &plan->result.kernels[launch->kernel];
    if (part->n_kernels != 1 || strcmp(theirs->trace_hash, hash_of(plan, launch)) != 0)
        return "it is of another trace";
    if (strcmp(part->config_hash, plan->result.config_hash) != 0 || part->n_sms != plan->result.n_sms ||
        theirs->warps != ours->warps)
        return "it is of another machine";
    if (!take_points(plan, launch, theirs)) {
        memset(ours->points, 0, profile_points(ours->warps) * sizeof *ours->points);
        return "points are missing";
    }
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

static bool load(const sweep_parts *parts, sweep_plan *plan, const sweep_launch *launch)
{
    char path[PATH_MAX];
    if (path_in(parts, hash_of(plan, launch), SWEEP_PART_SUFFIX, path, NULL) != POISE_OK ||
        access(path, F_OK) != 0)
        return false;
    return take_part(plan, launch, path);
}

size_t sweep_parts_load(const sweep_parts *parts, sweep_plan *plan)
{
    size_t n = 0;
    for (size_t i = 0; i < plan->n_launches; i++) {
        sweep_launch *launch = &plan->launches[i];
        launch->is_measured = sweep_launch_is_first(launch) && load(parts, plan, launch);
        n += launch->is_measured;
    }
    return n;
}

int sweep_parts_note(sweep_parts *parts, const sweep_plan *plan, const sweep_launch *launch,
                     sweep_event event, const char *detail, poise_error *err)
{
    sweep_entry entry = {.event = event};
    memcpy(entry.trace_hash, hash_of(plan, launch), sizeof entry.trace_hash);
    memcpy(entry.config_hash, plan->result.config_hash, sizeof entry.config_hash);
    snprintf(entry.detail, sizeof entry.detail, "%s", detail);
    return sweep_journal_write(&parts->journal, &entry, err);
}

int sweep_parts_save(sweep_parts *parts, const sweep_plan *plan, const sweep_launch *launch, poise_error *err)
{
    profile part = plan->result;
    char path[PATH_MAX], hash[POISE_HASH_TEXT];
    part.kernels = &plan->result.kernels[launch->kernel];
    part.n_kernels = 1;
    size_t bytes = profile_points(part.kernels->warps) * sizeof *part.kernels->points;
    int code = path_in(parts, hash_of(plan, launch), SWEEP_PART_SUFFIX, path, err);
    if (code == POISE_OK)
        code = profile_write(path, &part, err);
    if (code != POISE_OK)
        return code;
    poise_hash_bytes(part.kernels->points, bytes, hash);
    return sweep_parts_note(parts, plan, launch, SWEEP_DONE, hash, err);
}

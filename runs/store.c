#include "runs/store.h"

#include "common/file.h"
#include "runs/settings.h"
#include "runs/slurm.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int path_in(const runs_store *store, const char *name, const char *suffix, char path[PATH_MAX],
                   poise_error *err)
{
    int length = snprintf(path, PATH_MAX, "%s/%s%s", store->folder, name, suffix);
    return length < 0 || length >= PATH_MAX
               ? poise_fail(err, POISE_FAILED, "the name of the folder %s is too long", store->folder)
               : POISE_OK;
}

bool runs_name_ends_with(const char *name, const char *suffix)
{
    size_t n = strlen(name), m = strlen(suffix);
    return n > m && strcmp(name + n - m, suffix) == 0;
}

/* ---- the folder ---- */

static int claim(const runs_store *store, const char *settings, const runs_list_row *rows, size_t n,
                 poise_error *err)
{
    char path[PATH_MAX];
    int code = path_in(store, RUNS_SETTINGS_NAME, "", path, err);
    if (code == POISE_OK && settings != NULL)
        code = runs_settings_claim(path, settings, err);
    if (code == POISE_OK)
        code = path_in(store, RUNS_LIST_NAME, "", path, err);
    return code == POISE_OK ? runs_list_write(path, rows, n, err) : code;
}

/* The same in every attempt, and of no other process that works at the same time. */
static void name_journal(char name[64], const runs_share *share)
{
    if (share->only_submits)
        snprintf(name, 64, "submit");
    else if (share->n_shares > 0)
        snprintf(name, 64, "share-%u-of-%u", share->share + 1, share->n_shares);
    else
        snprintf(name, 64, "%s", share->only_collects ? "collect" : "all");
}

int runs_store_open(runs_store *store, const char *folder, const runs_share *share, const char *settings,
                    const runs_list_row *rows, size_t n, poise_error *err)
{
    char path[PATH_MAX], name[64];
    *store = (runs_store){.folder = strdup(folder), .journal = {.file = -1}};
    if (store->folder == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the name of %s", folder);
    name_journal(name, share);
    int code = poise_make_folders(folder, err);
    if (code == POISE_OK)
        code = path_in(store, name, RUNS_JOURNAL_SUFFIX, path, err);
    if (code == POISE_OK)
        code = runs_journal_open(&store->journal, path, err);
    if (code == POISE_OK) /* now nobody else removes the folder */
        code = claim(store, settings, rows, n, err);
    if (code != POISE_OK)
        runs_store_close(store);
    return code;
}

/* Whether anything was done in it. */
static bool is_used(const char *folder)
{
    DIR *list = opendir(folder);
    bool found = false;
    for (struct dirent *entry; list != NULL && !found && (entry = readdir(list)) != NULL;)
        found = runs_name_ends_with(entry->d_name, RUNS_PART_SUFFIX) ||
                runs_name_ends_with(entry->d_name, RUNS_JOURNAL_SUFFIX) ||
                runs_name_ends_with(entry->d_name, ".sbatch");
    if (list != NULL)
        closedir(list);
    return found;
}

static bool is_ours(const char *name)
{
    static const char *const names[] = {RUNS_SETTINGS_NAME, RUNS_LIST_NAME, RUNS_SLURM_MACHINE,
                                        RUNS_SLURM_ARRAY, RUNS_SLURM_COLLECT};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i]) == 0)
            return true;
    }
    return runs_name_ends_with(name, RUNS_PART_SUFFIX) || runs_name_ends_with(name, RUNS_JOURNAL_SUFFIX) ||
           poise_atomic_is_temporary(name) ||
           (strncmp(name, "slurm-", 6) == 0 && runs_name_ends_with(name, ".log"));
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

void runs_store_clean(const char *folder)
{
    remove_files(folder, poise_atomic_is_temporary);
}

void runs_store_remove(const char *folder)
{
    remove_files(folder, is_ours);
    (void)rmdir(folder);
}

void runs_store_close(runs_store *store)
{
    if (store->folder == NULL)
        return;
    runs_journal_close(&store->journal);
    if (!is_used(store->folder))
        runs_store_remove(store->folder);
    free(store->folder);
    *store = (runs_store){.journal = {.file = -1}};
}

/* ---- parts ---- */

int runs_store_path(const runs_store *store, const char *key, char path[PATH_MAX], poise_error *err)
{
    return path_in(store, key, RUNS_PART_SUFFIX, path, err);
}

bool runs_store_find(const runs_store *store, const char *key, char path[PATH_MAX])
{
    return runs_store_path(store, key, path, NULL) == POISE_OK && access(path, F_OK) == 0;
}

int runs_store_note(runs_store *store, const char *key, runs_event event, const char *detail,
                    poise_error *err)
{
    runs_entry entry = {.event = event};
    snprintf(entry.key, sizeof entry.key, "%s", key);
    snprintf(entry.detail, sizeof entry.detail, "%s", detail);
    return runs_journal_write(&store->journal, &entry, err);
}

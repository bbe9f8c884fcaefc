#include "profile/sweep/status.h"

#include "profile/sweep/parts.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const sweep_state_names[KERNEL_STATES] = {"missing", "running", "failed", "done"};

typedef struct table {
    sweep_status_row *rows;
    size_t n;
} table;

static void take_entry(void *user, const sweep_entry *entry)
{
    static const sweep_kernel_state states[SWEEP_EVENTS] = {
        [SWEEP_BEGUN] = KERNEL_RUNNING, [SWEEP_DONE] = KERNEL_RUNNING, [SWEEP_FAILED] = KERNEL_FAILED};
    table *t = user;
    for (size_t i = 0; i < t->n; i++) {
        if (strcmp(t->rows[i].kernel.trace_hash, entry->trace_hash) != 0)
            continue;
        t->rows[i].state = states[entry->event];
        snprintf(t->rows[i].detail, sizeof t->rows[i].detail, "%s", entry->detail);
    }
}

static int read_journals(const char *folder, table *t, poise_error *err)
{
    DIR *list = opendir(folder);
    if (list == NULL)
        return poise_fail_errno(err, POISE_FAILED, "cannot open the folder %s", folder);
    int code = POISE_OK;
    for (struct dirent *entry; code == POISE_OK && (entry = readdir(list)) != NULL;) {
        char path[PATH_MAX];
        if (!sweep_name_ends_with(entry->d_name, SWEEP_JOURNAL_SUFFIX))
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        code = sweep_journal_read(path, take_entry, t, err);
    }
    closedir(list);
    return code;
}

/* A part that is there counts, whatever the journals say. */
static void look_for_parts(const char *folder, table *t)
{
    for (size_t i = 0; i < t->n; i++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/%s" SWEEP_PART_SUFFIX, folder, t->rows[i].kernel.trace_hash);
        if (access(path, F_OK) == 0)
            t->rows[i].state = KERNEL_DONE;
    }
}

bool sweep_is_in(const char *folder)
{
    char path[PATH_MAX];
    return snprintf(path, sizeof path, "%s/" SWEEP_LIST_NAME, folder) < (int)sizeof path &&
           access(path, F_OK) == 0;
}

int sweep_status(const char *folder, sweep_status_row **rows, size_t *n, poise_error *err)
{
    char path[PATH_MAX];
    sweep_list_row *list;
    *rows = NULL;
    if (!sweep_is_in(folder))
        return poise_fail(err, POISE_FAILED, "%s is not the folder of a sweep", folder);
    snprintf(path, sizeof path, "%s/" SWEEP_LIST_NAME, folder);
    int code = sweep_list_read(path, &list, n, err);
    if (code != POISE_OK)
        return code;
    table t = {calloc(*n + 1, sizeof *t.rows), *n};
    for (size_t i = 0; t.rows != NULL && i < *n; i++)
        t.rows[i].kernel = list[i];
    free(list);
    if (t.rows == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the state of %zu kernels", *n);
    code = read_journals(folder, &t, err);
    if (code != POISE_OK) {
        free(t.rows);
        return code;
    }
    look_for_parts(folder, &t);
    *rows = t.rows;
    return POISE_OK;
}

#include "runs/status.h"

#include "runs/store.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const runs_state_names[RUNS_STATES] = {"missing", "running", "failed", "done"};

typedef struct table {
    runs_status_row *rows;
    size_t n;
} table;

static void take_entry(void *user, const runs_entry *entry)
{
    static const runs_state states[RUNS_EVENTS] = {[RUNS_BEGUN] = RUNS_STATE_RUNNING,
                                                   [RUNS_DONE] = RUNS_STATE_RUNNING,
                                                   [RUNS_FAILED] = RUNS_STATE_FAILED};
    table *t = user;
    for (size_t i = 0; i < t->n; i++) {
        if (strcmp(t->rows[i].run.key, entry->key) != 0)
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
        if (!runs_name_ends_with(entry->d_name, RUNS_JOURNAL_SUFFIX))
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        code = runs_journal_read(path, take_entry, t, err);
    }
    closedir(list);
    return code;
}

/* A part that is there counts, whatever the journals say. */
static void look_for_parts(const char *folder, table *t)
{
    for (size_t i = 0; i < t->n; i++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/%s" RUNS_PART_SUFFIX, folder, t->rows[i].run.key);
        if (access(path, F_OK) == 0)
            t->rows[i].state = RUNS_STATE_DONE;
    }
}

bool runs_are_in(const char *folder)
{
    char path[PATH_MAX];
    return snprintf(path, sizeof path, "%s/" RUNS_LIST_NAME, folder) < (int)sizeof path &&
           access(path, F_OK) == 0;
}

int runs_status(const char *folder, runs_status_row **rows, size_t *n, poise_error *err)
{
    char path[PATH_MAX];
    runs_list_row *list;
    *rows = NULL;
    if (!runs_are_in(folder))
        return poise_fail(err, POISE_FAILED, "%s is not a folder of runs", folder);
    snprintf(path, sizeof path, "%s/" RUNS_LIST_NAME, folder);
    int code = runs_list_read(path, &list, n, err);
    if (code != POISE_OK)
        return code;
    table t = {calloc(*n + 1, sizeof *t.rows), *n};
    for (size_t i = 0; t.rows != NULL && i < *n; i++)
        t.rows[i].run = list[i];
    free(list);
    if (t.rows == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the state of %zu runs", *n);
    code = read_journals(folder, &t, err);
    if (code != POISE_OK) {
        free(t.rows);
        return code;
    }
    look_for_parts(folder, &t);
    *rows = t.rows;
    return POISE_OK;
}

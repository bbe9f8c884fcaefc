#include "profile/sweep/trace_paths.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char suffix[] = ".wtr";

/* Takes `path` over. */
static int append(trace_paths *list, char *path, poise_error *err)
{
    char **larger = path == NULL ? NULL : realloc(list->path, (list->n + 1) * sizeof *larger);
    if (larger == NULL) {
        free(path);
        return poise_fail(err, POISE_FAILED, "no memory for the list of traces");
    }
    list->path = larger;
    list->path[list->n++] = path;
    return POISE_OK;
}

static int is_trace(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > strlen(suffix) && strcmp(entry->d_name + length - strlen(suffix), suffix) == 0;
}

static int by_bytes(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static char *join(const char *folder, const char *name)
{
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);
    if (path != NULL)
        snprintf(path, size, "%s/%s", folder, name);
    return path;
}

static int append_folder(trace_paths *list, const char *folder, poise_error *err)
{
    struct dirent **entries;
    int n = scandir(folder, &entries, is_trace, by_bytes);
    if (n < 0)
        return poise_fail_errno(err, POISE_FAILED, "cannot read folder %s", folder);
    int code = POISE_OK;
    for (int i = 0; i < n; i++) {
        if (code == POISE_OK)
            code = append(list, join(folder, entries[i]->d_name), err);
        free(entries[i]);
    }
    free(entries);
    if (n == 0)
        return poise_fail(err, POISE_USAGE, "folder %s holds no %s file", folder, suffix);
    return code;
}

static int append_argument(trace_paths *list, const char *argument, poise_error *err)
{
    struct stat status;
    if (stat(argument, &status) != 0)
        return poise_fail_errno(err, POISE_FAILED, "cannot open %s", argument);
    if (S_ISDIR(status.st_mode))
        return append_folder(list, argument, err);
    return append(list, strdup(argument), err);
}

int trace_paths_expand(trace_paths *list, int n_arguments, char *const *arguments, poise_error *err)
{
    *list = (trace_paths){0};
    int code = POISE_OK;
    for (int i = 0; i < n_arguments && code == POISE_OK; i++)
        code = append_argument(list, arguments[i], err);
    if (code != POISE_OK)
        trace_paths_free(list);
    return code;
}

void trace_paths_free(trace_paths *list)
{
    for (size_t i = 0; i < list->n; i++)
        free(list->path[i]);
    free(list->path);
    *list = (trace_paths){0};
}

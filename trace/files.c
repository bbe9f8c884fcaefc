#include "trace/files.h"

#include <dirent.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char suffix[] = ".wtr";

/* Takes ownership of `path`, which may be NULL when memory ran out. */
static int append(trace_files *files, char *path, poise_error *err)
{
    char **grown = path ? realloc(files->path, (files->n + 1) * sizeof *grown) : NULL;
    if (!grown) {
        free(path);
        return poise_fail(err, POISE_FAILED, "no memory for the list of traces");
    }
    files->path = grown;
    files->path[files->n++] = path;
    return 0;
}

static int is_trace(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return dot && dot != entry->d_name && !strcmp(dot, suffix);
}

/* Independent of the locale, unlike alphasort. */
static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static bool has_traces(const char *folder)
{
    DIR *directory = opendir(folder);
    const struct dirent *entry = NULL;
    do
        entry = directory ? readdir(directory) : NULL;
    while (entry && !is_trace(entry));
    if (directory)
        closedir(directory);
    return entry != NULL;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* A folder of programs is a likely slip: the sentence names the first program. */
static int no_traces(const char *folder, poise_error *err)
{
    char inside[PATH_MAX] = "";
    struct dirent **entries;
    const int n = scandir(folder, &entries, is_visible, by_name);
    bool found = false;
    for (int i = 0; i < n; i++) {
        if (!found)
            found = snprintf(inside, sizeof inside, "%s/%s", folder, entries[i]->d_name) < PATH_MAX &&
                    has_traces(inside);
        free(entries[i]);
    }
    if (n >= 0)
        free(entries);
    if (found)
        return poise_fail(err, POISE_FAILED,
                          "folder %s holds no %s file, but its folders do: name those, as %s", folder, suffix,
                          inside);
    return poise_fail(err, POISE_FAILED, "folder %s holds no %s file", folder, suffix);
}

static int append_folder(trace_files *files, const char *folder, poise_error *err)
{
    struct dirent **entries;
    int n = scandir(folder, &entries, is_trace, by_name);
    if (n < 0)
        return poise_fail_errno(err, POISE_FAILED, "cannot read folder %s", folder);
    int code = n ? 0 : no_traces(folder, err);
    for (int i = 0; i < n; i++) {
        char *path = NULL;
        if (!code)
            code = append(files, asprintf(&path, "%s/%s", folder, entries[i]->d_name) < 0 ? NULL : path, err);
        free(entries[i]);
    }
    free(entries);
    return code;
}

int trace_files_list(trace_files *files, size_t n_words, char *const *words, poise_error *err)
{
    *files = (trace_files){0};
    int code = n_words
                   ? 0
                   : poise_fail(err, POISE_USAGE, "no trace given: name %s files or folders of them", suffix);
    for (size_t i = 0; i < n_words && !code; i++) {
        struct stat status;
        if (stat(words[i], &status))
            code = poise_fail_errno(err, POISE_FAILED, "cannot open %s", words[i]);
        else if (S_ISDIR(status.st_mode))
            code = append_folder(files, words[i], err);
        else
            code = append(files, strdup(words[i]), err);
    }
    if (code)
        trace_files_free(files);
    return code;
}

void trace_files_free(trace_files *files)
{
    for (size_t i = 0; i < files->n; i++)
        free(files->path[i]);
    free(files->path);
    *files = (trace_files){0};
}

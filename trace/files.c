#include "trace/files.h"

#include "common/file.h"
#include "trace/pack/pack.h"

#include <dirent.h>
#include <errno.h>
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
    return POISE_OK;
}

static bool is_trace_name(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot && dot != name && !strcmp(dot, suffix);
}

static int is_trace(const struct dirent *entry)
{
    return is_trace_name(entry->d_name);
}

int trace_name_order(const char *one, const char *other)
{
    const unsigned long long a = strtoull(one, NULL, 10), b = strtoull(other, NULL, 10);
    const bool are_numbered = *one >= '0' && *one <= '9' && *other >= '0' && *other <= '9';
    return are_numbered && a != b ? (a < b ? -1 : 1) : strcmp(one, other);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return trace_name_order((*a)->d_name, (*b)->d_name);
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
        if (code == POISE_OK)
            code = append(files, asprintf(&path, "%s/%s", folder, entries[i]->d_name) < 0 ? NULL : path, err);
        free(entries[i]);
    }
    free(entries);
    return code;
}

static int by_member_name(const void *a, const void *b)
{
    const trace_pack_member *one = a, *other = b;
    return trace_name_order(one->name, other->name);
}

static int append_pack(trace_files *files, const char *path, poise_error *err)
{
    trace_pack pack;
    const size_t before = files->n;
    int code = trace_pack_list(path, &pack, err);
    if (pack.n > 0)
        qsort(pack.members, pack.n, sizeof *pack.members, by_member_name);
    for (size_t i = 0; i < pack.n && code == POISE_OK; i++) {
        char *inside = NULL;
        if (is_trace_name(pack.members[i].name))
            code = append(files, asprintf(&inside, "%s/%s", path, pack.members[i].name) < 0 ? NULL : inside,
                          err);
    }
    trace_pack_free(&pack);
    if (code == POISE_OK && files->n == before)
        code = poise_fail(err, POISE_FAILED, "pack %s holds no %s file", path, suffix);
    return code;
}

int trace_files_list(trace_files *files, size_t n_words, char *const *words, poise_error *err)
{
    *files = (trace_files){0};
    int code = n_words ? 0
                       : poise_fail(err, POISE_USAGE,
                                    "no trace given: name %s files, or folders or packs of them", suffix);
    for (size_t i = 0; i < n_words && code == POISE_OK; i++) {
        struct stat status;
        if (trace_file_stat(words[i], &status))
            code = poise_fail_errno(err, POISE_FAILED, "cannot open %s", words[i]);
        else if (S_ISDIR(status.st_mode))
            code = append_folder(files, words[i], err);
        else if (trace_pack_is(words[i]))
            code = append_pack(files, words[i], err);
        else
            code = append(files, strdup(words[i]), err);
    }
    if (code != POISE_OK)
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

/* ---- paths, which may lead into a pack ---- */

/* The path of the pack and the name in it; false when the path does not lead into a file. */
static bool split(const char *path, char pack[PATH_MAX], const char **name)
{
    const char *slash = strrchr(path, '/');
    if (!slash || slash == path || (size_t)(slash - path) >= PATH_MAX)
        return false;
    memcpy(pack, path, (size_t)(slash - path));
    pack[slash - path] = '\0';
    *name = slash + 1;
    return trace_pack_is(pack);
}

FILE *trace_file_open(const char *path, poise_error *err)
{
    char pack[PATH_MAX];
    const char *name;
    trace_pack_member member;
    FILE *stream = fopen(path, "rbe");
    if (stream)
        return stream;
    const int reason = errno;
    if (reason == ENOTDIR && split(path, pack, &name))
        return trace_pack_find(pack, name, &member, err) ? NULL : trace_pack_stream(pack, &member, err);
    errno = reason;
    poise_fail_errno(err, POISE_FAILED, "cannot open %s", path);
    return NULL;
}

int trace_file_read(const char *path, size_t limit, char **data, size_t *size, poise_error *err)
{
    char pack[PATH_MAX];
    const char *name;
    trace_pack_member member;
    if (!split(path, pack, &name))
        return poise_read_file(path, limit, data, size, err);
    *data = NULL;
    *size = 0;
    int code = trace_pack_find(pack, name, &member, err);
    if (code == POISE_OK && member.bytes > limit)
        code = poise_fail(err, POISE_DAMAGED, "%s has more bytes than the limit of %zu for this kind of file",
                          path, limit);
    FILE *stream = code != POISE_OK ? NULL : open_memstream(data, size);
    if (code == POISE_OK && !stream)
        code = poise_fail(err, POISE_FAILED, "no memory for %s", path);
    if (stream) {
        code = trace_pack_extract(pack, &member, stream, err);
        if (fclose(stream) && code == POISE_OK)
            code = poise_fail(err, POISE_FAILED, "no memory for %s", path);
    }
    if (code != POISE_OK) {
        free(*data);
        *data = NULL;
    }
    return code;
}

int trace_file_stat(const char *path, struct stat *status)
{
    char pack[PATH_MAX];
    const char *name;
    if (stat(path, status) == 0)
        return 0;
    return errno == ENOTDIR && split(path, pack, &name) ? stat(pack, status) : -1;
}

char *trace_file_home(const char *path)
{
    char home[PATH_MAX];
    const char *name;
    if (split(path, home, &name))
        return realpath(home, NULL);
    char *real = realpath(path, NULL);
    if (real)
        *strrchr(real, '/') = '\0'; /* realpath() is absolute: there is one */
    return real;
}

char *trace_program_name(const char *word)
{
    size_t end = strlen(word);
    while (end > 1 && word[end - 1] == '/')
        end--;
    size_t start = end;
    while (start > 0 && word[start - 1] != '/')
        start--;
    if (start == end) /* "/" and "." stay what they are */
        return strdup(word);
    const size_t ending = strlen(TRACE_PACK_SUFFIX);
    if (end - start > ending && strncmp(word + end - ending, TRACE_PACK_SUFFIX, ending) == 0 &&
        trace_pack_is(word))
        end -= ending;
    return strndup(word + start, end - start);
}

#include "cli/train/sets.h"

#include "common/file.h"
#include "trace/pack/pack.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_MANIFEST = 1 << 20, NAME_TEXT = 64 };

/* The set of runs whose traces come with the project. */
#define SHIPPED "shipped"

/* The first fields of a line. */
typedef struct run {
    char name[NAME_TEXT], split[NAME_TEXT], set[NAME_TEXT];
} run;

static int append(cli_words *words, const char *word, poise_error *err)
{
    char **grown = realloc(words->word, ((size_t)words->n + 2) * sizeof *grown);
    char *copy = strdup(word);
    if (grown != NULL)
        words->word = grown;
    if (grown == NULL || copy == NULL) {
        free(copy);
        return poise_fail(err, POISE_FAILED, "no memory for the list of traces");
    }
    words->word[words->n++] = copy;
    words->word[words->n] = NULL;
    return POISE_OK;
}

static bool read_run(const char *line, run *r)
{
    return *line != '#' && sscanf(line, "%63s %63s %63s", r->name, r->split, r->set) == 3;
}

/* Where runs are: captured here, else shipped with the project. */
typedef struct places {
    char *manifest; /* its text */
    char captured[PATH_MAX], shipped[PATH_MAX];
} places;

/* Of a folder or a pack. */
enum { RUN_PATH = PATH_MAX + NAME_TEXT + sizeof TRACE_PACK_SUFFIX };

static bool is_in(const char *folder, const char *name, char path[RUN_PATH])
{
    snprintf(path, RUN_PATH, "%s/%s", folder, name);
    if (access(path, F_OK) == 0)
        return true;
    snprintf(path, RUN_PATH, "%s/%s" TRACE_PACK_SUFFIX, folder, name);
    return access(path, F_OK) == 0;
}

static bool is_meant(const places *where, const run *r, const char *word)
{
    char path[RUN_PATH];
    return strcmp(word, r->name) == 0 || strcmp(word, r->split) == 0 || strcmp(word, r->set) == 0 ||
           (strcmp(word, SHIPPED) == 0 && is_in(where->shipped, r->name, path));
}

static int append_run(cli_words *words, const places *where, const char *name, poise_error *err)
{
    char path[RUN_PATH];
    if (is_in(where->captured, name, path) || is_in(where->shipped, name, path))
        return append(words, path, err);
    return poise_fail(err, POISE_FAILED, "%s is not captured: there is no %s/%s; 'make datasets' makes it",
                      name, where->captured, name);
}

static int append_set(cli_words *words, const char *set, const places *where, poise_error *err)
{
    int code = POISE_OK, before = words->n;
    for (const char *line = where->manifest; line != NULL && code == POISE_OK; line = strchr(line, '\n')) {
        run r;
        line += *line == '\n';
        if (read_run(line, &r) && is_meant(where, &r, set))
            code = append_run(words, where, r.name, err);
    }
    if (code == POISE_OK && words->n == before)
        code = poise_fail(err, POISE_USAGE, "datasets/manifest has no run, split or set '%s'", set);
    return code;
}

/* where->manifest is malloc'ed, and the caller's after a failure too. */
static int find(places *where, poise_error *err)
{
    char path[PATH_MAX];
    size_t size;
    const char *chosen = getenv("POISE_TRACES");
    int code = poise_find_installed("datasets/manifest", path, sizeof path, err);
    if (code == POISE_OK)
        code = poise_read_file(path, MAX_MANIFEST, &where->manifest, &size, err);
    if (code != POISE_OK)
        return code;
    *strrchr(path, '/') = '\0'; /* the path has a folder */
    int captured = chosen != NULL ? snprintf(where->captured, PATH_MAX, "%s", chosen)
                                  : snprintf(where->captured, PATH_MAX, "%s/traces", path);
    int shipped = snprintf(where->shipped, PATH_MAX, "%s/shipped", path);
    return captured < PATH_MAX && shipped < PATH_MAX
               ? POISE_OK
               : poise_fail(err, POISE_FAILED, "the name of the folder of traces is too long");
}

int cli_expand_sets(cli_words *expanded, int n_words, char *const *words, poise_error *err)
{
    places where = {0};
    int code = POISE_OK;
    *expanded = (cli_words){0};
    for (int i = 0; i < n_words && code == POISE_OK; i++) {
        if (words[i][0] == '@' && where.manifest == NULL)
            code = find(&where, err);
        if (code == POISE_OK && words[i][0] == '@')
            code = append_set(expanded, words[i] + 1, &where, err);
        else if (code == POISE_OK)
            code = append(expanded, words[i], err);
    }
    free(where.manifest);
    return code;
}

static int append_name(cli_words *names, const char *name, poise_error *err)
{
    char word[NAME_TEXT + 1];
    snprintf(word, sizeof word, "@%s", name);
    for (int i = 0; i < names->n; i++) {
        if (strcmp(names->word[i], word) == 0)
            return POISE_OK;
    }
    return append(names, word, err);
}

int cli_set_names(cli_words *names, poise_error *err)
{
    places where = {0};
    *names = (cli_words){0};
    int code = find(&where, err);
    for (int of_runs = 0; of_runs < 2 && code == POISE_OK; of_runs++) {
        for (const char *line = where.manifest; line != NULL && code == POISE_OK; line = strchr(line, '\n')) {
            run r;
            line += *line == '\n';
            if (!read_run(line, &r))
                continue;
            code = append_name(names, of_runs ? r.name : r.split, err);
            if (code == POISE_OK && !of_runs)
                code = append_name(names, r.set, err);
        }
        if (code == POISE_OK && !of_runs)
            code = append_name(names, SHIPPED, err);
    }
    free(where.manifest);
    return code;
}

/* The folders that the traces lie in, without symbolic links: resolving a path takes a system call for each
 * of its parts. "" for a trace that is not there. NULL without memory. */
static char **real_folders(const trace_files *traces)
{
    char **folder = calloc(traces->n, sizeof(void *));
    for (size_t i = 0; folder != NULL && i < traces->n; i++) {
        folder[i] = trace_file_home(traces->path[i]);
        if (folder[i] == NULL)
            folder[i] = strdup("");
    }
    return folder;
}

static void mark_run(const trace_files *traces, char *const *folder_of, const char *folder, const char *name,
                     bool *held_out)
{
    char path[RUN_PATH], wanted[PATH_MAX];
    if (!is_in(folder, name, path) || realpath(path, wanted) == NULL)
        return;
    for (size_t i = 0; i < traces->n; i++)
        held_out[i] |= folder_of[i] != NULL && strcmp(folder_of[i], wanted) == 0;
}

static void mark_held_out(const places *where, const trace_files *traces, char *const *folder_of,
                          bool *held_out)
{
    for (const char *line = where->manifest; line != NULL; line = strchr(line, '\n')) {
        run r;
        line += *line == '\n';
        if (!read_run(line, &r) || strcmp(r.split, "training") == 0)
            continue;
        mark_run(traces, folder_of, where->captured, r.name, held_out);
        mark_run(traces, folder_of, where->shipped, r.name, held_out);
    }
}

int cli_find_held_out(const trace_files *traces, bool *held_out, poise_error *err)
{
    places where = {0};
    poise_error none;
    if (find(&where, &none) != POISE_OK) {
        free(where.manifest);
        return none.code == POISE_FAILED ? POISE_OK : poise_fail(err, none.code, "%s", none.text);
    }
    char **folder_of = real_folders(traces);
    if (folder_of != NULL)
        mark_held_out(&where, traces, folder_of, held_out);
    for (size_t i = 0; folder_of != NULL && i < traces->n; i++)
        free(folder_of[i]);
    int code =
        folder_of != NULL ? POISE_OK : poise_fail(err, POISE_FAILED, "no memory for the list of traces");
    free(folder_of);
    free(where.manifest);
    return code;
}

void cli_words_free(cli_words *words)
{
    for (int i = 0; i < words->n; i++)
        free(words->word[i]);
    free(words->word);
    *words = (cli_words){0};
}

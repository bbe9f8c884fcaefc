#include "evaluate/beside.h"

#include "swap/swap_priorities.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char asked[] = ":priorities=beside";

/* Where the policy string says so; NULL = it does not. */
static const char *find_asked(const char *vm)
{
    const size_t length = sizeof asked - 1;
    if (vm == NULL || strncmp(vm, "gpuswap:", strlen("gpuswap:")) != 0)
        return NULL;
    for (const char *at = strstr(vm, asked); at != NULL; at = strstr(at + 1, asked))
        if (at[length] == ':' || at[length] == '\0')
            return at;
    return NULL;
}

/* Of the file of a program, with a ';' before all but the first. */
static int put_file(FILE *out, const char *trace, const char *name, size_t program, poise_error *err)
{
    const char *slash = strrchr(trace, '/');
    const size_t length = slash == NULL ? 0 : (size_t)(slash - trace) + 1;
    for (size_t i = 0; i < length; i++)
        if (strchr(":;+,", trace[i]) != NULL)
            return poise_fail(
                err, POISE_USAGE,
                "%s: priorities=beside needs a folder without ':', ';', '+' and ',' in its name", trace);
    char *path = malloc(length + strlen(name) + 1);
    if (path == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the priorities of %s", trace);
    memcpy(path, trace, length);
    memcpy(path + length, name, strlen(name) + 1);
    const int code = access(path, R_OK) == 0
                         ? POISE_OK
                         : poise_fail(err, POISE_FAILED,
                                      "%s: no priorities there: 'poise profile --buffers --priorities beside "
                                      "-o FILE.h5' of these traces writes them",
                                      path);
    fprintf(out, "%s%s", program > 0 ? ";" : "", path);
    free(path);
    return code;
}

/* "FILE;FILE...", a file of each program; malloc'ed. */
static int list_files(const char *vm, const char *const *traces, size_t n, char **list, poise_error *err)
{
    const char *name = strstr(vm, ":pick=chunks") != NULL ? SWAP_PRIORITIES_CHUNKS : SWAP_PRIORITIES_NAME;
    size_t size;
    FILE *out = open_memstream(list, &size);
    int code = out != NULL ? POISE_OK : poise_fail(err, POISE_FAILED, "no memory for the names of files");
    for (size_t i = 0; i < n && code == POISE_OK; i++)
        code = put_file(out, traces[i], name, i, err);
    if (out != NULL && fclose(out) != 0 && code == POISE_OK)
        code = poise_fail(err, POISE_FAILED, "no memory for the names of files");
    if (out != NULL && code != POISE_OK)
        free(*list);
    return code;
}

int evaluate_beside(sim_policies *policies, char **vm, const char *const *traces, size_t n, poise_error *err)
{
    const char *at = find_asked(policies->vm);
    *vm = NULL;
    if (at == NULL)
        return POISE_OK;
    char *list;
    const int code = list_files(policies->vm, traces, n, &list, err);
    if (code != POISE_OK)
        return code;
    if (asprintf(vm, "%.*s%s%s%s", (int)(at - policies->vm), policies->vm, n > 0 ? ":priorities=" : "", list,
                 at + sizeof asked - 1) < 0)
        *vm = NULL;
    free(list);
    if (*vm == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the name of a policy");
    policies->vm = *vm;
    return POISE_OK;
}

int evaluate_beside_hash(const policy_scheme *scheme, const char *const *traces, size_t n,
                         char text[POISE_HASH_TEXT], poise_error *err)
{
    const sim_policies policies = sim_policies_of(scheme);
    swap_priorities all;
    char *list;
    text[0] = '\0';
    if (find_asked(policies.vm) == NULL || n == 0)
        return POISE_OK;
    int code = list_files(policies.vm, traces, n, &list, err);
    if (code != POISE_OK)
        return code;
    code = swap_priorities_read_each(list, &all, err);
    free(list);
    if (code != POISE_OK)
        return code;
    poise_hash_bytes(all.buffer, all.n * sizeof *all.buffer, text);
    swap_priorities_free(&all);
    return POISE_OK;
}

#include "trace/accelsim/kernels_list.h"

#include "trace/accelsim/line_words.h"
#include "trace/accelsim/lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* `name` in the folder of `list`, malloc'ed. */
static char *beside(const char *list, const char *name)
{
    const char *slash = strrchr(list, '/');
    const size_t folder = slash == NULL ? 0 : (size_t)(slash - list) + 1;
    char *path = malloc(folder + strlen(name) + 1);
    if (path == NULL)
        return NULL;
    memcpy(path, list, folder);
    memcpy(path + folder, name, strlen(name) + 1);
    return path;
}

static int add(traceg_kernels *kernels, char *path, poise_error *err)
{
    char **grown = path == NULL ? NULL : reallocarray(kernels->path, kernels->n + 1, sizeof *grown);
    if (grown == NULL) {
        free(path);
        return poise_fail(err, POISE_FAILED, "no memory for a list of %zu kernels", kernels->n + 1);
    }
    kernels->path = grown;
    kernels->path[kernels->n++] = path;
    return POISE_OK;
}

static int take_line(traceg_kernels *kernels, const char *list, char *line, poise_error *err)
{
    const char *command = traceg_word(&line);
    if (command == NULL)
        return POISE_OK;
    kernels->n_copies += strncmp(command, "MemcpyHtoD", 10) == 0;
    return strncmp(command, "kernel", 6) == 0 ? add(kernels, beside(list, command), err) : POISE_OK;
}

static int read_lines(traceg_lines *lines, const char *path, traceg_kernels *kernels, poise_error *err)
{
    for (;;) {
        char *line;
        int code = traceg_lines_next(lines, &line, err);
        if (code == POISE_OK && line == NULL)
            break;
        if (code == POISE_OK)
            code = take_line(kernels, path, line, err);
        if (code != POISE_OK)
            return code;
    }
    return kernels->n > 0 ? POISE_OK : poise_fail(err, POISE_DAMAGED, "no line names a kernel's trace");
}

int traceg_kernels_read(const char *path, traceg_kernels *kernels, poise_error *err)
{
    memset(kernels, 0, sizeof *kernels);
    traceg_lines *lines;
    int code = traceg_lines_open(&lines, path, err);
    if (code != POISE_OK)
        return code;
    code = read_lines(lines, path, kernels, err);
    if (code != POISE_OK && code != POISE_FAILED)
        poise_error_prefix(err, "%s, line %llu", path, (unsigned long long)traceg_lines_number(lines));
    traceg_lines_close(lines);
    if (code != POISE_OK)
        traceg_kernels_free(kernels);
    return code;
}

void traceg_kernels_free(traceg_kernels *kernels)
{
    for (size_t i = 0; i < kernels->n; i++)
        free(kernels->path[i]);
    free(kernels->path);
    memset(kernels, 0, sizeof *kernels);
}

#include "profile/sweep/list.h"

#include "common/file.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LIST = 64 << 20 };

static void put_row(FILE *stream, const sweep_launch *launch, const profile_kernel *kernel)
{
    fprintf(stream, "%s %zu %u %.127s %.127s\n", kernel->trace_hash, launch->simulations,
            kernel->launch_index, kernel->kernel, kernel->program);
}

int sweep_list_write(const char *path, const sweep_plan *plan, poise_error *err)
{
    poise_atomic_file file;
    int code = poise_atomic_open(&file, path, err);
    if (code != POISE_OK)
        return code;
    for (size_t i = 0; i < plan->n_launches; i++) {
        const sweep_launch *launch = &plan->launches[i];
        if (sweep_launch_is_first(launch))
            put_row(file.stream, launch, &plan->result.kernels[launch->kernel]);
    }
    return poise_atomic_commit(&file, err);
}

/* The program's name comes last: it may hold spaces. */
static bool parse(const char *line, sweep_list_row *row)
{
    return sscanf(line, "%32[0-9a-f]%*[ ]%" SCNu64 "%*[ ]%" SCNu32 "%*[ ]%127s%*[ ]%127[^\n]",
                  row->trace_hash, &row->simulations, &row->launch_index, row->kernel, row->program) == 5 &&
           strlen(row->trace_hash) == POISE_HASH_TEXT - 1;
}

static size_t count_lines(const char *text)
{
    size_t n = 0;
    for (; *text != '\0'; text++)
        n += *text == '\n';
    return n;
}

int sweep_list_parse(const char *text, const char *name, sweep_list_row **rows, size_t *n, poise_error *err)
{
    *n = count_lines(text);
    *rows = calloc(*n + 1, sizeof **rows);
    if (*rows == NULL)
        return poise_fail(err, POISE_FAILED, "no memory to read %s", name);
    for (size_t line = 0; line < *n; line++, text = strchr(text, '\n') + 1) {
        if (parse(text, &(*rows)[line]))
            continue;
        free(*rows);
        *rows = NULL;
        return poise_fail(err, POISE_DAMAGED, "%s: line %zu is damaged", name, line + 1);
    }
    return POISE_OK;
}

int sweep_list_read(const char *path, sweep_list_row **rows, size_t *n, poise_error *err)
{
    char *text;
    size_t size;
    int code = poise_read_file(path, MAX_LIST, &text, &size, err);
    if (code != POISE_OK)
        return code;
    code = sweep_list_parse(text, path, rows, n, err);
    free(text);
    return code;
}

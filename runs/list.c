#include "runs/list.h"

#include "common/file.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LIST = 64 << 20 };

static int by_key(const void *a, const void *b)
{
    const runs_list_row *one = *(const runs_list_row *const *)a, *other = *(const runs_list_row *const *)b;
    const int order = strcmp(one->key, other->key);
    return order != 0 ? order : (one > other) - (one < other);
}

/* "KEY STEPS NAME" */
static void put_row(FILE *stream, const runs_list_row *row)
{
    fprintf(stream, "%s %" PRIu64 " ", row->key, row->steps);
    for (const char *c = row->name; *c != '\0'; c++)
        fputc(iscntrl((unsigned char)*c) ? ' ' : *c, stream);
    fputc('\n', stream);
}

/* is_again[i]: a row before it has the same key. */
static int find_again(bool *is_again, const runs_list_row *rows, size_t n, poise_error *err)
{
    const runs_list_row **sorted = calloc(n + 1, sizeof(const runs_list_row *));
    if (sorted == NULL)
        return poise_fail(err, POISE_FAILED, "no memory to list %zu runs", n);
    for (size_t i = 0; i < n; i++)
        sorted[i] = &rows[i];
    qsort(sorted, n, sizeof(const runs_list_row *), by_key);
    for (size_t i = 1; i < n; i++)
        is_again[sorted[i] - rows] = strcmp(sorted[i]->key, sorted[i - 1]->key) == 0;
    free(sorted);
    return POISE_OK;
}

int runs_list_write(const char *path, const runs_list_row *rows, size_t n, poise_error *err)
{
    poise_atomic_file file;
    bool *is_again = calloc(n + 1, sizeof *is_again);
    if (is_again == NULL)
        return poise_fail(err, POISE_FAILED, "no memory to list %zu runs", n);
    int code = find_again(is_again, rows, n, err);
    if (code == POISE_OK)
        code = poise_atomic_open(&file, path, err);
    if (code == POISE_OK) {
        for (size_t i = 0; i < n; i++)
            if (!is_again[i])
                put_row(file.stream, &rows[i]);
        code = poise_atomic_commit(&file, err);
    }
    free(is_again);
    return code;
}

static bool parse(const char *line, runs_list_row *row)
{
    return sscanf(line, "%32[0-9a-f]%*[ ]%" SCNu64 "%*[ ]%255[^\n]", row->key, &row->steps, row->name) == 3 &&
           strlen(row->key) == POISE_HASH_TEXT - 1;
}

static size_t count_lines(const char *text)
{
    size_t n = 0;
    for (; *text != '\0'; text++)
        n += *text == '\n';
    return n;
}

int runs_list_parse(const char *text, const char *name, runs_list_row **rows, size_t *n, poise_error *err)
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

int runs_list_read(const char *path, runs_list_row **rows, size_t *n, poise_error *err)
{
    char *text;
    size_t size;
    int code = poise_read_file(path, MAX_LIST, &text, &size, err);
    if (code != POISE_OK)
        return code;
    code = runs_list_parse(text, path, rows, n, err);
    free(text);
    return code;
}

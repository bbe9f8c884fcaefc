#include "trace/kernel_source.h"

#include "common/hash.h"
#include "trace/files.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SOURCE_BYTES = 64 << 20 };

static const char *note(const trace_header *header, const char *key)
{
    for (uint32_t i = 0; i < header->n_notes; i++)
        if (strcmp(header->notes[i].key, key) == 0)
            return header->notes[i].value;
    return "";
}

/* The hash comes from a trace file and becomes part of a path: nothing but hexadecimal digits. */
static int find(const char *path, const trace_header *header, char *found, size_t size, poise_error *err)
{
    const char *hash = note(header, "source_hash"), *slash = strrchr(path, '/');
    if (*hash == '\0' || hash[strspn(hash, "0123456789abcdef")] != '\0')
        return poise_fail(err, POISE_FAILED, "%s does not say what source it was made from", path);
    const int folder = slash == NULL ? 0 : (int)(slash + 1 - path);
    if (snprintf(found, size, "%.*ssource-%s.cl", folder, path, hash) >= (int)size)
        return poise_fail(err, POISE_FAILED, "the path of the source of %s is too long", path);
    return POISE_OK;
}

/* Ends each line with a NUL and notes where it begins. */
static int split(kernel_source *source, size_t size, poise_error *err)
{
    source->n_lines = 1;
    for (size_t i = 0; i < size; i++)
        source->n_lines += source->text[i] == '\n';
    source->line = calloc(source->n_lines, sizeof(char *));
    if (source->line == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu lines of source", source->n_lines);
    size_t n = 0;
    source->line[n++] = source->text;
    for (size_t i = 0; i < size; i++) {
        if (source->text[i] != '\n')
            continue;
        source->text[i] = '\0';
        source->line[n++] = source->text + i + 1;
    }
    return POISE_OK;
}

int kernel_source_read(const char *path, const trace_header *header, kernel_source *source, poise_error *err)
{
    *source = (kernel_source){0};
    char found[PATH_MAX], hash[POISE_HASH_TEXT];
    size_t size = 0;
    int code = find(path, header, found, sizeof found, err);
    if (code == POISE_OK)
        code = trace_file_read(found, MOST_SOURCE_BYTES, &source->text, &size, err);
    if (code != POISE_OK)
        return code;
    poise_hash_bytes(source->text, size, hash);
    if (strcmp(hash, note(header, "source_hash")) != 0)
        code = poise_fail(err, POISE_DAMAGED, "%s is not the source that %s was made from", found, path);
    else
        code = split(source, size, err);
    if (code != POISE_OK)
        kernel_source_free(source);
    return code;
}

void kernel_source_free(kernel_source *source)
{
    free(source->text);
    free(source->line);
    *source = (kernel_source){0};
}

const char *kernel_source_line(const kernel_source *source, uint32_t line)
{
    return line >= 1 && line <= source->n_lines ? source->line[line - 1] : NULL;
}

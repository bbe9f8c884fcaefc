#include "swap/swap_priorities.h"

#include "common/file.h"
#include "common/text.h"
#include "swap/swap.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { DECIMAL = 10, HEXADECIMAL = 16, FIELDS = 4 };
static const char blanks[] = " \t\r\v\f";

typedef struct line_reader {
    const char *path;
    char *rest;
    size_t line;
    swap_priorities *out;
    size_t room;
    poise_error *err;
} line_reader;

static int damaged(const line_reader *in, const char *reason)
{
    return poise_fail(in->err, POISE_DAMAGED, "%s, line %zu: %s", in->path, in->line, reason);
}

static bool number(const char *text, int base, uint64_t most, uint64_t *value)
{
    if (base == HEXADECIMAL && text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
        text += 2;
    *value = 0;
    if (*text == '\0')
        return false;
    for (; *text != '\0'; text++) {
        const int c = tolower((unsigned char)*text);
        const uint64_t digit = (uint64_t)(isdigit(c) ? c - '0' : c - 'a' + DECIMAL);
        if ((!isdigit(c) && (c < 'a' || c > 'f')) || digit >= (uint64_t)base || digit > most ||
            *value > (most - digit) / (uint64_t)base)
            return false;
        *value = *value * (uint64_t)base + digit;
    }
    return true;
}

/* What is wrong with it; NULL = nothing. */
static const char *wrong(const swap_buffer_priority *buffer)
{
    if (buffer->app >= SWAP_APPS_MOST && buffer->app != SWAP_ANY_APP)
        return "APP must be * or a number from 0 to 1023";
    if (buffer->bytes == 0 || buffer->bytes > SWAP_SIZE_MOST)
        return "BYTES must be from 1 to 2^48";
    return buffer->address > UINT64_MAX - buffer->bytes ? "the buffer ends beyond 2^64" : NULL;
}

static int read_fields(const line_reader *in, char *const field[FIELDS], swap_buffer_priority *out)
{
    uint64_t app = SWAP_ANY_APP, priority;
    if (strcmp(field[0], "*") != 0 && !number(field[0], DECIMAL, SWAP_APPS_MOST - 1, &app))
        return damaged(in, "APP must be * or a number from 0 to 1023");
    if (!number(field[1], HEXADECIMAL, UINT64_MAX, &out->address))
        return damaged(in, "ADDRESS must be hexadecimal digits");
    if (!number(field[2], DECIMAL, SWAP_SIZE_MOST, &out->bytes))
        return damaged(in, "BYTES must be from 1 to 2^48");
    if (!number(field[3], DECIMAL, UINT32_MAX, &priority))
        return damaged(in, "PRIORITY must be from 0 to 4294967295");
    out->app = (uint32_t)app;
    out->priority = (uint32_t)priority;
    const char *reason = wrong(out);
    return reason == NULL ? POISE_OK : damaged(in, reason);
}

static int append(line_reader *in, const swap_buffer_priority *buffer)
{
    if (in->out->n == SWAP_PRIORITIES_MOST)
        return damaged(in, "more than 1048576 buffers");
    if (in->out->n == in->room) {
        in->room = in->room == 0 ? 64 : 2 * in->room;
        swap_buffer_priority *more = realloc(in->out->buffer, in->room * sizeof *more);
        if (more == NULL)
            return poise_fail(in->err, POISE_FAILED, "%s: no memory for the priorities", in->path);
        in->out->buffer = more;
    }
    in->out->buffer[in->out->n++] = *buffer;
    return POISE_OK;
}

static int read_line(line_reader *in, char *line)
{
    char *comment = strchr(line, '#'), *field[FIELDS], *rest = NULL;
    if (comment != NULL)
        *comment = '\0';
    size_t n = 0;
    for (char *word = strtok_r(line, blanks, &rest); word != NULL; word = strtok_r(NULL, blanks, &rest)) {
        if (n < FIELDS)
            field[n] = word;
        n++;
    }
    if (n == 0)
        return POISE_OK;
    if (n != FIELDS)
        return damaged(in, "not of the form APP ADDRESS BYTES PRIORITY");
    swap_buffer_priority buffer;
    const int code = read_fields(in, field, &buffer);
    return code == POISE_OK ? append(in, &buffer) : code;
}

static int compare(const void *a, const void *b)
{
    const swap_buffer_priority *x = a, *y = b;
    if (x->app != y->app)
        return x->app < y->app ? -1 : 1;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return (x->bytes > y->bytes) - (x->bytes < y->bytes);
}

static int refuse_twice(const line_reader *in)
{
    for (size_t i = 1; i < in->out->n; i++) {
        const swap_buffer_priority *buffer = &in->out->buffer[i];
        if (compare(buffer - 1, buffer) == 0)
            return poise_fail(in->err, POISE_DAMAGED,
                              "%s: the buffer at 0x%" PRIx64 " of %" PRIu64 " bytes is named twice", in->path,
                              buffer->address, buffer->bytes);
    }
    return POISE_OK;
}

/* Between 1 and the highest line that is not of the run-time library. */
static void find_middles(swap_priorities *out)
{
    for (size_t i = 0; i < out->n; i++) {
        const swap_buffer_priority *b = &out->buffer[i];
        uint32_t *middle = &out->middle[b->app == SWAP_ANY_APP ? SWAP_APPS_MOST : b->app];
        if (b->priority > SWAP_PRIORITY_SPREAD && b->priority < SWAP_PRIORITY_SYSTEM &&
            b->priority / 2 + 1 > *middle)
            *middle = b->priority / 2 + 1;
    }
}

static int read_text(line_reader *in)
{
    int code = POISE_OK;
    while (in->rest != NULL && code == POISE_OK) {
        in->line++;
        code = read_line(in, strsep(&in->rest, "\n"));
    }
    if (code != POISE_OK)
        return code;
    find_middles(in->out);
    if (in->out->n > 1)
        qsort(in->out->buffer, in->out->n, sizeof *in->out->buffer, compare);
    return refuse_twice(in);
}

int swap_priorities_read(const char *path, swap_priorities *out, poise_error *err)
{
    char *data = NULL;
    size_t size = 0;
    *out = (swap_priorities){0};
    int code = poise_read_file(path, SWAP_PRIORITIES_FILE_BYTES, &data, &size, err);
    if (code != POISE_OK)
        return code;
    line_reader in = {.path = path, .rest = data, .out = out, .err = err};
    if (memchr(data, '\0', size) != NULL || poise_has_control(data, size))
        code = poise_fail(err, POISE_DAMAGED, "%s: not a text file", path);
    else
        code = read_text(&in);
    free(data);
    if (code != POISE_OK)
        swap_priorities_free(out);
    return code;
}

/* Lines of program `app`'s own file, behind those of the programs before it. */
static int add_program(swap_priorities *out, const swap_priorities *own, uint32_t app, poise_error *err)
{
    swap_buffer_priority *more = realloc(out->buffer, (out->n + own->n + 1) * sizeof *more);
    if (more == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the priorities of program %" PRIu32, app);
    out->buffer = more;
    for (size_t i = 0; i < own->n; i++) {
        if (own->buffer[i].app != SWAP_ANY_APP && own->buffer[i].app != 0)
            continue;
        more[out->n] = own->buffer[i];
        more[out->n++].app = app;
    }
    const uint32_t any = own->middle[SWAP_APPS_MOST];
    out->middle[app] = own->middle[0] > any ? own->middle[0] : any;
    return POISE_OK;
}

static int read_program(swap_priorities *out, const char *path, uint32_t app, poise_error *err)
{
    swap_priorities own;
    if (app >= SWAP_APPS_MOST)
        return poise_fail(err, POISE_USAGE, "%s: priorities of more than %d programs", path, SWAP_APPS_MOST);
    int code = swap_priorities_read(path, &own, err);
    if (code != POISE_OK)
        return code;
    code = add_program(out, &own, app, err);
    swap_priorities_free(&own);
    return code;
}

int swap_priorities_read_each(const char *paths, swap_priorities *out, poise_error *err)
{
    if (strchr(paths, ';') == NULL)
        return swap_priorities_read(paths, out, err);
    char *copy = strdup(paths), *rest = copy;
    int code = copy != NULL ? POISE_OK : poise_fail(err, POISE_FAILED, "no memory for priorities");
    *out = (swap_priorities){0};
    for (uint32_t app = 0; rest != NULL && code == POISE_OK; app++)
        code = read_program(out, strsep(&rest, ";"), app, err);
    free(copy);
    if (code == POISE_OK && out->n > 1)
        qsort(out->buffer, out->n, sizeof *out->buffer, compare);
    const line_reader in = {.path = paths, .out = out, .err = err};
    if (code == POISE_OK)
        code = refuse_twice(&in);
    if (code != POISE_OK)
        swap_priorities_free(out);
    return code;
}

void swap_priorities_free(swap_priorities *priorities)
{
    free(priorities->buffer);
    *priorities = (swap_priorities){0};
}

/* ---- writing ---- */

static void put_comment(FILE *out, const char *comment)
{
    while (comment != NULL && *comment != '\0') {
        const size_t length = strcspn(comment, "\n");
        fprintf(out, "# %.*s\n", (int)length, comment);
        comment += length + (comment[length] == '\n');
    }
    fputs("# APP ADDRESS BYTES PRIORITY\n", out);
}

static void put_line(FILE *out, const swap_buffer_priority *buffer)
{
    if (buffer->app == SWAP_ANY_APP)
        fputc('*', out);
    else
        fprintf(out, "%" PRIu32, buffer->app);
    fprintf(out, " 0x%" PRIx64 " %" PRIu64 " %" PRIu32 "\n", buffer->address, buffer->bytes,
            buffer->priority);
}

int swap_priorities_write(const char *path, const char *comment, const swap_buffer_priority *buffer, size_t n,
                          poise_error *err)
{
    poise_atomic_file file;
    if (n > SWAP_PRIORITIES_MOST)
        return poise_fail(err, POISE_USAGE, "%s: more than 1048576 buffers", path);
    for (size_t i = 0; i < n; i++)
        if (wrong(&buffer[i]) != NULL)
            return poise_fail(err, POISE_USAGE, "%s, buffer %zu: %s", path, i, wrong(&buffer[i]));
    const int code = poise_atomic_open(&file, path, err);
    if (code != POISE_OK)
        return code;
    put_comment(file.stream, comment);
    for (size_t i = 0; i < n; i++)
        put_line(file.stream, &buffer[i]);
    return poise_atomic_commit(&file, err);
}

/* ---- looking up ---- */

/* The first line that is not before `key`. */
static size_t lower_bound(const swap_priorities *priorities, const swap_buffer_priority *key)
{
    size_t low = 0, high = priorities->n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (compare(&priorities->buffer[middle], key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_of(const swap_priorities *priorities, size_t i, const swap_buffer_priority *key)
{
    return i < priorities->n && priorities->buffer[i].app == key->app &&
           priorities->buffer[i].address == key->address;
}

static const swap_buffer_priority *find(const swap_priorities *priorities, uint32_t app, uint64_t address,
                                        uint64_t bytes)
{
    const swap_buffer_priority key = {.app = app, .address = address, .bytes = bytes};
    const swap_buffer_priority first = {.app = app, .address = address};
    size_t i = lower_bound(priorities, &key);
    if (!is_of(priorities, i, &key) || priorities->buffer[i].bytes != bytes)
        i = lower_bound(priorities, &first);
    return is_of(priorities, i, &key) ? &priorities->buffer[i] : NULL;
}

uint32_t swap_chunk_priority_of(const swap_priorities *priorities, uint32_t app, uint64_t address,
                                uint64_t bytes, uint32_t of_buffer)
{
    const swap_buffer_priority *line = find(priorities, app, address, bytes);
    if (line == NULL)
        line = find(priorities, SWAP_ANY_APP, address, bytes);
    return line == NULL ? of_buffer : line->priority;
}

static uint32_t middle_of(const swap_priorities *priorities, uint32_t app)
{
    const uint32_t own = app < SWAP_APPS_MOST ? priorities->middle[app] : 0,
                   any = priorities->middle[SWAP_APPS_MOST];
    const uint32_t middle = own > any ? own : any;
    return middle > 0 ? middle : SWAP_PRIORITY_DEFAULT;
}

uint32_t swap_priority_of(const swap_priorities *priorities, uint32_t app, uint64_t address, uint64_t bytes)
{
    return swap_chunk_priority_of(priorities, app, address, bytes, middle_of(priorities, app));
}

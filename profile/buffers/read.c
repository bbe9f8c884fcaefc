#include "common/member.h"
#include "profile/buffers/schema.h"
#include "profile/profile_schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A file while it is read. */
typedef struct buffers_input {
    const char *path;
    poise_h5 *file;
    buffers_profile *data;
} buffers_input;

static int no_memory(const buffers_input *in, poise_error *err)
{
    return poise_fail(err, POISE_FAILED, "%s: no memory to read it", in->path);
}

/* The hash proves that the configuration text is the one that was simulated. */
static int read_config(const buffers_input *in, poise_error *err)
{
    buffers_profile *data = in->data;
    char *stored = NULL;
    int code = poise_h5_get_text(in->file, "/", "config", PROFILE_MAX_CONFIG_TEXT, &data->config_text, err);
    if (code == POISE_OK)
        code = poise_h5_get_text(in->file, "/", "policies", PROFILE_MAX_POLICIES, &data->policies, err);
    if (code == POISE_OK)
        code = poise_h5_get_text(in->file, "/", "config_hash", POISE_HASH_TEXT, &stored, err);
    if (code != POISE_OK)
        return code;
    poise_hash_bytes(data->config_text, strlen(data->config_text), data->config_hash);
    if (strcmp(stored, data->config_hash) != 0)
        code = poise_fail(err, POISE_DAMAGED, "%s: the configuration does not have the hash stored with it",
                          in->path);
    free(stored);
    return code;
}

static int read_method(const buffers_input *in, poise_error *err)
{
    enum { MOST_METHOD = 16 };
    buffers_profile *data = in->data;
    char *method = NULL;
    int code = poise_h5_get_text(in->file, "/", "method", MOST_METHOD, &method, err);
    if (code == POISE_OK)
        code = poise_h5_get_u64(in->file, "/", "chunk_bytes", &data->chunk_bytes, err);
    if (code != POISE_OK) {
        free(method);
        return code;
    }
    data->method = strcmp(method, buffers_methods[BUFFERS_DIRECT]) == 0 ? BUFFERS_DIRECT : BUFFERS_FAITHFUL;
    const uint64_t bytes = data->chunk_bytes;
    if (strcmp(method, buffers_methods[data->method]) != 0)
        code =
            poise_fail(err, POISE_DAMAGED, "%s: attribute method is neither direct nor faithful", in->path);
    else if (bytes != BUFFERS_WHOLE &&
             (bytes < BUFFERS_PAGE || bytes > BUFFERS_CHUNK_MOST || (bytes & (bytes - 1)) != 0))
        code = poise_fail(err, POISE_DAMAGED, "%s: attribute chunk_bytes is no size of a chunk", in->path);
    free(method);
    return code;
}

static int read_wide(const buffers_input *in, const buffers_wide *wide, poise_h5_rows rows, poise_error *err)
{
    uint64_t *values = calloc(rows.n_rows + 1, sizeof *values);
    if (values == NULL)
        return no_memory(in, err);
    const int code =
        poise_h5_read_u64(in->file, wide->column.name, (poise_h5_shape){1, {rows.n_rows}}, values, err);
    for (size_t i = 0; i < rows.n_rows && code == POISE_OK; i++)
        *(uint64_t *)poise_member(rows.rows, i * rows.row_bytes + wide->offset) = values[i];
    free(values);
    return code;
}

static int read_programs(const buffers_input *in, poise_error *err)
{
    buffers_profile *data = in->data;
    size_t n;
    int code = poise_h5_count_rows(in->file, in->path, "n_programs", "/run", BUFFERS_MOST_PROGRAMS, &n, err);
    if (code != POISE_OK)
        return code;
    data->programs = calloc(n + 1, sizeof *data->programs);
    if (data->programs == NULL)
        return no_memory(in, err);
    data->n_programs = n;
    const poise_h5_rows rows = {data->programs, n, sizeof *data->programs};
    if (n > 0)
        code = poise_h5_read_rows(in->file, buffers_program_fields, BUFFERS_PROGRAM_FIELDS, rows, err);
    for (size_t i = 0; i < BUFFERS_PROGRAM_WIDE && n > 0 && code == POISE_OK; i++)
        code = read_wide(in, &buffers_program_wide[i], rows, err);
    return code;
}

/* What is wrong with a buffer whose columns are in range one by one; NULL = nothing. */
static const char *wrong(const buffers_profile *data, const buffers_buffer *buffer)
{
    if (buffer->bytes == 0 || buffer->bytes > BUFFERS_SIZE_MOST ||
        buffer->address > UINT64_MAX - buffer->bytes)
        return "it has no bytes, or ends nowhere";
    if (buffer->program >= data->n_programs)
        return "its program is not in the file";
    if (buffer->first_launch >= buffer->end || buffer->end > data->programs[buffer->program].launches)
        return "its program has no such launches";
    return buffer > data->buffers && buffer->program < buffer[-1].program ? "programs are not in order"
                                                                          : NULL;
}

static int read_buffers(const buffers_input *in, poise_error *err)
{
    buffers_profile *data = in->data;
    size_t n;
    int code = poise_h5_count_rows(in->file, in->path, "n_buffers", "/address", BUFFERS_MOST, &n, err);
    if (code != POISE_OK)
        return code;
    data->buffers = calloc(n + 1, sizeof *data->buffers);
    if (data->buffers == NULL)
        return no_memory(in, err);
    data->n_buffers = n;
    if (n == 0 || data->n_programs == 0)
        return poise_fail(err, POISE_DAMAGED, "%s: it has no buffers", in->path);
    const poise_h5_rows rows = {data->buffers, n, sizeof *data->buffers};
    code = poise_h5_read_rows(in->file, buffers_buffer_fields, BUFFERS_BUFFER_FIELDS, rows, err);
    for (size_t i = 0; i < BUFFERS_BUFFER_WIDE && code == POISE_OK; i++)
        code = read_wide(in, &buffers_buffer_wide[i], rows, err);
    for (size_t i = 0; i < n && code == POISE_OK; i++)
        if (wrong(data, &data->buffers[i]) != NULL)
            code = poise_fail(err, POISE_DAMAGED, "%s: buffer %zu: %s", in->path, i,
                              wrong(data, &data->buffers[i]));
    return code;
}

/* They follow from the sizes of the buffers. Uses the room for the counts. */
static int read_owners(const buffers_input *in, poise_h5_shape shape, poise_error *err)
{
    const buffers_profile *data = in->data;
    const int code = poise_h5_read_u64(in->file, buffers_chunk_buffer.name, shape, data->reads, err);
    if (code != POISE_OK)
        return code;
    for (size_t i = 0; i < data->n_buffers; i++)
        for (size_t k = 0; k < data->buffers[i].chunks; k++)
            if (data->reads[data->buffers[i].first_chunk + k] != i)
                return poise_fail(err, POISE_DAMAGED,
                                  "%s: data set %s does not have the chunks of buffer %zu in their place",
                                  in->path, buffers_chunk_buffer.name, i);
    return POISE_OK;
}

static int read_counts(const buffers_input *in, poise_error *err)
{
    buffers_profile *data = in->data;
    poise_error large;
    if (buffers_lay_out(data, &large) != POISE_OK)
        return poise_fail(err, POISE_DAMAGED, "%s: %s", in->path, large.text);
    const poise_h5_shape shape = {1, {data->n_chunks}};
    poise_h5_shape stored;
    int code = poise_h5_shape_of(in->file, buffers_reads.name, &stored, err);
    if (code != POISE_OK)
        return code;
    if (stored.rank != 1 || stored.size[0] != data->n_chunks)
        return poise_fail(err, POISE_DAMAGED,
                          "%s: data set /reads does not have the %zu chunks of the buffers", in->path,
                          data->n_chunks);
    data->reads = calloc(data->n_chunks + 1, sizeof *data->reads);
    data->writes = calloc(data->n_chunks + 1, sizeof *data->writes);
    if (data->reads == NULL || data->writes == NULL)
        return no_memory(in, err);
    code = read_owners(in, shape, err);
    if (code == POISE_OK)
        code = poise_h5_read_u64(in->file, buffers_reads.name, shape, data->reads, err);
    return code == POISE_OK ? poise_h5_read_u64(in->file, buffers_writes.name, shape, data->writes, err)
                            : code;
}

/* Sums of counts below do not overflow. */
static int check_counts(const buffers_input *in, poise_error *err)
{
    const buffers_profile *data = in->data;
    uint64_t left = UINT64_MAX / 2;
    for (size_t i = 0; i < 2 * data->n_chunks; i++) {
        const uint64_t count = (i < data->n_chunks ? data->reads : data->writes)[i % data->n_chunks];
        if (count > left)
            return poise_fail(err, POISE_DAMAGED, "%s: there are more accesses than can be counted",
                              in->path);
        left -= count;
    }
    return POISE_OK;
}

static int read_all(const buffers_input *in, poise_error *err)
{
    int code = poise_h5_check_identity(in->file, BUFFERS_FORMAT, BUFFERS_FORMAT_VERSION, err);
    if (code == POISE_OK)
        code = read_config(in, err);
    if (code == POISE_OK)
        code = read_method(in, err);
    if (code == POISE_OK)
        code = read_programs(in, err);
    if (code == POISE_OK)
        code = read_buffers(in, err);
    if (code == POISE_OK)
        code = read_counts(in, err);
    return code == POISE_OK ? check_counts(in, err) : code;
}

int buffers_read(const char *path, buffers_profile *data, poise_error *err)
{
    buffers_input in = {.path = path, .data = data};
    *data = (buffers_profile){0};
    int code = poise_h5_open(&in.file, path, err);
    if (code != POISE_OK)
        return code;
    snprintf(data->hash, sizeof data->hash, "%s", poise_h5_hash(in.file));
    code = read_all(&in, err);
    poise_h5_close(in.file);
    if (code != POISE_OK)
        buffers_free(data);
    return code;
}

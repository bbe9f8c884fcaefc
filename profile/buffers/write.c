#include "common/member.h"
#include "profile/buffers/schema.h"

#include <stdlib.h>

static int write_root(poise_h5 *file, const buffers_profile *data, poise_error *err)
{
    int code = poise_h5_put_identity(file, BUFFERS_FORMAT, BUFFERS_FORMAT_VERSION, err);
    if (code == POISE_OK)
        code = poise_h5_put_text(file, "/", "config", data->config_text, err);
    if (code == POISE_OK)
        code = poise_h5_put_text(file, "/", "config_hash", data->config_hash, err);
    if (code == POISE_OK)
        code = poise_h5_put_text(file, "/", "policies", data->policies, err);
    if (code == POISE_OK)
        code = poise_h5_put_text(file, "/", "method", buffers_methods[data->method], err);
    if (code == POISE_OK)
        code = poise_h5_put_u64(file, "/", "chunk_bytes", data->chunk_bytes, err);
    if (code == POISE_OK)
        code = poise_h5_put_u64(file, "/", "n_programs", data->n_programs, err);
    return code == POISE_OK ? poise_h5_put_u64(file, "/", "n_buffers", data->n_buffers, err) : code;
}

static int write_wide(poise_h5 *file, const buffers_wide *wide, poise_h5_rows rows, poise_error *err)
{
    uint64_t *values = calloc(rows.n_rows + 1, sizeof *values);
    if (values == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for data set %s", wide->column.name);
    for (size_t i = 0; i < rows.n_rows; i++)
        values[i] = *(const uint64_t *)poise_const_member(rows.rows, i * rows.row_bytes + wide->offset);
    const int code = poise_h5_write_u64(file, &wide->column, (poise_h5_shape){1, {rows.n_rows}}, values,
                                        BUFFERS_UNKNOWN, err);
    free(values);
    return code;
}

static int write_programs(poise_h5 *file, const buffers_profile *data, poise_error *err)
{
    const poise_h5_rows rows = {data->programs, data->n_programs, sizeof *data->programs};
    int code = poise_h5_write_rows(file, buffers_program_fields, BUFFERS_PROGRAM_FIELDS, rows, err);
    for (size_t i = 0; i < BUFFERS_PROGRAM_WIDE && code == POISE_OK; i++)
        code = write_wide(file, &buffers_program_wide[i], rows, err);
    return code;
}

static int write_buffers(poise_h5 *file, const buffers_profile *data, poise_error *err)
{
    const poise_h5_rows rows = {data->buffers, data->n_buffers, sizeof *data->buffers};
    int code = POISE_OK;
    for (size_t i = 0; i < BUFFERS_BUFFER_WIDE && code == POISE_OK; i++)
        code = write_wide(file, &buffers_buffer_wide[i], rows, err);
    return code == POISE_OK
               ? poise_h5_write_rows(file, buffers_buffer_fields, BUFFERS_BUFFER_FIELDS, rows, err)
               : code;
}

static int write_chunks(poise_h5 *file, const buffers_profile *data, poise_error *err)
{
    const poise_h5_shape shape = {1, {data->n_chunks}};
    uint64_t *owner = calloc(data->n_chunks + 1, sizeof *owner);
    if (owner == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu chunks", data->n_chunks);
    for (size_t i = 0; i < data->n_buffers; i++)
        for (size_t k = 0; k < data->buffers[i].chunks; k++)
            owner[data->buffers[i].first_chunk + k] = i;
    int code = poise_h5_write_u64(file, &buffers_chunk_buffer, shape, owner, BUFFERS_UNKNOWN, err);
    free(owner);
    if (code == POISE_OK)
        code = poise_h5_write_u64(file, &buffers_reads, shape, data->reads, BUFFERS_UNKNOWN, err);
    return code == POISE_OK
               ? poise_h5_write_u64(file, &buffers_writes, shape, data->writes, BUFFERS_UNKNOWN, err)
               : code;
}

static int write_all(poise_h5 *file, const buffers_profile *data, poise_error *err)
{
    int code = write_root(file, data, err);
    if (code == POISE_OK)
        code = write_programs(file, data, err);
    if (code == POISE_OK)
        code = write_buffers(file, data, err);
    return code == POISE_OK ? write_chunks(file, data, err) : code;
}

int buffers_write(const char *path, const buffers_profile *data, poise_error *err)
{
    poise_h5 *file;
    if (data->n_programs == 0 || data->n_buffers == 0)
        return poise_fail(err, POISE_USAGE, "a profile without buffers cannot be written to %s", path);
    int code = poise_h5_create(&file, path, err);
    if (code != POISE_OK)
        return code;
    code = write_all(file, data, err);
    if (code == POISE_OK)
        return poise_h5_commit(file, err);
    poise_h5_close(file);
    return code;
}

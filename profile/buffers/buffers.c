#include "profile/buffers/buffers.h"

#include <stdlib.h>

const char *const buffers_methods[BUFFERS_METHODS + 1] = {"direct", "faithful", NULL};
const char *const buffers_sources[BUFFERS_SOURCES + 1] = {"event", "inferred", NULL};

void buffers_free(buffers_profile *data)
{
    for (size_t i = 0; data->programs != NULL && i < data->n_programs; i++) {
        free(data->programs[i].program);
        free(data->programs[i].run);
    }
    free(data->programs);
    free(data->buffers);
    free(data->reads);
    free(data->writes);
    free(data->config_text);
    free(data->policies);
    *data = (buffers_profile){0};
}

/* Of a whole chunk of the buffer. */
static uint64_t pages_of_chunk(const buffers_profile *data, const buffers_buffer *buffer)
{
    return data->chunk_bytes == BUFFERS_WHOLE ? buffers_pages(buffer)
                                              : data->chunk_bytes >> BUFFERS_PAGE_BITS;
}

uint64_t buffers_chunk_pages(const buffers_profile *data, const buffers_buffer *buffer, size_t i)
{
    const uint64_t whole = pages_of_chunk(data, buffer), left = buffers_pages(buffer) - i * whole;
    return left < whole ? left : whole;
}

uint64_t buffers_accesses(const buffers_profile *data, const buffers_buffer *buffer)
{
    uint64_t sum = 0;
    for (size_t i = buffer->first_chunk; i < buffer->first_chunk + buffer->chunks; i++)
        sum += data->reads[i] + data->writes[i];
    return sum;
}

int buffers_lay_out(buffers_profile *data, poise_error *err)
{
    data->n_chunks = 0;
    for (size_t i = 0; i < data->n_buffers; i++) {
        buffers_buffer *buffer = &data->buffers[i];
        const uint64_t pages = buffers_pages(buffer), whole = pages_of_chunk(data, buffer);
        const uint64_t chunks = (pages + whole - 1) / whole;
        if (chunks > BUFFERS_MOST_CHUNKS - data->n_chunks)
            return poise_fail(err, POISE_FAILED, "the buffers have more than %d chunks: take larger ones",
                              BUFFERS_MOST_CHUNKS);
        buffer->first_chunk = data->n_chunks;
        buffer->chunks = (size_t)chunks;
        data->n_chunks += buffer->chunks;
    }
    return POISE_OK;
}

buffers_profile buffers_only(const buffers_profile *data, size_t program)
{
    buffers_profile one = *data;
    size_t first = 0, n = 0;
    while (first < data->n_buffers && data->buffers[first].program < program)
        first++;
    while (first + n < data->n_buffers && data->buffers[first + n].program == program)
        n++;
    one.programs = &data->programs[program];
    one.n_programs = 1;
    one.buffers = &data->buffers[first];
    one.n_buffers = n;
    return one;
}

/* Priorities of buffers from their profile [KE 5.3.2, 5.3.3]. */
#include "profile/buffers/ranges.h"

#include <stdlib.h>

static buffers_range range_of(const buffers_profile *data, size_t i)
{
    const buffers_buffer *buffer = &data->buffers[i];
    return (buffers_range){.address = buffer->address,
                           .bytes = buffer->bytes,
                           .accesses = buffers_accesses(data, buffer),
                           .pages = buffers_pages(buffer),
                           .order = i,
                           .program = buffer->program,
                           .priority = buffer->priority};
}

/* Merged, *n of them; NULL without memory. The caller frees. */
static buffers_range *ranges_of(const buffers_profile *data, size_t *n, poise_error *err)
{
    buffers_range *range = calloc(data->n_buffers + 1, sizeof *range);
    if (range == NULL) {
        poise_fail(err, POISE_FAILED, "no memory for the priorities of %zu buffers", data->n_buffers);
        return NULL;
    }
    for (size_t i = 0; i < data->n_buffers; i++)
        range[i] = range_of(data, i);
    *n = buffers_ranges_merge(range, data->n_buffers);
    return range;
}

int buffers_rank(buffers_profile *data, poise_error *err)
{
    size_t n;
    buffers_range *range = ranges_of(data, &n, err);
    if (range == NULL)
        return POISE_FAILED;
    const int code = buffers_ranges_rank(range, n, err);
    for (size_t i = 0; code == POISE_OK && i < data->n_buffers; i++) {
        const buffers_range key = range_of(data, i);
        data->buffers[i].priority = buffers_ranges_find(range, n, &key)->priority;
    }
    free(range);
    return code;
}

int buffers_write_priorities(const char *path, const buffers_profile *data, poise_error *err)
{
    size_t n;
    buffers_range *range = ranges_of(data, &n, err);
    if (range == NULL)
        return POISE_FAILED;
    const int code = buffers_ranges_write(path, "buffers", data, range, n, err);
    free(range);
    return code;
}

/* Priorities of chunks from a profile of buffers [KE 5.2.2]: as those of buffers, each chunk by its own
 * accesses. */
#include "profile/buffers/ranges.h"

#include <stdio.h>
#include <stdlib.h>

static size_t chunks_of(const buffers_buffer *buffer, uint64_t pages)
{
    return (size_t)((buffers_pages(buffer) + pages - 1) / pages);
}

/* Chunk i of the buffer, of so many pages, each of several chunks that were counted. The first one begins
 * with the buffer, the others with a page, as those of vm:gpuswap do. */
static buffers_range chunk_at(const buffers_profile *data, const buffers_buffer *buffer, uint64_t pages,
                              size_t i)
{
    const uint64_t first = buffer->address >> BUFFERS_PAGE_BITS, all = buffers_pages(buffer);
    const uint64_t begin = i * pages, end = begin + pages < all ? begin + pages : all;
    const uint64_t end_address =
        end < all ? (first + end) << BUFFERS_PAGE_BITS : buffer->address + buffer->bytes;
    buffers_range chunk = {.address = i == 0 ? buffer->address : (first + begin) << BUFFERS_PAGE_BITS,
                           .pages = end - begin,
                           .program = buffer->program};
    chunk.bytes = end_address - chunk.address;
    const uint64_t counted = data->chunk_bytes >> BUFFERS_PAGE_BITS;
    for (uint64_t k = begin / counted; k * counted < end; k++)
        chunk.accesses += data->reads[buffer->first_chunk + k] + data->writes[buffer->first_chunk + k];
    return chunk;
}

/* Of all buffers, merged, *n of them; NULL without memory. The caller frees. */
static buffers_range *cut(const buffers_profile *data, uint64_t pages, size_t *n, poise_error *err)
{
    size_t most = 0, made = 0;
    for (size_t i = 0; i < data->n_buffers; i++)
        most += chunks_of(&data->buffers[i], pages);
    buffers_range *chunk = calloc(most + 1, sizeof *chunk);
    if (chunk == NULL) {
        poise_fail(err, POISE_FAILED, "no memory for the priorities of %zu chunks", most);
        return NULL;
    }
    for (size_t i = 0; i < data->n_buffers; i++)
        for (size_t k = 0; k < chunks_of(&data->buffers[i], pages); k++)
            chunk[made++] = chunk_at(data, &data->buffers[i], pages, k);
    *n = buffers_ranges_merge(chunk, made);
    return chunk;
}

int buffers_write_chunk_priorities(const char *path, const buffers_profile *data, uint64_t chunk_bytes,
                                   poise_error *err)
{
    char what[64];
    size_t n;
    if (data->chunk_bytes == BUFFERS_WHOLE || chunk_bytes < data->chunk_bytes)
        return poise_fail(err, POISE_USAGE,
                          "%s: chunks to be ranked are smaller than those that were counted", path);
    buffers_range *chunk = cut(data, chunk_bytes >> BUFFERS_PAGE_BITS, &n, err);
    if (chunk == NULL)
        return POISE_FAILED;
    (void)snprintf(what, sizeof what, "chunks of %llu KB", (unsigned long long)chunk_bytes >> 10);
    int code = buffers_ranges_rank(chunk, n, err);
    if (code == POISE_OK)
        code = buffers_ranges_write(path, what, data, chunk, n, err);
    free(chunk);
    return code;
}

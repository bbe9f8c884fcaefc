/* Priorities of chunks from a profile of buffers [KE 5.2.2]: as those of buffers, each chunk by its own
 * accesses. */
#include "profile/buffers/buffers.h"
#include "swap/swap_priorities.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct ranked_chunk {
    uint64_t address, bytes;
    uint64_t accesses, pages;
    uint32_t program;
} ranked_chunk;

typedef struct ranking {
    ranked_chunk *chunk; /* [n] by program, address, size */
    size_t n;
    uint64_t *accesses, *pages;
    uint32_t *priority;
    swap_buffer_priority *line;
} ranking;

static size_t chunks_of(const buffers_buffer *buffer, uint64_t pages)
{
    return (size_t)((buffers_pages(buffer) + pages - 1) / pages);
}

/* Chunk i of the buffer, of so many pages, each of several chunks that were counted. The first one begins
 * with the buffer, the others with a page, as those of vm:gpuswap do. */
static ranked_chunk chunk_at(const buffers_profile *data, const buffers_buffer *buffer, uint64_t pages,
                             size_t i)
{
    const uint64_t first = buffer->address >> BUFFERS_PAGE_BITS, all = buffers_pages(buffer);
    const uint64_t begin = i * pages, end = begin + pages < all ? begin + pages : all;
    const uint64_t end_address =
        end < all ? (first + end) << BUFFERS_PAGE_BITS : buffer->address + buffer->bytes;
    ranked_chunk chunk = {.address = i == 0 ? buffer->address : (first + begin) << BUFFERS_PAGE_BITS,
                          .pages = end - begin,
                          .program = buffer->program};
    chunk.bytes = end_address - chunk.address;
    const uint64_t counted = data->chunk_bytes >> BUFFERS_PAGE_BITS;
    for (uint64_t k = begin / counted; k * counted < end; k++)
        chunk.accesses += data->reads[buffer->first_chunk + k] + data->writes[buffer->first_chunk + k];
    return chunk;
}

static int compare(const void *a, const void *b)
{
    const ranked_chunk *x = a, *y = b;
    if (x->program != y->program)
        return x->program < y->program ? -1 : 1;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return (x->bytes > y->bytes) - (x->bytes < y->bytes);
}

/* Chunks of a buffer that is made anew are one. */
static void merge(ranking *r)
{
    size_t n = 0;
    for (size_t i = 0; i < r->n; i++) {
        if (n > 0 && compare(&r->chunk[n - 1], &r->chunk[i]) == 0) {
            r->chunk[n - 1].accesses += r->chunk[i].accesses;
            r->chunk[n - 1].pages += r->chunk[i].pages;
        } else {
            r->chunk[n++] = r->chunk[i];
        }
    }
    r->n = n;
}

static void ranking_free(ranking *r)
{
    free(r->chunk);
    free(r->accesses);
    free(r->pages);
    free(r->priority);
    free(r->line);
}

static int ranking_make(ranking *r, const buffers_profile *data, uint64_t pages, poise_error *err)
{
    size_t most = 0;
    for (size_t i = 0; i < data->n_buffers; i++)
        most += chunks_of(&data->buffers[i], pages);
    *r = (ranking){.chunk = calloc(most + 1, sizeof *r->chunk),
                   .accesses = calloc(most + 1, sizeof *r->accesses),
                   .pages = calloc(most + 1, sizeof *r->pages),
                   .priority = calloc(most + 1, sizeof *r->priority),
                   .line = calloc(most + 1, sizeof *r->line)};
    if (!r->chunk || !r->accesses || !r->pages || !r->priority || !r->line)
        return poise_fail(err, POISE_FAILED, "no memory for the priorities of %zu chunks", most);
    for (size_t i = 0; i < data->n_buffers; i++)
        for (size_t k = 0; k < chunks_of(&data->buffers[i], pages); k++)
            r->chunk[r->n++] = chunk_at(data, &data->buffers[i], pages, k);
    qsort(r->chunk, r->n, sizeof *r->chunk, compare);
    merge(r);
    for (size_t i = 0; i < r->n; i++) {
        r->accesses[i] = r->chunk[i].accesses;
        r->pages[i] = r->chunk[i].pages;
    }
    return POISE_OK;
}

/* Within each program. */
static int rank(ranking *r, bool is_one_program, poise_error *err)
{
    int code = POISE_OK;
    for (size_t first = 0, end; first < r->n && code == POISE_OK; first = end) {
        const uint32_t program = r->chunk[first].program;
        for (end = first; end < r->n && r->chunk[end].program == program; end++)
            ;
        code = swap_rank(r->accesses + first, r->pages + first, end - first, r->priority + first, err);
    }
    for (size_t i = 0; i < r->n; i++)
        r->line[i] = (swap_buffer_priority){.address = r->chunk[i].address,
                                            .bytes = r->chunk[i].bytes,
                                            .app = is_one_program ? SWAP_ANY_APP : r->chunk[i].program,
                                            .priority = r->priority[i]};
    return code;
}

int buffers_write_chunk_priorities(const char *path, const buffers_profile *data, uint64_t chunk_bytes,
                                   poise_error *err)
{
    ranking r;
    char comment[200];
    if (data->chunk_bytes == BUFFERS_WHOLE || chunk_bytes < data->chunk_bytes)
        return poise_fail(err, POISE_USAGE,
                          "%s: chunks to be ranked are smaller than those that were counted", path);
    int code = ranking_make(&r, data, chunk_bytes >> BUFFERS_PAGE_BITS, err);
    if (code == POISE_OK)
        code = rank(&r, data->n_programs == 1, err);
    (void)snprintf(comment, sizeof comment,
                   "Priorities of chunks of %llu KB: poise profile --buffers, %s, machine %s\nby accesses / "
                   "pages, the highest stays longest",
                   (unsigned long long)chunk_bytes >> 10, buffers_methods[data->method], data->config_hash);
    if (code == POISE_OK)
        code = swap_priorities_write(path, comment, r.line, r.n, err);
    ranking_free(&r);
    return code;
}

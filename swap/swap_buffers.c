/* Buffers and their chunks: their numbers, and the trees in which they are found by address. */
#include "swap/swap_state.h"

#include <stdlib.h>
#include <string.h>

/* ---- a tree for each application: sorted by first page, and a heap by a hash of the number, which makes its
 * depth logarithmic whatever the order of addresses (a treap) ---- */

static uint64_t heap_key(uint32_t buffer)
{
    const uint64_t mixed = (buffer + 1) * UINT64_C(0x9e3779b97f4a7c15);
    return (mixed ^ mixed >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
}

/* Those that begin before `page` go left. */
static void split(swap *s, uint32_t root, uint64_t page, uint32_t *left, uint32_t *right)
{
    while (root != SWAP_NONE) {
        swap_buffer *b = &s->buffer[root];
        if (b->first_page < page) {
            *left = root;
            left = &b->right;
        } else {
            *right = root;
            right = &b->left;
        }
        root = b->first_page < page ? b->right : b->left;
    }
    *left = *right = SWAP_NONE;
}

static uint32_t merge(swap *s, uint32_t left, uint32_t right)
{
    uint32_t root = SWAP_NONE, *at = &root;
    while (left != SWAP_NONE && right != SWAP_NONE) {
        if (heap_key(left) > heap_key(right)) {
            *at = left;
            at = &s->buffer[left].right;
            left = *at;
        } else {
            *at = right;
            at = &s->buffer[right].left;
            right = *at;
        }
    }
    *at = left != SWAP_NONE ? left : right;
    return root;
}

/* The link at which a buffer hangs or, if it is not in the tree yet, belongs. */
static uint32_t *link_of(swap *s, uint32_t buffer)
{
    const swap_buffer *b = &s->buffer[buffer];
    uint32_t *at = &s->app[b->app].root;
    while (*at != SWAP_NONE && *at != buffer && heap_key(*at) > heap_key(buffer)) {
        swap_buffer *other = &s->buffer[*at];
        at = b->first_page < other->first_page ? &other->left : &other->right;
    }
    return at;
}

static void insert(swap *s, uint32_t buffer)
{
    swap_buffer *b = &s->buffer[buffer];
    uint32_t *at = link_of(s, buffer);
    split(s, *at, b->first_page, &b->left, &b->right);
    *at = buffer;
}

uint32_t swap_buffers_floor(const swap *s, uint16_t app, uint64_t page)
{
    uint32_t found = SWAP_NONE;
    for (uint32_t at = s->app[app].root; at != SWAP_NONE;) {
        const swap_buffer *b = &s->buffer[at];
        if (b->first_page <= page)
            found = at;
        at = b->first_page <= page ? b->right : b->left;
    }
    return found;
}

/* ---- numbers ---- */

static bool grow(void **array, uint32_t *capacity, uint64_t needed, size_t size)
{
    if (needed <= *capacity)
        return true;
    uint64_t n = needed + needed / 2 + 64;
    n = n < SWAP_NONE ? n : SWAP_NONE - 1;
    void *larger = needed < SWAP_NONE ? realloc(*array, n * size) : NULL;
    if (!larger)
        return false;
    *array = larger;
    *capacity = (uint32_t)n;
    return true;
}

static bool reserve(swap *s, uint64_t chunks)
{
    const uint64_t new_chunks = chunks > s->chunks_free ? chunks - s->chunks_free : 0;
    void *buffer = s->buffer, *chunk = s->chunk;
    const bool is_done = grow(&buffer, &s->buffers_capacity, (uint64_t)s->n_buffers + 1, sizeof *s->buffer) &&
                         grow(&chunk, &s->chunks_capacity, s->n_chunks + new_chunks, sizeof *s->chunk);
    s->buffer = buffer;
    s->chunk = chunk;
    return is_done;
}

static uint32_t new_buffer(swap *s)
{
    const uint32_t buffer = s->free_buffer;
    if (buffer == SWAP_NONE)
        return s->n_buffers++;
    s->free_buffer = s->buffer[buffer].left;
    return buffer;
}

static uint32_t new_chunk(swap *s)
{
    const uint32_t chunk = s->free_chunk;
    if (chunk == SWAP_NONE)
        return s->n_chunks++;
    s->free_chunk = s->chunk[chunk].next;
    s->chunks_free--;
    return chunk;
}

void swap_chunks_drop(swap *s, uint32_t chunk)
{
    s->chunk[chunk] = (swap_chunk){.buffer = SWAP_NONE, .place = SWAP_NONE, .next = s->free_chunk};
    s->free_chunk = chunk;
    s->chunks_free++;
}

/* ---- making ---- */

static void make_chunk(swap *s, uint32_t buffer, uint64_t first, uint64_t bytes, uint32_t priority)
{
    swap_buffer *b = &s->buffer[buffer];
    const uint32_t chunk = new_chunk(s);
    s->chunk[chunk] = (swap_chunk){.first_page = b->first_page + swap_pages(first),
                                   .bytes = bytes,
                                   .buffer = buffer,
                                   .place = SWAP_NONE,
                                   .move = SWAP_NONE,
                                   .slot = SWAP_NONE,
                                   .next = SWAP_NONE,
                                   .previous = SWAP_NONE,
                                   .app = b->app,
                                   .priority = priority,
                                   .where = SWAP_VRAM,
                                   .state = SWAP_PENDING,
                                   .is_system = b->is_system};
    b->chunk[b->n_chunks++] = chunk;
    if (!b->is_system) {
        swap_lists_add(s, chunk);
        return;
    }
    s->app[b->app].system_bytes += bytes;
    s->system_bytes += bytes;
    s->vram_bytes += bytes;
}

/* Chunks are pieces of one size and a remainder [KE 3.2.4]. */
static void make_chunks(swap *s, uint32_t buffer, const uint32_t *priority)
{
    const uint64_t bytes = s->buffer[buffer].bytes;
    const uint64_t size = s->buffer[buffer].is_system ? bytes : s->options.chunk_bytes;
    for (uint64_t first = 0, i = 0; first < bytes; first += size, i++)
        make_chunk(s, buffer, first, size < bytes - first ? size : bytes - first,
                   priority ? priority[i] : s->buffer[buffer].priority);
}

static int by_rank(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Room in the lists for chunks that have priorities of their own. */
static bool reserve_each(swap *s, const swap_request *request, uint64_t chunks)
{
    uint32_t *rank = malloc(chunks * sizeof *rank), more;
    if (!rank)
        return false;
    memcpy(rank, request->chunk_priority, chunks * sizeof *rank);
    qsort(rank, chunks, sizeof *rank, by_rank);
    bool is_done = true;
    for (uint64_t i = 0; i < chunks && is_done; i += more) {
        for (more = 1; i + more < chunks && rank[i + more] == rank[i]; more++)
            ;
        is_done = swap_lists_reserve(s, request->app, rank[i], more);
    }
    free(rank);
    return is_done;
}

static bool reserve_ranks(swap *s, const swap_request *request, uint64_t chunks)
{
    const swap_chunk like = {.priority = request->priority};
    if (request->chunk_priority && swap_ranks_by_priority(s))
        return reserve_each(s, request, chunks);
    return swap_lists_reserve(s, request->app, swap_rank_of(s, &like), (uint32_t)chunks);
}

int swap_buffers_make(swap *s, const swap_request *request, uint32_t *buffer, poise_error *err)
{
    const uint64_t bytes = (request->bytes + SWAP_PAGE - 1) / SWAP_PAGE * SWAP_PAGE;
    const uint64_t size = s->options.chunk_bytes;
    const uint64_t chunks = request->is_system ? 1 : (bytes + size - 1) / size;
    uint32_t *list = chunks <= SWAP_CHUNKS_MOST - s->n_chunks ? calloc(chunks, sizeof *list) : NULL;
    if (!list || !reserve(s, chunks) || !reserve_ranks(s, request, chunks)) {
        free(list);
        return poise_fail(err, POISE_FAILED, "swap: no memory for %llu chunks", (unsigned long long)chunks);
    }
    *buffer = new_buffer(s);
    s->buffer[*buffer] = (swap_buffer){.first_page = request->first_page,
                                       .bytes = bytes,
                                       .chunk = list,
                                       .left = SWAP_NONE,
                                       .right = SWAP_NONE,
                                       .app = request->app,
                                       .priority = request->priority,
                                       .is_system = request->is_system};
    make_chunks(s, *buffer, request->chunk_priority);
    insert(s, *buffer);
    return POISE_OK;
}

void swap_buffers_drop(swap *s, uint32_t buffer)
{
    swap_buffer *b = &s->buffer[buffer];
    *link_of(s, buffer) = merge(s, b->left, b->right);
    free(b->chunk);
    *b = (swap_buffer){.left = s->free_buffer};
    s->free_buffer = buffer;
}

/* Priorities of buffers from their profile [KE 5.3.2, 5.3.3]. */
#include "profile/buffers/buffers.h"
#include "swap/swap.h"
#include "swap/swap_priorities.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* Buffers of one program, address and size: one that is made anew. */
typedef struct same_buffers {
    size_t first, n; /* in the sorted list */
} same_buffers;

typedef struct ranking {
    buffers_buffer **sorted; /* [n_buffers] by program, address, size, order */
    same_buffers *same;      /* [n] */
    size_t n;
    uint64_t *accesses, *pages;
    uint32_t *priority;
} ranking;

static int by_address(const void *a, const void *b)
{
    const buffers_buffer *x = *(buffers_buffer *const *)a, *y = *(buffers_buffer *const *)b;
    if (x->program != y->program)
        return x->program < y->program ? -1 : 1;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    if (x->bytes != y->bytes)
        return x->bytes < y->bytes ? -1 : 1;
    return (x > y) - (x < y);
}

static bool is_same(const buffers_buffer *a, const buffers_buffer *b)
{
    return a->program == b->program && a->address == b->address && a->bytes == b->bytes;
}

static void ranking_free(ranking *r)
{
    free(r->sorted);
    free(r->same);
    free(r->accesses);
    free(r->pages);
    free(r->priority);
}

static int ranking_make(ranking *r, const buffers_profile *data, poise_error *err)
{
    const size_t n = data->n_buffers;
    *r = (ranking){.sorted = calloc(n + 1, sizeof(void *)),
                   .same = calloc(n + 1, sizeof *r->same),
                   .accesses = calloc(n + 1, sizeof *r->accesses),
                   .pages = calloc(n + 1, sizeof *r->pages),
                   .priority = calloc(n + 1, sizeof *r->priority)};
    if (r->sorted == NULL || r->same == NULL || r->accesses == NULL || r->pages == NULL ||
        r->priority == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the priorities of %zu buffers", n);
    for (size_t i = 0; i < n; i++)
        r->sorted[i] = &data->buffers[i];
    qsort(r->sorted, n, sizeof(void *), by_address);
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || !is_same(r->sorted[i - 1], r->sorted[i]))
            r->same[r->n++].first = i;
        same_buffers *same = &r->same[r->n - 1];
        same->n++;
        r->accesses[r->n - 1] += buffers_accesses(data, r->sorted[i]);
        r->pages[r->n - 1] += buffers_pages(r->sorted[i]);
    }
    return POISE_OK;
}

/* Groups first .. end - 1 are those of one program. */
static int rank_program(ranking *r, size_t first, size_t end, poise_error *err)
{
    const int code = swap_rank(r->accesses + first, r->pages + first, end - first, r->priority + first, err);
    if (code != POISE_OK)
        return code;
    for (size_t i = first; i < end; i++)
        for (size_t k = 0; k < r->same[i].n; k++)
            r->sorted[r->same[i].first + k]->priority = r->priority[i];
    return POISE_OK;
}

int buffers_rank(buffers_profile *data, poise_error *err)
{
    ranking r;
    int code = ranking_make(&r, data, err);
    for (size_t first = 0, end; first < r.n && code == POISE_OK; first = end) {
        const uint32_t program = r.sorted[r.same[first].first]->program;
        for (end = first; end < r.n && r.sorted[r.same[end].first]->program == program; end++)
            ;
        code = rank_program(&r, first, end, err);
    }
    ranking_free(&r);
    return code;
}

/* A line for each group; malloc'ed, NULL without memory. */
static swap_buffer_priority *lines_of(const ranking *r, const buffers_profile *data)
{
    swap_buffer_priority *lines = calloc(r->n + 1, sizeof *lines);
    for (size_t i = 0; lines != NULL && i < r->n; i++) {
        const buffers_buffer *buffer = r->sorted[r->same[i].first];
        lines[i] = (swap_buffer_priority){.address = buffer->address,
                                          .bytes = buffer->bytes,
                                          .app = data->n_programs == 1 ? SWAP_ANY_APP : buffer->program,
                                          .priority = buffer->priority};
    }
    return lines;
}

int buffers_write_priorities(const char *path, const buffers_profile *data, poise_error *err)
{
    ranking r;
    char comment[160];
    int code = ranking_make(&r, data, err);
    swap_buffer_priority *lines = code == POISE_OK ? lines_of(&r, data) : NULL;
    snprintf(
        comment, sizeof comment,
        "Priorities of buffers: poise profile --buffers, %s, machine %s\nby accesses / pages, the highest "
        "stays longest",
        buffers_methods[data->method], data->config_hash);
    if (lines != NULL)
        code = swap_priorities_write(path, comment, lines, r.n, err);
    else if (code == POISE_OK)
        code = poise_fail(err, POISE_FAILED, "no memory for the priorities of %zu buffers", r.n);
    free(lines);
    ranking_free(&r);
    return code;
}

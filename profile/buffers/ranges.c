#include "profile/buffers/ranges.h"

#include "swap/swap.h"
#include "swap/swap_priorities.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static int by_place(const void *a, const void *b)
{
    const buffers_range *x = a, *y = b;
    if (x->program != y->program)
        return x->program < y->program ? -1 : 1;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return (x->bytes > y->bytes) - (x->bytes < y->bytes);
}

static int by_place_and_order(const void *a, const void *b)
{
    const buffers_range *x = a, *y = b;
    const int place = by_place(a, b);
    return place != 0 ? place : (x->order > y->order) - (x->order < y->order);
}

size_t buffers_ranges_merge(buffers_range *range, size_t n)
{
    size_t left = 0;
    qsort(range, n, sizeof *range, by_place_and_order);
    for (size_t i = 0; i < n; i++) {
        if (left > 0 && by_place(&range[left - 1], &range[i]) == 0) {
            range[left - 1].accesses += range[i].accesses;
            range[left - 1].pages += range[i].pages;
        } else {
            range[left++] = range[i];
        }
    }
    return left;
}

/* Ranges of one program. */
static int rank_program(buffers_range *range, size_t n, poise_error *err)
{
    uint64_t *accesses = calloc(n, sizeof *accesses), *pages = calloc(n, sizeof *pages);
    uint32_t *priority = calloc(n, sizeof *priority);
    const bool has_memory = accesses != NULL && pages != NULL && priority != NULL;
    int code = has_memory ? POISE_OK : poise_fail(err, POISE_FAILED, "no memory for %zu priorities", n);
    for (size_t i = 0; has_memory && i < n; i++) {
        accesses[i] = range[i].accesses;
        pages[i] = range[i].pages;
    }
    if (has_memory)
        code = swap_rank(accesses, pages, n, priority, err);
    for (size_t i = 0; has_memory && code == POISE_OK && i < n; i++)
        range[i].priority = priority[i];
    free(accesses);
    free(pages);
    free(priority);
    return code;
}

int buffers_ranges_rank(buffers_range *range, size_t n, poise_error *err)
{
    int code = POISE_OK;
    for (size_t first = 0, end; first < n && code == POISE_OK; first = end) {
        for (end = first; end < n && range[end].program == range[first].program; end++)
            ;
        code = rank_program(range + first, end - first, err);
    }
    return code;
}

const buffers_range *buffers_ranges_find(const buffers_range *range, size_t n, const buffers_range *key)
{
    return bsearch(key, range, n, sizeof *range, by_place);
}

int buffers_ranges_write(const char *path, const char *what, const buffers_profile *data,
                         const buffers_range *range, size_t n, poise_error *err)
{
    char comment[200];
    swap_buffer_priority *line = calloc(n + 1, sizeof *line);
    if (line == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the priorities of %zu %s", n, what);
    for (size_t i = 0; i < n; i++)
        line[i] = (swap_buffer_priority){.address = range[i].address,
                                         .bytes = range[i].bytes,
                                         .app = data->n_programs == 1 ? SWAP_ANY_APP : range[i].program,
                                         .priority = range[i].priority};
    (void)snprintf(comment, sizeof comment,
                   "Priorities of %s: poise profile --buffers, %s, machine %s\nby accesses / pages, the "
                   "highest stays longest",
                   what, buffers_methods[data->method], data->config_hash);
    const int code = swap_priorities_write(path, comment, line, n, err);
    free(line);
    return code;
}

/* What policies are told of applications, buffers and chunks, and priorities from a profile. */
#include "swap/swap_state.h"

#include <stdlib.h>

static int no_such(const char *what, uint32_t number, poise_error *err)
{
    return poise_fail(err, POISE_USAGE, "swap: there is no %s %lu", what, (unsigned long)number);
}

int swap_set_weight(swap *s, uint16_t app, uint32_t weight, poise_error *err)
{
    if (app >= s->options.apps)
        return no_such("application", app, err);
    if (weight == 0 || weight > SWAP_WEIGHT_MOST)
        return poise_fail(err, POISE_USAGE, "swap: a weight of %lu: must be 1 to %d", (unsigned long)weight,
                          SWAP_WEIGHT_MOST);
    s->app[app].weight = weight;
    return POISE_OK;
}

static int set_real(swap *s, uint16_t app, double *member, double value, poise_error *err)
{
    if (app >= s->options.apps)
        return no_such("application", app, err);
    if (!(value >= 0 && value < 1e300))
        return poise_fail(err, POISE_USAGE, "swap: %g of application %u: must be a number, 0 or more", value,
                          app);
    *member = value;
    return POISE_OK;
}

int swap_set_rate(swap *s, uint16_t app, double accesses_per_time, poise_error *err)
{
    return set_real(s, app, &s->app[app < s->options.apps ? app : 0].rate, accesses_per_time, err);
}

int swap_set_slowdown(swap *s, uint16_t app, double slowdown, poise_error *err)
{
    return set_real(s, app, &s->app[app < s->options.apps ? app : 0].slowdown, slowdown, err);
}

/* The chunk's list has room for its new rank. */
static void set_rank(swap *s, uint32_t chunk, uint32_t priority, uint8_t age)
{
    const bool is_listed = !s->chunk[chunk].is_system;
    if (is_listed)
        swap_lists_remove(s, chunk);
    s->chunk[chunk].priority = priority;
    s->chunk[chunk].age = age;
    if (is_listed)
        swap_lists_add(s, chunk);
}

static void set_priority(swap *s, uint32_t chunk, uint32_t priority)
{
    if (swap_ranks_by_priority(s))
        set_rank(s, chunk, priority, s->chunk[chunk].age);
    else
        s->chunk[chunk].priority = priority;
}

int swap_set_priority(swap *s, uint32_t buffer, uint32_t priority, poise_error *err)
{
    if (!swap_is_buffer(s, buffer))
        return no_such("buffer", buffer, err);
    swap_buffer *b = &s->buffer[buffer];
    if (swap_ranks_by_priority(s) && !swap_lists_reserve(s, b->app, priority, b->n_chunks))
        return poise_fail(err, POISE_FAILED, "swap: no memory for a priority");
    b->priority = priority;
    for (uint32_t i = 0; i < b->n_chunks; i++)
        set_priority(s, b->chunk[i], priority);
    return POISE_OK;
}

int swap_set_chunk_priority(swap *s, uint32_t chunk, uint32_t priority, poise_error *err)
{
    if (!swap_is_chunk(s, chunk))
        return no_such("chunk", chunk, err);
    if (swap_ranks_by_priority(s) && !swap_lists_reserve(s, s->chunk[chunk].app, priority, 1))
        return poise_fail(err, POISE_FAILED, "swap: no memory for a priority");
    set_priority(s, chunk, priority);
    return POISE_OK;
}

void swap_referenced(swap *s, uint32_t chunk)
{
    if (!swap_is_chunk(s, chunk) || s->chunk[chunk].is_system)
        return;
    s->chunk[chunk].is_referenced = true;
    if (s->options.policy == SWAP_LRU)
        swap_lists_use(s, chunk);
}

void swap_count(swap *s, uint32_t chunk, uint64_t accesses)
{
    if (swap_is_chunk(s, chunk))
        s->chunk[chunk].accesses += accesses;
}

void swap_set_user(swap *s, uint32_t chunk, uint64_t user)
{
    if (swap_is_chunk(s, chunk))
        s->chunk[chunk].user = user;
}

int swap_age(swap *s, poise_error *err)
{
    for (uint32_t i = 0; i < s->n_chunks; i++) {
        swap_chunk *c = &s->chunk[i];
        const uint8_t age = (uint8_t)(c->age / 2 + (c->is_referenced ? 128 : 0));
        if (!swap_is_chunk(s, i) || c->is_system)
            continue;
        if (s->options.policy == SWAP_NFU && !swap_lists_reserve(s, c->app, age, 1))
            return poise_fail(err, POISE_FAILED, "swap: no memory for ages");
        c->is_referenced = false;
        if (s->options.policy == SWAP_NFU)
            set_rank(s, i, c->priority, age);
        else
            c->age = age;
    }
    return POISE_OK;
}

/* ---- priorities from a profile ---- */

typedef struct profiled {
    uint64_t accesses, pages;
    size_t index;
} profiled;

static int by_accesses_per_page(const void *left, const void *right)
{
    __extension__ typedef unsigned __int128 product;
    const profiled *a = left, *b = right;
    const product x = (product)a->accesses * b->pages, y = (product)b->accesses * a->pages;
    if (x != y)
        return x < y ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

static uint32_t priority_of(size_t rank, size_t n)
{
    if (n == 1)
        return SWAP_PRIORITY_DEFAULT;
    const uint64_t spread = n < SWAP_PRIORITY_SPREAD ? SWAP_PRIORITY_SPREAD : n;
    return (uint32_t)(SWAP_PRIORITY_LEAST + rank * (spread - SWAP_PRIORITY_LEAST) / (n - 1));
}

int swap_rank(const uint64_t *accesses, const uint64_t *pages, size_t n, uint32_t *priority, poise_error *err)
{
    if (n == 0)
        return POISE_OK;
    if (n > SWAP_PRIORITY_MOST)
        return poise_fail(err, POISE_USAGE, "swap: priorities of %zu buffers: at most %lu", n,
                          (unsigned long)SWAP_PRIORITY_MOST);
    profiled *sorted = calloc(n, sizeof *sorted);
    if (!sorted)
        return poise_fail(err, POISE_FAILED, "swap: no memory for %zu priorities", n);
    for (size_t i = 0; i < n; i++)
        sorted[i] = (profiled){.accesses = accesses[i], .pages = pages[i], .index = i};
    qsort(sorted, n, sizeof *sorted, by_accesses_per_page);
    for (size_t i = 0; i < n; i++)
        priority[sorted[i].index] = priority_of(i, n);
    free(sorted);
    return POISE_OK;
}

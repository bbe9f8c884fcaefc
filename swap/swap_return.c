/* Plans that bring data back: the background return, reverse swapping, sampling. */
#include "swap/swap_state.h"

#include <stdlib.h>

int swap_check_step(const swap *s, uint32_t app, swap_policy policy, const char *what, poise_error *err)
{
    if (s->plan.is_on)
        return poise_fail(err, POISE_USAGE, "swap: %s while chunks are moved must wait", what);
    if (app >= s->options.apps)
        return poise_fail(err, POISE_USAGE, "swap: application %lu: there are %u", (unsigned long)app,
                          s->options.apps);
    if (policy != s->options.policy)
        return poise_fail(err, POISE_USAGE, "swap: %s is of another policy", what);
    return POISE_OK;
}

static int no_memory(swap *s, poise_error *err)
{
    swap_plan_undo(s);
    return poise_fail(err, POISE_FAILED, "swap: no memory for a plan");
}

int swap_return(swap *s, poise_error *err)
{
    const int code = swap_check_step(s, 0, s->options.policy, "a return", err);
    if (code != POISE_OK)
        return code;
    while (swap_free_bytes(s) > 0) {
        const uint32_t app = swap_winner(s);
        if (app == SWAP_NONE)
            break;
        const uint32_t chunk = swap_lists_highest(s, (uint16_t)app, SWAP_SYSRAM, swap_free_bytes(s));
        if (chunk == SWAP_NONE)
            break;
        if (!swap_plan_add(s, chunk))
            return no_memory(s, err);
    }
    swap_plan_ready(s, SWAP_NONE);
    return POISE_OK;
}

/* ---- reverse swapping ---- */

/* Evicted chunks that were referenced; all bits of the application are cleared. */
static uint32_t take_referenced(swap *s, uint16_t app, uint32_t *found, uint64_t *bytes)
{
    uint32_t n = 0;
    *bytes = 0;
    for (int where = 0; where < SWAP_PLACES; where++) {
        const swap_bucket *b = swap_lists_bucket(swap_list_of(s, app, (swap_where)where), 0);
        for (uint32_t i = 0; b && i < b->n; i++) {
            swap_chunk *c = &s->chunk[b->chunk[i]];
            if (where == SWAP_SYSRAM && c->is_referenced) {
                found[n++] = b->chunk[i];
                *bytes += c->bytes;
            }
            c->is_referenced = false;
        }
    }
    return n;
}

/* False: no memory. */
static bool exchange(swap *s, uint16_t app, const uint32_t *wanted, uint32_t n, uint64_t bytes)
{
    const swap_list *in_vram = swap_list_of(s, app, SWAP_VRAM);
    while (swap_free_bytes(s) < bytes && in_vram->n > 0) {
        const uint32_t chunk = swap_lists_lowest(s, app, SWAP_VRAM);
        if (!swap_host_has_room(s, s->chunk[chunk].bytes))
            break;
        if (!swap_plan_add(s, chunk))
            return false;
    }
    for (uint32_t i = 0; i < n; i++)
        if (s->chunk[wanted[i]].bytes <= swap_free_bytes(s) && !swap_plan_add(s, wanted[i]))
            return false;
    return true;
}

int swap_reverse(swap *s, uint16_t app, poise_error *err)
{
    const int code = swap_check_step(s, app, SWAP_REVERSE, "reverse swapping", err);
    if (code != POISE_OK)
        return code;
    uint64_t bytes;
    uint32_t *wanted = malloc(((size_t)swap_list_of(s, app, SWAP_SYSRAM)->n + 1) * sizeof *wanted);
    if (!wanted)
        return no_memory(s, err);
    const uint32_t n = take_referenced(s, app, wanted, &bytes);
    const bool is_done = exchange(s, app, wanted, n, bytes);
    free(wanted);
    if (!is_done)
        return no_memory(s, err);
    swap_plan_ready(s, SWAP_NONE);
    return POISE_OK;
}

/* ---- sampling ---- */

/* One that is evicted, or a random one; SWAP_NONE: host memory is full. */
static uint32_t sample_of(swap *s, const swap_buffer *b)
{
    for (uint32_t i = 0; i < b->n_chunks; i++)
        if (s->chunk[b->chunk[i]].where == SWAP_SYSRAM)
            return b->chunk[i];
    const uint32_t chunk = b->chunk[poise_random_below(&s->random, b->n_chunks)];
    return swap_host_has_room(s, s->chunk[chunk].bytes) ? chunk : SWAP_NONE;
}

static bool is_sampled(const swap *s, uint32_t buffer, uint16_t app)
{
    return swap_is_buffer(s, buffer) && s->buffer[buffer].app == app && !s->buffer[buffer].is_system;
}

static void forget_samples(swap *s, uint16_t app)
{
    for (uint32_t i = 0; i < s->n_chunks; i++)
        if (s->chunk[i].app == app)
            s->chunk[i].is_sample = s->chunk[i].is_lent = false;
}

int swap_sample_begin(swap *s, uint16_t app, poise_error *err)
{
    const int code = swap_check_step(s, app, SWAP_SAMPLING, "sampling", err);
    if (code != POISE_OK)
        return code;
    forget_samples(s, app);
    for (uint32_t i = 0; i < s->n_buffers; i++) {
        const uint32_t chunk = is_sampled(s, i, app) ? sample_of(s, &s->buffer[i]) : SWAP_NONE;
        if (chunk == SWAP_NONE)
            continue;
        const bool is_lent = s->chunk[chunk].where == SWAP_VRAM;
        if (is_lent && !swap_plan_add(s, chunk)) {
            forget_samples(s, app);
            return no_memory(s, err);
        }
        s->chunk[chunk].is_sample = true;
        s->chunk[chunk].is_lent = is_lent;
        s->chunk[chunk].accesses = 0;
    }
    s->app[app].is_sampled = true;
    swap_plan_ready(s, SWAP_NONE);
    return POISE_OK;
}

typedef struct samples {
    uint64_t *accesses, *pages;
    uint32_t *chunk;
    uint32_t *priority;
    uint32_t n;
} samples;

static void samples_free(samples *x)
{
    free(x->accesses);
    free(x->pages);
    free(x->chunk);
    free(x->priority);
}

static bool samples_make(samples *x, size_t most)
{
    *x = (samples){.accesses = calloc(most, sizeof *x->accesses),
                   .pages = calloc(most, sizeof *x->pages),
                   .chunk = calloc(most, sizeof *x->chunk),
                   .priority = calloc(most, sizeof *x->priority)};
    return x->accesses && x->pages && x->chunk && x->priority;
}

/* What could not be evicted was not counted. */
static void samples_find(const swap *s, uint16_t app, samples *x)
{
    for (uint32_t i = 0; i < s->n_chunks; i++) {
        const swap_chunk *c = &s->chunk[i];
        if (c->app != app || !c->is_sample || c->where != SWAP_SYSRAM)
            continue;
        x->chunk[x->n] = i;
        x->accesses[x->n] = c->accesses;
        x->pages[x->n++] = swap_pages(c->bytes);
    }
}

static int set_priorities(swap *s, samples *x, poise_error *err)
{
    int code = swap_rank(x->accesses, x->pages, x->n, x->priority, err);
    for (uint32_t i = 0; code == POISE_OK && i < x->n; i++)
        code = swap_set_priority(s, s->chunk[x->chunk[i]].buffer, x->priority[i], err);
    return code;
}

static bool plan_back(swap *s, const samples *x)
{
    for (uint32_t i = 0; i < x->n; i++) {
        const swap_chunk *c = &s->chunk[x->chunk[i]];
        if (c->is_lent && c->bytes <= swap_free_bytes(s) && !swap_plan_add(s, x->chunk[i]))
            return false;
    }
    return true;
}

int swap_sample_end(swap *s, uint16_t app, poise_error *err)
{
    samples x;
    int code = swap_check_step(s, app, SWAP_SAMPLING, "sampling", err);
    if (code != POISE_OK)
        return code;
    if (!samples_make(&x, (size_t)s->n_chunks + 1)) {
        samples_free(&x);
        return no_memory(s, err);
    }
    samples_find(s, app, &x);
    code = set_priorities(s, &x, err);
    if (code == POISE_OK && !plan_back(s, &x))
        code = no_memory(s, err);
    if (code == POISE_OK) {
        forget_samples(s, app);
        s->app[app].is_sampled = false;
        swap_plan_ready(s, SWAP_NONE);
    }
    samples_free(&x);
    return code;
}

/* What is to be moved, step by step: a chunk has its old place until its copy has arrived, and goes on having
 * it when the copy fails. */
#include "swap/swap_state.h"

#include <stdlib.h>
#include <string.h>

bool swap_host_has_room(const swap *s, uint64_t bytes)
{
    return s->options.host_bytes == 0 || s->options.host_bytes - s->host_bytes >= bytes;
}

void swap_host_hold(swap *s, uint64_t bytes)
{
    s->host_bytes += bytes;
    if (s->host_bytes > s->counts.most_host_bytes)
        s->counts.most_host_bytes = s->host_bytes;
}

void swap_host_release(swap *s, uint64_t bytes)
{
    s->host_bytes -= bytes;
}

/* ---- making one ---- */

bool swap_plan_add(swap *s, uint32_t chunk)
{
    swap_plan *p = &s->plan;
    swap_chunk *c = &s->chunk[chunk];
    if (p->n_moves == s->moves_capacity) {
        const uint32_t capacity = 64 + 2 * s->moves_capacity;
        swap_move *move = realloc(s->move, capacity * sizeof *move);
        s->move = move ? move : s->move;
        swap_move *sorted = move ? realloc(s->sorted, capacity * sizeof *sorted) : NULL;
        s->sorted = sorted ? sorted : s->sorted;
        if (!sorted)
            return false;
        s->moves_capacity = capacity;
    }
    swap_lists_shift(s, chunk);
    if (c->where == SWAP_SYSRAM)
        swap_host_hold(s, c->bytes); /* what returns holds it until it has arrived */
    c->state = SWAP_PLANNED;
    c->move = p->n_moves;
    s->move[p->n_moves++] = (swap_move){.chunk = chunk, .to = c->where, .app = c->app};
    p->move = s->move;
    return true;
}

/* One application is suspended after the other [KE 3.2.2]. */
static void sort(swap *s)
{
    const uint32_t n = s->plan.n_moves;
    uint32_t before = 0;
    memset(s->sort_at, 0, s->options.apps * sizeof *s->sort_at);
    for (uint32_t i = 0; i < n; i++)
        s->sort_at[s->move[i].app]++;
    for (uint32_t app = 0; app < s->options.apps; app++) {
        const uint32_t count = s->sort_at[app];
        s->sort_at[app] = before;
        before += count;
    }
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t at = s->sort_at[s->move[i].app]++;
        s->sorted[at] = s->move[i];
        s->chunk[s->move[i].chunk].move = at;
    }
    swap_move *sorted = s->sorted;
    s->sorted = s->move;
    s->plan.move = s->move = sorted;
}

void swap_plan_ready(swap *s, uint32_t buffer)
{
    s->plan.buffer = buffer;
    s->plan.is_on = true;
    s->counts.plans += s->plan.n_moves > 0;
    sort(s);
    swap_plan_advance(s);
}

/* ---- undoing ---- */

/* A chunk that has not been moved is again where it was. */
static void restore(swap *s, uint32_t chunk)
{
    swap_chunk *c = &s->chunk[chunk];
    if (c->where == SWAP_SYSRAM) {
        swap_host_release(s, c->bytes);
    } else {
        swap_places_give(&s->places, c->place);
        c->place = SWAP_NONE;
    }
    swap_lists_shift(s, chunk);
    s->move[c->move].chunk = SWAP_NONE;
    c->move = SWAP_NONE;
    c->state = SWAP_SETTLED;
}

void swap_plan_undo(swap *s)
{
    for (uint32_t i = s->plan.n_moves; i > s->plan.next; i--)
        if (s->move[i - 1].chunk != SWAP_NONE)
            restore(s, s->move[i - 1].chunk);
    if (!s->plan.is_on)
        s->plan.n_moves = 0;
}

/* ---- carrying it out ---- */

/* What has waited for room gets it. */
static void settle_buffer(swap *s, const swap_buffer *b)
{
    for (uint32_t i = 0; i < b->n_chunks; i++) {
        swap_chunk *c = &s->chunk[b->chunk[i]];
        c->state = SWAP_SETTLED;
        if (c->where == SWAP_VRAM) {
            c->place = swap_places_take(&s->places, swap_pages(c->bytes));
            continue;
        }
        s->app[c->app].direct++;
        s->counts.direct++;
        s->counts.direct_bytes += c->bytes;
    }
}

static void end_plan(swap *s)
{
    if (s->plan.buffer != SWAP_NONE)
        settle_buffer(s, &s->buffer[s->plan.buffer]);
    s->plan = (swap_plan){.buffer = SWAP_NONE, .move = s->move};
    if (s->vram_bytes > s->counts.most_vram_bytes)
        s->counts.most_vram_bytes = s->vram_bytes;
}

void swap_plan_advance(swap *s)
{
    swap_plan *p = &s->plan;
    while (p->next < p->n_moves && s->move[p->next].chunk == SWAP_NONE)
        p->next++;
    if (p->is_on && p->next == p->n_moves && p->copying == 0)
        end_plan(s);
}

bool swap_is_busy(const swap *s)
{
    return s->plan.is_on;
}

const swap_plan *swap_current_plan(const swap *s)
{
    return &s->plan;
}

swap_step swap_next(swap *s, swap_move *move)
{
    swap_plan *p = &s->plan;
    if (!p->is_on)
        return SWAP_STEP_DONE;
    if (p->next == p->n_moves)
        return SWAP_STEP_WAIT;
    *move = s->move[p->next];
    swap_chunk *c = &s->chunk[move->chunk];
    if (move->to == SWAP_VRAM) {
        if (s->places.n_free < swap_pages(c->bytes))
            return SWAP_STEP_WAIT;
        c->place = swap_places_take(&s->places, swap_pages(c->bytes));
    }
    c->state = SWAP_COPYING;
    p->copying++;
    p->next++;
    while (p->next < p->n_moves && s->move[p->next].chunk == SWAP_NONE)
        p->next++;
    return SWAP_STEP_MOVE;
}

static bool is_copied(const swap *s, uint32_t chunk)
{
    return chunk < s->n_chunks &&
           (s->chunk[chunk].state == SWAP_COPYING || s->chunk[chunk].state == SWAP_DOOMED);
}

static void end_doomed(swap *s, uint32_t chunk)
{
    swap_host_release(s, s->chunk[chunk].bytes);
    swap_places_give(&s->places, s->chunk[chunk].place);
    swap_chunks_drop(s, chunk);
}

static void arrive(swap *s, uint32_t chunk)
{
    swap_chunk *c = &s->chunk[chunk];
    c->state = SWAP_SETTLED;
    c->move = SWAP_NONE;
    if (c->where == SWAP_SYSRAM) {
        swap_places_give(&s->places, c->place);
        c->place = SWAP_NONE;
        s->app[c->app].evicted++;
        s->counts.evicted++;
        s->counts.evicted_bytes += c->bytes;
    } else {
        swap_host_release(s, c->bytes);
        s->app[c->app].returned++;
        s->counts.returned++;
        s->counts.returned_bytes += c->bytes;
    }
}

void swap_relocated(swap *s, uint32_t chunk)
{
    if (!is_copied(s, chunk))
        return;
    s->plan.copying--;
    if (s->chunk[chunk].state == SWAP_DOOMED)
        end_doomed(s, chunk);
    else
        arrive(s, chunk);
    swap_plan_advance(s);
}

/* ---- when a copy fails ---- */

/* A planned return that is not begun is given up. */
static bool drop_return(swap *s)
{
    for (uint32_t i = s->plan.n_moves; i > s->plan.next; i--) {
        const swap_move *m = &s->move[i - 1];
        if (m->chunk == SWAP_NONE || m->to != SWAP_VRAM)
            continue;
        restore(s, m->chunk);
        return true;
    }
    return false;
}

/* A chunk of the new buffer goes to SYSRAM, where it needs no copy. */
static bool place_directly(swap *s)
{
    const swap_buffer *b = &s->buffer[s->plan.buffer];
    for (uint32_t i = b->n_chunks; i > 0; i--) {
        const uint32_t chunk = b->chunk[i - 1];
        const swap_chunk *c = &s->chunk[chunk];
        if (c->is_system || c->where == SWAP_SYSRAM || !swap_host_has_room(s, c->bytes))
            continue;
        swap_lists_shift(s, chunk);
        swap_host_hold(s, c->bytes);
        return true;
    }
    return false;
}

static int refuse(swap *s, poise_error *err)
{
    const uint32_t buffer = s->plan.buffer;
    const uint64_t bytes = s->buffer[buffer].bytes;
    swap_plan_undo(s);
    s->counts.refused++;
    s->counts.allocations--;
    s->counts.freed--;
    swap_free(s, buffer);
    return poise_fail(err, POISE_FAILED,
                      "swap: a buffer of %llu bytes finds no memory: chunks could not be evicted for it",
                      (unsigned long long)bytes);
}

static int repair(swap *s, swap_failure why, poise_error *err)
{
    while (s->vram_bytes > s->options.vram_bytes) {
        if (drop_return(s))
            continue;
        if (why == SWAP_HOST_FULL || !place_directly(s))
            return refuse(s, err);
    }
    return POISE_OK;
}

int swap_failed(swap *s, uint32_t chunk, swap_failure why, poise_error *err)
{
    if (!is_copied(s, chunk))
        return POISE_OK;
    int code = POISE_OK;
    s->counts.failed++;
    s->plan.copying++; /* the plan does not end before it is repaired */
    if (s->chunk[chunk].state == SWAP_DOOMED) {
        end_doomed(s, chunk);
    } else {
        restore(s, chunk);
        code = repair(s, why, err);
    }
    s->plan.copying -= 2;
    swap_plan_advance(s);
    return code;
}

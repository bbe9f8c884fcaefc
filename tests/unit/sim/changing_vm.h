/* A vm policy whose pages change all the time: at exchanges large pages come to be and go, base pages move to
 * and fro, or go and come back, and SMs stall; in the midst of windows large pages come to be. Each page has
 * two frames that are its own. */
#ifndef POISE_TESTS_CHANGING_VM_H
#define POISE_TESTS_CHANGING_VM_H

#include "sim_hooks/vm.h"
#include "tests/test.h"

#include <stdlib.h>

enum {
    CHANGING_CHUNKS = 32,
    CHANGING_PAGES = 1 << (VM_LARGE_BITS - VM_BASE_BITS),
    CHANGING_MOVED = 4, /* base pages of a large one, at once */
    CHANGING_PERIOD = 300,
    CHANGING_STALL = 25
};

typedef struct changing_chunk {
    uint64_t number;
    uint16_t app;
    bool is_large;
    bool is_placed[CHANGING_PAGES];
    uint64_t moved[CHANGING_MOVED];
    uint32_t n_moved;
} changing_chunk;

/* Core cycles from one change at an exchange to the next. */
static uint64_t changing_period = CHANGING_PERIOD;

/* Bits of the frames: of all; what changes when pages move to and fro. */
static uint64_t changing_home = 0, changing_away = UINT64_C(1) << 32;

/* Pages are unmapped instead of moved, all that have a place. */
static bool changing_unmaps;

/* What all of them have done. */
static struct {
    uint32_t coalesced, in_flight, splintered, moved, unmapped;
} changing_done;

typedef struct changing_vm {
    const vm_host *host;
    changing_chunk chunk[CHANGING_CHUNKS];
    uint32_t n, step;
} changing_vm;

static int changing_create(const vm_host *host, const void *options, void **state, poise_error *err)
{
    (void)options, (void)err;
    changing_vm *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->host = host;
    *state = s;
    return POISE_OK;
}

static void changing_allocate(void *state, uint16_t app, uint64_t address, uint64_t bytes, uint64_t cycle)
{
    (void)cycle;
    changing_vm *s = state;
    for (uint64_t at = address; at < address + bytes; at += UINT64_C(1) << VM_LARGE_BITS) {
        assert_true(s->n < CHANGING_CHUNKS);
        s->chunk[s->n++] = (changing_chunk){.number = at >> VM_LARGE_BITS, .app = app};
    }
}

/* Its pages are gone. */
static void changing_app_end(void *state, uint16_t app, uint64_t cycle)
{
    (void)cycle;
    changing_vm *s = state;
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->n; i++)
        if (s->chunk[i].app != app)
            s->chunk[n++] = s->chunk[i];
    s->n = n;
}

static uint64_t changing_frame(uint16_t app, uint64_t page)
{
    return changing_home | page % (UINT64_C(1) << 24) | (uint64_t)app << 25 |
           (page >> 30 ? UINT64_C(1) << 24 : 0);
}

static vm_answer changing_place(void *state, uint16_t app, uint64_t page, vm_place *at, uint64_t cycle)
{
    (void)cycle;
    changing_vm *s = state;
    for (uint32_t i = 0; i < s->n; i++)
        if (s->chunk[i].number == page / CHANGING_PAGES && s->chunk[i].app == app)
            s->chunk[i].is_placed[page % CHANGING_PAGES] = true;
    at->frame = changing_frame(app, page);
    return VM_PRESENT;
}

static void changing_move(changing_vm *s, changing_chunk *c, uint64_t index, bool away)
{
    const uint64_t page = c->number * CHANGING_PAGES + index;
    s->host->move(s->host->opaque, c->app, page, changing_frame(c->app, page) ^ (away ? changing_away : 0));
    changing_done.moved++;
}

static void changing_unmap_all(changing_vm *s, changing_chunk *c)
{
    for (uint64_t i = 0; i < CHANGING_PAGES; i++) {
        if (c->is_placed[i])
            s->host->unmap(s->host->opaque, c->app, c->number * CHANGING_PAGES + i);
        changing_done.unmapped += c->is_placed[i];
        c->is_placed[i] = false;
    }
}

static void changing_move_some(changing_vm *s, changing_chunk *c)
{
    for (uint64_t i = 0; i < CHANGING_PAGES && c->n_moved < CHANGING_MOVED; i++) {
        if (!c->is_placed[i])
            continue;
        changing_move(s, c, i, true);
        c->moved[c->n_moved++] = i;
    }
    s->host->stall(s->host->opaque, CHANGING_STALL);
}

static void changing_coalesce(changing_vm *s, changing_chunk *c, uint32_t *done)
{
    if (c->is_large || c->n_moved)
        return;
    s->host->coalesce(s->host->opaque, c->app, c->number);
    c->is_large = true;
    ++*done;
}

static uint64_t changing_gather(void *const *states, uint32_t count, uint64_t cycle)
{
    (void)count, (void)cycle;
    changing_vm *s = states[0];
    if (!s->n)
        return changing_period;
    changing_chunk *c = &s->chunk[s->step % s->n];
    const uint32_t turn = s->step++ / s->n;
    if (c->is_large) {
        s->host->splinter(s->host->opaque, c->app, c->number);
        c->is_large = false;
        changing_done.splintered++;
    } else if (c->n_moved) {
        while (c->n_moved)
            changing_move(s, c, c->moved[--c->n_moved], false);
    } else if (changing_unmaps && turn % 4) {
        changing_unmap_all(s, c);
    } else if (turn % 2) {
        changing_coalesce(s, c, &changing_done.coalesced);
    } else {
        changing_move_some(s, c);
    }
    return changing_period;
}

/* While SMs run. */
static uint64_t changing_tick(void *state, uint64_t cycle)
{
    changing_vm *s = state;
    if (s->n && cycle > 100 && !changing_unmaps)
        changing_coalesce(s, &s->chunk[cycle / 7 % s->n], &changing_done.in_flight);
    return 170;
}

static const vm_policy changing = {
    .info = {.abi = POISE_POLICY_ABI, .struct_size = sizeof(vm_policy), .name = "changing"},
    .create = changing_create,
    .life = {.destroy = free, .app_end = changing_app_end, .gather = changing_gather},
    .allocate = changing_allocate,
    .place = changing_place,
    .tick = changing_tick,
};

#endif

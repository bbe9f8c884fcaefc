/* What tests of swap/swap.h begin with: an allocator of ten chunks of four pages, and applications that
 * allocate. */
#ifndef POISE_TESTS_SWAP_SETTING_H
#define POISE_TESTS_SWAP_SETTING_H

#include "tests/swap_check.h"
#include "tests/test.h"

enum { CHUNK = 4 * SWAP_PAGE };

typedef struct setting {
    swap_options options;
    swap *s;
    uint64_t next_page;
    poise_error err;
} setting;

static inline int set_up(void **state)
{
    setting *t = calloc(1, sizeof *t);
    if (!t)
        return -1;
    t->options = (swap_options){.vram_bytes = 10 * CHUNK, .chunk_bytes = CHUNK, .apps = 4, .seed = 1};
    *state = t;
    return 0;
}

static inline int tear_down(void **state)
{
    setting *t = *state;
    swap_close(t->s);
    free(t);
    return 0;
}

static inline swap *begin(setting *t)
{
    swap_close(t->s);
    t->s = swap_open(&t->options, &t->err);
    assert_non_null(t->s);
    t->next_page = 0;
    return t->s;
}

/* All moves, one after the other; returns how many. */
static inline uint32_t carry_out(swap *s)
{
    swap_move m;
    uint32_t n = 0;
    for (; swap_next(s, &m) == SWAP_STEP_MOVE; n++)
        swap_relocated(s, m.chunk);
    assert_false(swap_is_busy(s));
    if (swap_check(s))
        fail_msg("%s", swap_check(s));
    return n;
}

static inline int try_allocate(setting *t, uint16_t app, uint64_t bytes, uint32_t priority, uint32_t *buffer)
{
    const swap_request r = {.first_page = t->next_page, .bytes = bytes, .app = app, .priority = priority};
    t->next_page += bytes / SWAP_PAGE + 1;
    return swap_allocate(t->s, &r, buffer, &t->err);
}

static inline uint32_t planned(setting *t, uint16_t app, uint64_t bytes, uint32_t priority)
{
    uint32_t buffer = SWAP_NONE;
    assert_int_equal(try_allocate(t, app, bytes, priority, &buffer), POISE_OK);
    if (swap_check(t->s))
        fail_msg("%s", swap_check(t->s));
    return buffer;
}

static inline uint32_t allocate(setting *t, uint16_t app, uint64_t bytes, uint32_t priority)
{
    const uint32_t buffer = planned(t, app, bytes, priority);
    carry_out(t->s);
    return buffer;
}

static inline uint64_t in(const setting *t, uint16_t app, swap_where where)
{
    return swap_app_at(t->s, app)->bytes[where];
}

static inline uint32_t chunk_of(const setting *t, uint32_t buffer, uint32_t i)
{
    return swap_buffer_at(t->s, buffer)->chunk[i];
}

static inline uint32_t evicted_of(const setting *t, uint32_t buffer)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < swap_buffer_at(t->s, buffer)->n_chunks; i++)
        n += swap_chunk_at(t->s, chunk_of(t, buffer, i))->where == SWAP_SYSRAM;
    return n;
}

#define SWAP_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

#endif

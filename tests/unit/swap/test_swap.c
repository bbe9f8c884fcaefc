/* The allocator of GPUswap, rule by rule [KE 3.2, 5.2, 5.3]. Chunks are 4 pages where nothing else is said.
 */
#include "tests/swap_check.h"
#include "tests/test.h"

enum { CHUNK = 4 * SWAP_PAGE };

typedef struct setting {
    swap_options options;
    swap *s;
    uint64_t next_page;
    poise_error err;
} setting;

static int set_up(void **state)
{
    setting *t = calloc(1, sizeof *t);
    if (!t)
        return -1;
    t->options = (swap_options){.vram_bytes = 10 * CHUNK, .chunk_bytes = CHUNK, .apps = 4, .seed = 1};
    *state = t;
    return 0;
}

static int tear_down(void **state)
{
    setting *t = *state;
    swap_close(t->s);
    free(t);
    return 0;
}

static swap *begin(setting *t)
{
    swap_close(t->s);
    t->s = swap_open(&t->options, &t->err);
    assert_non_null(t->s);
    t->next_page = 0;
    return t->s;
}

/* All moves, one after the other; returns how many. */
static uint32_t carry_out(swap *s)
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

static int try_allocate(setting *t, uint16_t app, uint64_t bytes, uint8_t priority, uint32_t *buffer)
{
    const swap_request r = {.first_page = t->next_page, .bytes = bytes, .app = app, .priority = priority};
    t->next_page += bytes / SWAP_PAGE + 1;
    return swap_allocate(t->s, &r, buffer, &t->err);
}

static uint32_t planned(setting *t, uint16_t app, uint64_t bytes, uint8_t priority)
{
    uint32_t buffer = SWAP_NONE;
    assert_int_equal(try_allocate(t, app, bytes, priority, &buffer), POISE_OK);
    if (swap_check(t->s))
        fail_msg("%s", swap_check(t->s));
    return buffer;
}

static uint32_t allocate(setting *t, uint16_t app, uint64_t bytes, uint8_t priority)
{
    const uint32_t buffer = planned(t, app, bytes, priority);
    carry_out(t->s);
    return buffer;
}

static uint64_t in(const setting *t, uint16_t app, swap_where where)
{
    return swap_app_at(t->s, app)->bytes[where];
}

static uint32_t chunk_of(const setting *t, uint32_t buffer, uint32_t i)
{
    return swap_buffer_at(t->s, buffer)->chunk[i];
}

static uint32_t evicted_of(const setting *t, uint32_t buffer)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < swap_buffer_at(t->s, buffer)->n_chunks; i++)
        n += swap_chunk_at(t->s, chunk_of(t, buffer, i))->where == SWAP_SYSRAM;
    return n;
}

/* ---- chunks and places ---- */

static void buffers_are_cut_into_chunks_and_a_remainder(void **state)
{
    setting *t = *state;
    swap *s = begin(t);
    const uint32_t b = allocate(t, 1, 2 * CHUNK + SWAP_PAGE + 1, SWAP_PRIORITY_DEFAULT);
    const swap_buffer *buffer = swap_buffer_at(s, b);
    assert_int_equal(buffer->n_chunks, 3);
    assert_int_equal(buffer->bytes, 2 * CHUNK + 2 * SWAP_PAGE);
    assert_int_equal(swap_chunk_at(s, chunk_of(t, b, 1))->bytes, CHUNK);
    assert_int_equal(swap_chunk_at(s, chunk_of(t, b, 2))->bytes, 2 * SWAP_PAGE);
    assert_int_equal(swap_find(s, 1, 9), chunk_of(t, b, 2));
    assert_int_equal(swap_find(s, 1, 10), SWAP_NONE);
    assert_int_equal(swap_find(s, 0, 9), SWAP_NONE);
    assert_int_equal(swap_place(s, 1, 9), 9);
    assert_int_equal(swap_place(s, 1, 10), SWAP_NONE);
    swap_set_user(s, chunk_of(t, b, 2), 77);
    assert_int_equal(swap_chunk_at(s, swap_find(s, 1, 8))->user, 77);
}

/* The lowest free pages first: what is freed in between is filled again. */
static void places_are_the_lowest_free_ones(void **state)
{
    setting *t = *state;
    swap *s = begin(t);
    uint32_t b[4];
    for (int i = 0; i < 4; i++)
        b[i] = allocate(t, 0, 2 * SWAP_PAGE, 0);
    swap_free(s, b[0]);
    swap_free(s, b[2]);
    const uint32_t chunk = chunk_of(t, allocate(t, 0, CHUNK, 0), 0);
    const uint32_t place = swap_chunk_at(s, chunk)->place;
    assert_int_equal(place, 0);
    assert_int_equal(swap_segment_at(s, place).pages, 2);
    assert_int_equal(swap_segment_at(s, place).next, 4);
    assert_int_equal(swap_segment_at(s, 4).next, SWAP_NONE);
    assert_int_equal(swap_place(s, 0, swap_chunk_at(s, chunk)->first_page + 3), 5);
}

static void requests_out_of_range_are_refused(void **state)
{
    setting *t = *state;
    swap *s = begin(t);
    uint32_t b;
    allocate(t, 0, CHUNK, 0);
    const swap_request bad[] = {
        {.first_page = 100, .bytes = 0},
        {.first_page = 100, .bytes = SWAP_SIZE_MOST + 1},
        {.first_page = SWAP_PAGES_END, .bytes = 1},
        {.first_page = 100, .bytes = 1, .app = 4},
        {.first_page = 3, .bytes = 1},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(swap_allocate(s, &bad[i], &b, &t->err), POISE_USAGE);
    assert_contains(t->err.text, "overlaps another at page 3");
    assert_int_equal(swap_vram_bytes(s), CHUNK);
    const swap_options good = t->options;
    swap_options o[6] = {good, good, good, good, good, good};
    o[0].vram_bytes = SWAP_PAGE + 1;
    o[1].vram_bytes = 0;
    o[2].chunk_bytes = 3 * SWAP_PAGE;
    o[3].chunk_bytes = 2 * SWAP_CHUNK_MOST;
    o[4].apps = 0;
    o[5].policy = SWAP_POLICIES;
    for (int i = 0; i < 6; i++) {
        assert_null(swap_open(&o[i], &t->err));
        assert_int_equal(t->err.code, POISE_USAGE);
    }
    assert_int_equal(swap_set_weight(s, 0, 0, &t->err), POISE_USAGE);
    assert_int_equal(swap_set_rate(s, 0, -1, &t->err), POISE_USAGE);
    assert_int_equal(swap_set_slowdown(s, 9, 1, &t->err), POISE_USAGE);
}

/* ---- allocation [KE 3.2.1, 5.3.4] ---- */

/* G1: nothing moves while all fits. */
static void without_pressure_nothing_moves(void **state)
{
    setting *t = *state;
    begin(t);
    planned(t, 0, 5 * CHUNK, 0);
    assert_false(swap_is_busy(t->s));
    planned(t, 1, 5 * CHUNK, 0);
    assert_false(swap_is_busy(t->s));
    assert_int_equal(swap_counts_of(t->s)->plans, 0);
    assert_int_equal(swap_place(t->s, 1, t->next_page - 2), 10 * 4 - 1);
}

/* G4: whoever comes first, equal applications have equal shares, within a chunk. */
static void shares_do_not_depend_on_the_order(void **state)
{
    setting *t = *state;
    for (uint16_t first = 0; first < 2; first++) {
        begin(t);
        allocate(t, first, 10 * CHUNK, SWAP_PRIORITY_DEFAULT);
        allocate(t, 1 - first, 10 * CHUNK, SWAP_PRIORITY_DEFAULT);
        assert_int_equal(in(t, 0, SWAP_VRAM), 5 * CHUNK);
        assert_int_equal(in(t, 1, SWAP_VRAM), 5 * CHUNK);
        assert_int_equal(swap_counts_of(t->s)->evicted, 5);
        assert_int_equal(swap_counts_of(t->s)->direct, 5);
    }
}

/* G5: what one does not use of its share the others have. */
static void a_small_application_is_left_alone(void **state)
{
    setting *t = *state;
    begin(t);
    allocate(t, 2, 2 * CHUNK, SWAP_PRIORITY_STACK);
    allocate(t, 0, 9 * CHUNK, SWAP_PRIORITY_DEFAULT);
    allocate(t, 1, 9 * CHUNK, SWAP_PRIORITY_DEFAULT);
    assert_int_equal(in(t, 2, SWAP_SYSRAM), 0);
    assert_int_equal(in(t, 0, SWAP_VRAM), 4 * CHUNK);
    assert_int_equal(in(t, 1, SWAP_VRAM), 4 * CHUNK);
}

/* G6: no copy is made of what was never in VRAM. */
static void a_buffer_larger_than_vram_is_placed_in_part(void **state)
{
    setting *t = *state;
    begin(t);
    const uint32_t b = planned(t, 0, 25 * CHUNK, SWAP_PRIORITY_DEFAULT);
    assert_false(swap_is_busy(t->s));
    assert_int_equal(in(t, 0, SWAP_VRAM), 10 * CHUNK);
    assert_int_equal(evicted_of(t, b), 15);
    assert_int_equal(swap_counts_of(t->s)->direct, 15);
    assert_int_equal(swap_counts_of(t->s)->direct_bytes, 15 * CHUNK);
    assert_int_equal(swap_counts_of(t->s)->plans, 0);
}

/* [KE 5.2]: a large request does not take all VRAM, it is its own victim when it would have most. */
static void a_request_takes_part_in_the_decision(void **state)
{
    setting *t = *state;
    begin(t);
    allocate(t, 0, 6 * CHUNK, SWAP_PRIORITY_DEFAULT);
    const uint32_t b = planned(t, 1, 20 * CHUNK, SWAP_PRIORITY_DEFAULT);
    assert_int_equal(in(t, 0, SWAP_VRAM), 5 * CHUNK);
    assert_int_equal(swap_current_plan(t->s)->n_moves, 1);
    assert_int_equal(swap_chunk_at(t->s, chunk_of(t, b, 0))->state, SWAP_PENDING);
    assert_int_equal(carry_out(t->s), 1);
    assert_int_equal(evicted_of(t, b), 15);
}

/* G20 [KE 6.4]: a remainder chunk does not suffice, so that one more goes. */
static void a_remainder_chunk_costs_one_chunk_more(void **state)
{
    setting *t = *state;
    begin(t);
    allocate(t, 0, SWAP_PAGE, SWAP_PRIORITY_STACK); /* the remainder is chosen first */
    allocate(t, 0, 9 * CHUNK + 3 * SWAP_PAGE, SWAP_PRIORITY_DEFAULT);
    planned(t, 1, CHUNK, SWAP_PRIORITY_DEFAULT);
    assert_in_range(swap_current_plan(t->s)->n_moves, 2, 3);
    assert_int_equal(swap_chunk_at(t->s, swap_current_plan(t->s)->move[0].chunk)->bytes, SWAP_PAGE);
    carry_out(t->s);
    assert_true(10 * CHUNK - swap_vram_bytes(t->s) < CHUNK);
}

static void a_plan_goes_through_applications_in_order(void **state)
{
    setting *t = *state;
    swap *s = begin(t);
    swap_move m;
    allocate(t, 1, 5 * CHUNK, 10);
    allocate(t, 0, 5 * CHUNK, 10);
    planned(t, 2, 3 * CHUNK, 10);
    const swap_plan *p = swap_current_plan(s);
    assert_int_equal(p->n_moves, 3);
    assert_int_equal(p->move[0].app, 0);
    assert_int_equal(p->move[1].app, 0); /* the lower number of equals, so it gives two */
    assert_int_equal(p->move[2].app, 1);
    assert_int_equal(swap_next(s, &m), SWAP_STEP_MOVE);
    const uint32_t page = (uint32_t)swap_chunk_at(s, m.chunk)->first_page;
    assert_int_not_equal(swap_place(s, 0, page), SWAP_NONE); /* its data are still there */
    assert_int_equal(swap_data_of(s, m.chunk), SWAP_VRAM);
    swap_relocated(s, m.chunk);
    assert_int_equal(swap_place(s, 0, page), SWAP_NONE);
    assert_int_equal(swap_data_of(s, m.chunk), SWAP_SYSRAM);
    assert_true(swap_is_busy(s));
    assert_int_equal(carry_out(s), 2);
}

static void others_wait_for_an_eviction(void **state)
{
    setting *t = *state;
    swap *s = begin(t);
    uint32_t b;
    allocate(t, 0, 10 * CHUNK, 0);
    planned(t, 1, CHUNK, 0);
    assert_int_equal(try_allocate(t, 2, SWAP_PAGE, 0, &b), POISE_USAGE);
    assert_contains(t->err.text, "must wait");
    assert_int_equal(swap_return(s, &t->err), POISE_USAGE);
    carry_out(s);
    assert_int_equal(try_allocate(t, 2, SWAP_PAGE, 0, &b), POISE_OK);
}

static void driver_internal_buffers_stay(void **state)
{
    setting *t = *state;
    swap *s = begin(t);
    uint32_t b, c;
    const swap_request system = {.first_page = 1000, .bytes = 3 * CHUNK, .app = 0, .is_system = true};
    allocate(t, 0, 10 * CHUNK, SWAP_PRIORITY_DEFAULT);
    assert_int_equal(swap_allocate(s, &system, &b, &t->err), POISE_OK);
    assert_int_equal(carry_out(s), 3);
    assert_int_equal(swap_buffer_at(s, b)->n_chunks, 1);
    assert_int_equal(swap_app_at(s, 0)->system_bytes, 3 * CHUNK);
    allocate(t, 1, 20 * CHUNK, SWAP_PRIORITY_DEFAULT);
    assert_int_equal(swap_data_of(s, swap_find(s, 0, 1000)), SWAP_VRAM);
    assert_int_equal(swap_vram_bytes(s), 10 * CHUNK);
    const swap_request larger = {.first_page = 2000, .bytes = 8 * CHUNK, .app = 0, .is_system = true};
    assert_int_equal(swap_allocate(s, &larger, &c, &t->err), POISE_FAILED);
    assert_contains(t->err.text, "do not fit into VRAM");
    assert_int_equal(swap_counts_of(s)->refused, 1);
    carry_out(s);
}

static void host_memory_ends_with_a_sentence(void **state)
{
    setting *t = *state;
    t->options.host_bytes = 3 * CHUNK;
    swap *s = begin(t);
    uint32_t b;
    allocate(t, 0, 10 * CHUNK, 0);
    assert_int_equal(try_allocate(t, 1, 4 * CHUNK, 0, &b), POISE_FAILED);
    assert_contains(t->err.text, "host memory is exhausted");
    assert_int_equal(b, SWAP_NONE);
    assert_int_equal(in(t, 0, SWAP_VRAM), 10 * CHUNK);
    assert_int_equal(swap_host_bytes(s), 0);
    allocate(t, 1, 3 * CHUNK, 0);
    assert_int_equal(swap_host_bytes(s), 3 * CHUNK);
}

/* ---- copies that fail ---- */

static void a_failed_copy_leaves_its_chunk(void **state)
{
    setting *t = *state;
    swap *s = begin(t);
    swap_move m;
    allocate(t, 0, 10 * CHUNK, 0);
    const uint32_t b = planned(t, 1, 2 * CHUNK, 0);
    assert_int_equal(swap_next(s, &m), SWAP_STEP_MOVE);
    const uint32_t place = swap_chunk_at(s, m.chunk)->place;
    assert_int_equal(swap_failed(s, m.chunk, SWAP_DMA, &t->err), POISE_OK);
    assert_int_equal(swap_chunk_at(s, m.chunk)->place, place);
    assert_int_equal(swap_data_of(s, m.chunk), SWAP_VRAM);
    carry_out(s);
    assert_int_equal(in(t, 0, SWAP_VRAM), 9 * CHUNK);
    assert_int_equal(evicted_of(t, b), 1); /* it is placed in SYSRAM in part instead */
    assert_int_equal(swap_chunk_at(s, chunk_of(t, b, 1))->where, SWAP_SYSRAM);
    assert_int_equal(swap_counts_of(s)->failed, 1);
}

static void without_host_memory_the_request_is_refused(void **state)
{
    setting *t = *state;
    swap *s = begin(t);
    swap_move m, second;
    allocate(t, 0, 10 * CHUNK, 0);
    const uint32_t b = planned(t, 1, 4 * CHUNK, 0);
    assert_int_equal(swap_next(s, &m), SWAP_STEP_MOVE);
    assert_int_equal(swap_next(s, &second), SWAP_STEP_MOVE);
    assert_int_equal(swap_failed(s, m.chunk, SWAP_HOST_FULL, &t->err), POISE_FAILED);
    assert_contains(t->err.text, "finds no memory");
    assert_null(swap_buffer_at(s, b));
    assert_null(swap_check(s));
    assert_int_equal(swap_next(s, &m), SWAP_STEP_WAIT); /* two more were planned: not done */
    swap_relocated(s, second.chunk);
    assert_false(swap_is_busy(s));
    assert_int_equal(in(t, 0, SWAP_SYSRAM), CHUNK);
    assert_int_equal(swap_counts_of(s)->allocations, 1);
    assert_int_equal(swap_counts_of(s)->freed, 0);
    assert_int_equal(swap_return(s, NULL), POISE_OK);
    assert_int_equal(swap_next(s, &m), SWAP_STEP_MOVE);
    assert_int_equal(swap_failed(s, m.chunk, SWAP_DMA, &t->err), POISE_OK);
    assert_int_equal(swap_data_of(s, m.chunk), SWAP_SYSRAM);
    assert_int_equal(in(t, 0, SWAP_VRAM), 9 * CHUNK);
}

/* ---- freeing ---- */

static void what_is_freed_while_it_is_copied_keeps_its_place(void **state)
{
    setting *t = *state;
    swap *s = begin(t);
    swap_move m;
    const uint32_t old = allocate(t, 0, 10 * CHUNK, 0);
    planned(t, 1, 3 * CHUNK, 0);
    assert_int_equal(swap_next(s, &m), SWAP_STEP_MOVE);
    swap_free(s, old);
    assert_int_equal(in(t, 0, SWAP_VRAM) + in(t, 0, SWAP_SYSRAM), 0);
    assert_int_equal(swap_chunk_at(s, m.chunk)->state, SWAP_DOOMED);
    assert_int_equal(swap_host_bytes(s), CHUNK);
    assert_null(swap_check(s));
    assert_true(swap_is_busy(s));
    swap_relocated(s, m.chunk);
    assert_false(swap_is_busy(s)); /* the others are not to be moved any more */
    assert_null(swap_chunk_at(s, m.chunk));
    assert_int_equal(swap_host_bytes(s), 0);
    carry_out(s);
}

static void an_application_ends_while_it_waits(void **state)
{
    setting *t = *state;
    swap *s = begin(t);
    allocate(t, 0, 10 * CHUNK, 0);
    const uint32_t b = planned(t, 1, 3 * CHUNK, 0);
    assert_int_equal(swap_set_weight(s, 1, 3, NULL), POISE_OK);
    swap_end(s, 1);
    assert_null(swap_buffer_at(s, b));
    assert_int_equal(swap_app_at(s, 1)->weight, 1);
    carry_out(s);
    assert_int_equal(swap_counts_of(s)->evicted, 3); /* planned, so it is done; a return brings them back */
    assert_int_equal(swap_return(s, NULL), POISE_OK);
    assert_int_equal(carry_out(s), 3);
    assert_int_equal(in(t, 0, SWAP_VRAM), 10 * CHUNK);
    swap_end(s, 0);
    assert_int_equal(swap_vram_bytes(s) + swap_host_bytes(s), 0);
}

/* ---- return (G14) ---- */

static void the_smallest_gets_its_highest_priority_back_first(void **state)
{
    setting *t = *state;
    swap *s = begin(t);
    const uint32_t low = allocate(t, 0, 6 * CHUNK, 1), high = allocate(t, 0, 6 * CHUNK, 200);
    const uint32_t other = allocate(t, 1, 5 * CHUNK, 5);
    const uint32_t filler = allocate(t, 2, 4 * CHUNK, 5);
    const uint32_t before = evicted_of(t, low) + evicted_of(t, high);
    assert_true(evicted_of(t, high) > 0 && evicted_of(t, low) == 6 && evicted_of(t, other) > 0);
    swap_free(s, filler);
    assert_false(swap_is_busy(s)); /* never without being asked */
    assert_int_equal(swap_return(s, NULL), POISE_OK);
    for (uint32_t i = 0; i < swap_current_plan(s)->n_moves; i++)
        if (swap_current_plan(s)->move[i].app == 0)
            assert_int_equal(swap_chunk_at(s, swap_current_plan(s)->move[i].chunk)->buffer, high);
    carry_out(s);
    assert_int_equal(swap_vram_bytes(s), 10 * CHUNK);
    assert_int_equal(in(t, 0, SWAP_VRAM), 5 * CHUNK);
    assert_int_equal(in(t, 1, SWAP_VRAM), 5 * CHUNK);
    assert_true(evicted_of(t, low) == 6 && evicted_of(t, low) + evicted_of(t, high) < before);
    swap_return(s, NULL);
    assert_int_equal(carry_out(s), 0); /* VRAM is full: nothing is evicted for a return */
}

static void a_return_takes_another_of_the_priority_that_fits(void **state)
{
    setting *t = *state;
    for (uint64_t seed = 0; seed < 8; seed++) { /* whichever it looks at first */
        t->options.seed = seed;
        swap *s = begin(t);
        const uint32_t b = allocate(t, 0, CHUNK + SWAP_PAGE, 1);
        const uint32_t small = allocate(t, 1, 2 * SWAP_PAGE, 1);
        allocate(t, 0, 8 * CHUNK + SWAP_PAGE, 200);
        allocate(t, 2, CHUNK + SWAP_PAGE, 1);
        assert_int_equal(evicted_of(t, b), 2);
        swap_free(s, small);
        swap_return(s, NULL);
        assert_int_equal(carry_out(s), 1);
        assert_int_equal(swap_chunk_at(s, chunk_of(t, b, 1))->where, SWAP_VRAM);
        assert_int_equal(10 * CHUNK - swap_vram_bytes(s), SWAP_PAGE);
    }
}

/* ---- victims ---- */

static void weights_divide_vram(void **state)
{
    setting *t = *state;
    swap *s = begin(t);
    assert_int_equal(swap_set_weight(s, 1, 4, NULL), POISE_OK);
    allocate(t, 0, 20 * CHUNK, 0);
    allocate(t, 1, 20 * CHUNK, 0);
    assert_int_equal(in(t, 0, SWAP_VRAM), 2 * CHUNK);
    assert_int_equal(in(t, 1, SWAP_VRAM), 8 * CHUNK);
}

static void the_one_with_most_accesses_gives(void **state)
{
    setting *t = *state;
    t->options.victims = SWAP_ACCESSES;
    swap *s = begin(t);
    allocate(t, 0, 6 * CHUNK, 0);
    allocate(t, 1, 4 * CHUNK, 0);
    swap_set_rate(s, 0, 1, NULL);
    swap_set_rate(s, 1, 7, NULL);
    allocate(t, 2, 3 * CHUNK, 0);
    assert_int_equal(in(t, 1, SWAP_SYSRAM), 3 * CHUNK);
    assert_int_equal(in(t, 0, SWAP_SYSRAM), 0);
}

static void the_least_penalty_gives_and_small_ones_do_not(void **state)
{
    setting *t = *state;
    t->options.victims = SWAP_PERFORMANCE;
    swap *s = begin(t);
    allocate(t, 0, CHUNK, 0); /* below its share, and never slowed down */
    allocate(t, 1, 5 * CHUNK, 0);
    allocate(t, 2, 4 * CHUNK, 0);
    swap_set_slowdown(s, 0, 0, NULL);
    swap_set_slowdown(s, 1, 3, NULL);
    swap_set_slowdown(s, 2, 1, NULL);
    swap_set_slowdown(s, 3, 9, NULL);
    planned(t, 3, CHUNK, 0);
    assert_int_equal(swap_current_plan(s)->move[0].app, 2); /* 1/4 < 3/5 */
    carry_out(s);
    assert_int_equal(in(t, 0, SWAP_SYSRAM), 0);
}

/* ---- chunks ---- */

static void the_lowest_priority_goes_first(void **state)
{
    setting *t = *state;
    swap *s = begin(t);
    const uint32_t a = allocate(t, 0, 3 * CHUNK, SWAP_PRIORITY_SYSTEM);
    const uint32_t b = allocate(t, 0, 3 * CHUNK, SWAP_PRIORITY_STACK);
    const uint32_t c = allocate(t, 0, 4 * CHUNK, SWAP_PRIORITY_DEFAULT);
    allocate(t, 1, 2 * CHUNK, 0);
    assert_int_equal(evicted_of(t, b), 2);
    assert_int_equal(swap_set_priority(s, b, 254, NULL), POISE_OK);
    assert_int_equal(swap_set_chunk_priority(s, chunk_of(t, a, 1), 2, NULL), POISE_OK);
    allocate(t, 1, 2 * CHUNK, 0);
    assert_int_equal(swap_chunk_at(s, chunk_of(t, a, 1))->where, SWAP_SYSRAM);
    assert_int_equal(evicted_of(t, a), 1);
    assert_int_equal(evicted_of(t, b), 2);
    assert_int_equal(evicted_of(t, c), 1);
}

/* Of 40 chunks of one priority half go: each about as often as any other, in 400 runs. */
static void chunks_of_a_priority_go_at_random(void **state)
{
    setting *t = *state;
    uint32_t often[40] = {0};
    t->options.vram_bytes = 40 * CHUNK;
    for (int policy = 0; policy < 2; policy++) {
        t->options.policy = policy ? SWAP_RANDOM : SWAP_PRIORITY;
        for (uint64_t seed = 0; seed < 200; seed++) {
            t->options.seed = seed;
            swap *s = begin(t);
            const uint32_t b = allocate(t, 0, 40 * CHUNK, 9);
            allocate(t, 1, 40 * CHUNK, 9);
            for (uint32_t i = 0; i < 40; i++)
                often[i] += swap_chunk_at(s, chunk_of(t, b, i))->where == SWAP_SYSRAM;
        }
    }
    for (uint32_t i = 0; i < 40; i++)
        assert_in_range(often[i], 150, 250);
}

static void random_policy_does_not_look_at_priorities(void **state)
{
    setting *t = *state;
    t->options.policy = SWAP_RANDOM;
    uint32_t high = 0;
    for (uint64_t seed = 0; seed < 100; seed++) {
        t->options.seed = seed;
        begin(t);
        const uint32_t b = allocate(t, 0, 5 * CHUNK, SWAP_PRIORITY_SYSTEM);
        allocate(t, 0, 5 * CHUNK, SWAP_PRIORITY_STACK);
        allocate(t, 1, 4 * CHUNK, 0);
        high += evicted_of(t, b);
    }
    assert_in_range(high, 150, 250); /* half of 400 */
}

static void reverse_swapping_takes_back_what_was_referenced(void **state)
{
    setting *t = *state;
    t->options.policy = SWAP_REVERSE;
    swap *s = begin(t);
    const uint32_t b = allocate(t, 0, 14 * CHUNK, 0);
    uint32_t wanted[2], n = 0;
    for (uint32_t i = 0; i < 14 && n < 2; i++)
        if (swap_chunk_at(s, chunk_of(t, b, i))->where == SWAP_SYSRAM)
            swap_referenced(s, wanted[n++] = chunk_of(t, b, i));
    assert_int_equal(swap_reverse(s, 0, &t->err), POISE_OK);
    assert_int_equal(swap_current_plan(s)->n_moves, 4);
    assert_int_equal(swap_current_plan(s)->move[1].to, SWAP_SYSRAM);
    assert_int_equal(swap_current_plan(s)->move[2].to, SWAP_VRAM);
    carry_out(s);
    assert_int_equal(swap_chunk_at(s, wanted[0])->where, SWAP_VRAM);
    assert_int_equal(swap_chunk_at(s, wanted[1])->where, SWAP_VRAM);
    assert_int_equal(evicted_of(t, b), 4);
    swap_reverse(s, 0, NULL);
    assert_int_equal(carry_out(s), 0); /* bits are cleared */
    assert_int_equal(swap_sample_begin(s, 0, &t->err), POISE_USAGE);
}

static void sampling_gives_priorities(void **state)
{
    setting *t = *state;
    t->options.policy = SWAP_SAMPLING;
    swap *s = begin(t);
    uint32_t b[3];
    for (int i = 0; i < 3; i++)
        b[i] = allocate(t, 0, 3 * CHUNK, SWAP_PRIORITY_DEFAULT);
    assert_int_equal(swap_sample_begin(s, 0, &t->err), POISE_OK);
    assert_int_equal(carry_out(s), 3);
    assert_int_equal(swap_return(s, NULL), POISE_OK);
    assert_int_equal(carry_out(s), 0); /* they stay until they are counted */
    for (uint32_t i = 0; i < 3; i++)
        for (uint32_t k = 0; k < 3; k++)
            if (swap_chunk_at(s, chunk_of(t, b[i], k))->is_sample)
                swap_count(s, chunk_of(t, b[i], k), i == 1 ? 900 : 10 * i);
    assert_int_equal(swap_sample_end(s, 0, &t->err), POISE_OK);
    assert_int_equal(carry_out(s), 3);
    assert_int_equal(swap_host_bytes(s), 0);
    assert_int_equal(swap_buffer_at(s, b[0])->priority, 1);
    assert_int_equal(swap_buffer_at(s, b[2])->priority, 127);
    assert_int_equal(swap_buffer_at(s, b[1])->priority, 254);
}

static void lru_evicts_what_was_used_longest_ago(void **state)
{
    setting *t = *state;
    t->options.policy = SWAP_LRU;
    swap *s = begin(t);
    const uint32_t b = allocate(t, 0, 10 * CHUNK, 0);
    for (uint32_t i = 0; i < 10; i++)
        if (i != 4 && i != 7)
            swap_referenced(s, chunk_of(t, b, i));
    swap_referenced(s, chunk_of(t, b, 4));
    const uint32_t other = allocate(t, 1, 2 * CHUNK, 0);
    assert_int_equal(swap_chunk_at(s, chunk_of(t, b, 7))->where, SWAP_SYSRAM);
    assert_int_equal(swap_chunk_at(s, chunk_of(t, b, 0))->where, SWAP_SYSRAM);
    swap_referenced(s, chunk_of(t, b, 7)); /* evicted data are used as well */
    swap_free(s, other);
    const swap_request r = {.first_page = 5000, .bytes = CHUNK, .app = 1};
    uint32_t c;
    assert_int_equal(swap_allocate(s, &r, &c, NULL), POISE_OK);
    swap_return(s, NULL);
    carry_out(s);
    assert_int_equal(swap_chunk_at(s, chunk_of(t, b, 7))->where, SWAP_VRAM);
    assert_int_equal(swap_chunk_at(s, chunk_of(t, b, 0))->where, SWAP_SYSRAM);
}

static void nfu_evicts_the_least_age(void **state)
{
    setting *t = *state;
    t->options.policy = SWAP_NFU;
    swap *s = begin(t);
    const uint32_t b = allocate(t, 0, 10 * CHUNK, 0);
    for (int period = 0; period < 3; period++) {
        for (uint32_t i = 0; i < 10; i++)
            if (i < 5 || period == 2)
                swap_referenced(s, chunk_of(t, b, i));
        assert_int_equal(swap_age(s, NULL), POISE_OK);
    }
    assert_int_equal(swap_chunk_at(s, chunk_of(t, b, 0))->age, 128 + 64 + 32);
    assert_int_equal(swap_chunk_at(s, chunk_of(t, b, 9))->age, 128);
    assert_null(swap_check(s));
    allocate(t, 1, 5 * CHUNK, 0);
    for (uint32_t i = 0; i < 10; i++)
        assert_int_equal(swap_chunk_at(s, chunk_of(t, b, i))->where, i < 5 ? SWAP_VRAM : SWAP_SYSRAM);
}

/* [KE 5.3.2]: by accesses a page; equal ones next to each other. */
static void profiles_become_priorities(void **state)
{
    (void)state;
    const uint64_t accesses[] = {100, 90, 10, 10, 0}, pages[] = {100, 10, 1, 1, 7};
    uint8_t p[300];
    uint64_t many[300], ones[300];
    assert_int_equal(swap_rank(accesses, pages, 5, p, NULL), POISE_OK);
    assert_int_equal(p[4], 1);
    assert_true(p[4] < p[0] && p[0] < p[1] && p[1] < p[2] && p[2] < p[3]);
    assert_int_equal(p[3], 254);
    swap_rank(accesses, pages, 1, p, NULL);
    assert_int_equal(p[0], SWAP_PRIORITY_DEFAULT);
    for (size_t i = 0; i < 300; i++)
        many[i] = ones[i] = 1;
    swap_rank(many, ones, 254, p, NULL);
    for (size_t i = 0; i < 254; i++)
        assert_int_equal(p[i], i + 1);
    swap_rank(many, ones, 300, p, NULL);
    assert_int_equal(p[299], 254);
}

int main(void)
{
#define SWAP_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        SWAP_TEST(buffers_are_cut_into_chunks_and_a_remainder),
        SWAP_TEST(places_are_the_lowest_free_ones),
        SWAP_TEST(requests_out_of_range_are_refused),
        SWAP_TEST(without_pressure_nothing_moves),
        SWAP_TEST(shares_do_not_depend_on_the_order),
        SWAP_TEST(a_small_application_is_left_alone),
        SWAP_TEST(a_buffer_larger_than_vram_is_placed_in_part),
        SWAP_TEST(a_request_takes_part_in_the_decision),
        SWAP_TEST(a_remainder_chunk_costs_one_chunk_more),
        SWAP_TEST(a_plan_goes_through_applications_in_order),
        SWAP_TEST(others_wait_for_an_eviction),
        SWAP_TEST(driver_internal_buffers_stay),
        SWAP_TEST(host_memory_ends_with_a_sentence),
        SWAP_TEST(a_failed_copy_leaves_its_chunk),
        SWAP_TEST(without_host_memory_the_request_is_refused),
        SWAP_TEST(what_is_freed_while_it_is_copied_keeps_its_place),
        SWAP_TEST(an_application_ends_while_it_waits),
        SWAP_TEST(the_smallest_gets_its_highest_priority_back_first),
        SWAP_TEST(a_return_takes_another_of_the_priority_that_fits),
        SWAP_TEST(weights_divide_vram),
        SWAP_TEST(the_one_with_most_accesses_gives),
        SWAP_TEST(the_least_penalty_gives_and_small_ones_do_not),
        SWAP_TEST(the_lowest_priority_goes_first),
        SWAP_TEST(chunks_of_a_priority_go_at_random),
        SWAP_TEST(random_policy_does_not_look_at_priorities),
        SWAP_TEST(reverse_swapping_takes_back_what_was_referenced),
        SWAP_TEST(sampling_gives_priorities),
        SWAP_TEST(lru_evicts_what_was_used_longest_ago),
        SWAP_TEST(nfu_evicts_the_least_age),
        SWAP_TEST(profiles_become_priorities),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

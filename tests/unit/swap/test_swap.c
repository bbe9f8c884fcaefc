/* The allocator of GPUswap, rule by rule: chunks, allocation, copies that fail, freeing [KE 3.2, 5.3]. */
#include "tests/swap_setting.h"

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
    assert_int_equal(swap_find(s, 4, 9), SWAP_NONE); /* there is no such application */
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

static void what_lies_together_is_one_segment(void **state)
{
    setting *t = *state;
    t->options.vram_bytes = 1000 * SWAP_PAGE;
    t->options.chunk_bytes = 512 * SWAP_PAGE;
    swap *s = begin(t);
    allocate(t, 0, 30 * SWAP_PAGE, 0);
    const swap_chunk *c = swap_chunk_at(s, chunk_of(t, allocate(t, 0, 500 * SWAP_PAGE, 0), 0));
    assert_int_equal(c->place, 30);
    assert_int_equal(swap_segment_at(s, 30).pages, 500);
    assert_int_equal(swap_segment_at(s, 30).next, SWAP_NONE);
    assert_int_equal(swap_place(s, 0, c->first_page + 499), 529);
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
    const swap_request huge = {.first_page = 100, .bytes = SWAP_SIZE_MOST};
    assert_int_equal(swap_allocate(s, &huge, &b, &t->err), POISE_FAILED);
    assert_contains(t->err.text, "no memory for 17179869184 chunks");
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
    assert_int_equal(swap_counts_of(s)->refused, 1);
    assert_int_equal(swap_counts_of(s)->freed, 0);
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

/* A page was to go and does not; a whole chunk of the request would have to go instead, for which the host
 * has no room. */
static void a_limited_host_refuses_what_replaces_a_failed_copy(void **state)
{
    setting *t = *state;
    t->options.host_bytes = CHUNK + SWAP_PAGE;
    swap *s = begin(t);
    swap_move m;
    allocate(t, 0, SWAP_PAGE, 0);
    allocate(t, 0, 3 * SWAP_PAGE, 1);
    allocate(t, 0, 9 * CHUNK, 200);
    const uint32_t b = planned(t, 1, CHUNK, 0);
    assert_int_equal(swap_next(s, &m), SWAP_STEP_MOVE);
    assert_int_equal(swap_chunk_at(s, m.chunk)->bytes, SWAP_PAGE);
    assert_int_equal(swap_failed(s, m.chunk, SWAP_DMA, &t->err), POISE_FAILED);
    assert_null(swap_buffer_at(s, b));
    carry_out(s);
    assert_int_equal(in(t, 0, SWAP_VRAM), 10 * CHUNK);
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
    assert_int_equal(swap_current_plan(s)->buffer, SWAP_NONE);
    assert_int_equal(swap_app_at(s, 1)->weight, 1);
    carry_out(s);
    assert_int_equal(swap_counts_of(s)->evicted, 3); /* planned, so it is done; a return brings them back */
    assert_int_equal(swap_return(s, NULL), POISE_OK);
    assert_int_equal(carry_out(s), 3);
    assert_int_equal(in(t, 0, SWAP_VRAM), 10 * CHUNK);
    swap_end(s, 0);
    assert_int_equal(swap_vram_bytes(s) + swap_host_bytes(s), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SWAP_TEST(buffers_are_cut_into_chunks_and_a_remainder),
        SWAP_TEST(places_are_the_lowest_free_ones),
        SWAP_TEST(what_lies_together_is_one_segment),
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
        SWAP_TEST(a_limited_host_refuses_what_replaces_a_failed_copy),
        SWAP_TEST(what_is_freed_while_it_is_copied_keeps_its_place),
        SWAP_TEST(an_application_ends_while_it_waits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The allocator of GPUswap: what returns, which application gives up memory, and which of its chunks
 * [KE 5.2, 5.3]. */
#include "tests/swap_setting.h"

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

/* And are chosen by them when room is made for their own buffer. */
static void chunks_come_with_priorities(void **state)
{
    setting *t = *state;
    swap *s = begin(t);
    static const uint32_t priority[] = {8, 3, 9, 2, 7, 6, 8, 1, 5, 9, 4};
    enum { CHUNKS = sizeof priority / sizeof *priority };
    const swap_request request = {
        .first_page = 1 << 20, .bytes = CHUNKS * CHUNK, .priority = 0, .chunk_priority = priority};
    uint32_t a;
    assert_int_equal(swap_allocate(s, &request, &a, NULL), POISE_OK); /* one more than there is room for */
    assert_int_equal(swap_chunk_at(s, chunk_of(t, a, 7))->where, SWAP_SYSRAM);
    allocate(t, 1, 2 * CHUNK, 0);
    for (uint32_t i = 0; i < CHUNKS; i++)
        assert_int_equal(swap_chunk_at(s, chunk_of(t, a, i))->where,
                         priority[i] <= 3 ? SWAP_SYSRAM : SWAP_VRAM);
    assert_int_equal(swap_set_priority(s, a, 5, NULL), POISE_OK);
    assert_int_equal(swap_chunk_at(s, chunk_of(t, a, 2))->priority, 5);
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
    assert_false(swap_chunk_at(s, wanted[0])->is_referenced);
    swap_reverse(s, 0, NULL);
    assert_int_equal(carry_out(s), 0);
    assert_int_equal(swap_sample_begin(s, 0, &t->err), POISE_USAGE);
}

/* A chunk has no place to return to until another one's copy has arrived; if that fails it stays in SYSRAM.
 */
static void an_exchange_waits_for_its_place(void **state)
{
    setting *t = *state;
    t->options.policy = SWAP_REVERSE;
    swap *s = begin(t);
    swap_move m[4];
    const uint32_t b = allocate(t, 0, 14 * CHUNK, 0);
    for (uint32_t i = 0, n = 0; i < 14 && n < 2; i++)
        if (swap_chunk_at(s, chunk_of(t, b, i))->where == SWAP_SYSRAM) {
            swap_referenced(s, chunk_of(t, b, i));
            n++;
        }
    assert_int_equal(swap_reverse(s, 0, &t->err), POISE_OK);
    assert_int_equal(swap_next(s, &m[0]), SWAP_STEP_MOVE);
    assert_int_equal(swap_next(s, &m[1]), SWAP_STEP_MOVE);
    assert_int_equal(swap_next(s, &m[2]), SWAP_STEP_WAIT);
    swap_relocated(s, m[1].chunk);
    assert_int_equal(swap_next(s, &m[2]), SWAP_STEP_MOVE);
    assert_int_equal(m[2].to, SWAP_VRAM);
    assert_int_equal(swap_next(s, &m[3]), SWAP_STEP_WAIT);
    assert_int_equal(swap_failed(s, m[0].chunk, SWAP_DMA, &t->err), POISE_OK);
    assert_null(swap_check(s));
    assert_int_equal(swap_next(s, &m[3]), SWAP_STEP_WAIT);
    swap_relocated(s, m[2].chunk);
    assert_false(swap_is_busy(s));
    assert_int_equal(evicted_of(t, b), 4);
    assert_int_equal(swap_counts_of(s)->returned, 1);
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

/* What is in SYSRAM is counted there, and stays there. */
static void a_sample_that_was_evicted_is_not_moved(void **state)
{
    setting *t = *state;
    t->options.policy = SWAP_SAMPLING;
    swap *s = begin(t);
    const uint32_t b = allocate(t, 0, 9 * CHUNK, 5);
    swap_free(s, allocate(t, 1, 3 * CHUNK, 5));
    assert_int_equal(evicted_of(t, b), 2);
    assert_int_equal(swap_sample_begin(s, 0, &t->err), POISE_OK);
    assert_int_equal(carry_out(s), 0);
    assert_int_equal(swap_sample_end(s, 0, &t->err), POISE_OK);
    assert_int_equal(carry_out(s), 0);
    assert_int_equal(evicted_of(t, b), 2);
    assert_int_equal(swap_buffer_at(s, b)->priority, SWAP_PRIORITY_DEFAULT); /* of one alone */
    swap_return(s, NULL);
    assert_int_equal(carry_out(s), 2);
}

static void a_sample_that_could_not_be_evicted_does_not_count(void **state)
{
    setting *t = *state;
    t->options.policy = SWAP_SAMPLING;
    swap *s = begin(t);
    swap_move m;
    const uint32_t a = allocate(t, 0, CHUNK, 5), b = allocate(t, 0, CHUNK, 6), c = allocate(t, 0, CHUNK, 7);
    assert_int_equal(swap_sample_begin(s, 0, &t->err), POISE_OK);
    assert_int_equal(swap_next(s, &m), SWAP_STEP_MOVE);
    assert_int_equal(m.chunk, chunk_of(t, a, 0));
    assert_int_equal(swap_failed(s, m.chunk, SWAP_DMA, &t->err), POISE_OK);
    carry_out(s);
    swap_count(s, chunk_of(t, b, 0), 3);
    assert_int_equal(swap_sample_end(s, 0, &t->err), POISE_OK);
    carry_out(s);
    assert_int_equal(swap_buffer_at(s, a)->priority, 5);
    assert_int_equal(swap_buffer_at(s, b)->priority, 254);
    assert_int_equal(swap_buffer_at(s, c)->priority, 1);
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
    uint32_t p[300];
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
    for (size_t i = 0; i < 300; i++)
        assert_int_equal(p[i], i + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SWAP_TEST(the_smallest_gets_its_highest_priority_back_first),
        SWAP_TEST(a_return_takes_another_of_the_priority_that_fits),
        SWAP_TEST(weights_divide_vram),
        SWAP_TEST(the_one_with_most_accesses_gives),
        SWAP_TEST(the_least_penalty_gives_and_small_ones_do_not),
        SWAP_TEST(the_lowest_priority_goes_first),
        SWAP_TEST(chunks_come_with_priorities),
        SWAP_TEST(chunks_of_a_priority_go_at_random),
        SWAP_TEST(random_policy_does_not_look_at_priorities),
        SWAP_TEST(reverse_swapping_takes_back_what_was_referenced),
        SWAP_TEST(an_exchange_waits_for_its_place),
        SWAP_TEST(sampling_gives_priorities),
        SWAP_TEST(a_sample_that_was_evicted_is_not_moved),
        SWAP_TEST(a_sample_that_could_not_be_evicted_does_not_count),
        SWAP_TEST(lru_evicts_what_was_used_longest_ago),
        SWAP_TEST(nfu_evicts_the_least_age),
        SWAP_TEST(profiles_become_priorities),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

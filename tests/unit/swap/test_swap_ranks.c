/* As many priorities as there are buffers, near each other and far apart: the lowest leaves first and the
 * highest returns first, one after the other. */
#include "tests/swap_setting.h"

enum { THOUSAND = 1000, MANY = 65535 };

static int by_value(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void must_hold(const swap *s, uint32_t n)
{
    if (n < SWAP_CHECK_CHUNKS / 2 && swap_check(s))
        fail_msg("%s", swap_check(s));
}

static swap *fill(const uint32_t *priority, uint32_t n)
{
    const swap_options options = {
        .vram_bytes = (uint64_t)n * SWAP_PAGE, .chunk_bytes = SWAP_PAGE, .apps = 2, .seed = 1};
    swap *s = swap_open(&options, NULL);
    uint32_t b;
    assert_non_null(s);
    for (uint32_t i = 0; i < n; i++) {
        const swap_request r = {.first_page = i, .bytes = SWAP_PAGE, .priority = priority[i]};
        assert_int_equal(swap_allocate(s, &r, &b, NULL), POISE_OK);
    }
    must_hold(s, n);
    return s;
}

static uint32_t priority_of_move(const swap *s, uint32_t i)
{
    return swap_chunk_at(s, swap_current_plan(s)->move[i].chunk)->priority;
}

/* Buffers of a chunk, of which a second application has the lower half evicted. All priorities differ. */
static void leave_and_return_in_order(const uint32_t *priority, uint32_t n)
{
    swap *s = fill(priority, n);
    uint32_t *sorted = malloc(n * sizeof *sorted), b;
    assert_non_null(sorted);
    memcpy(sorted, priority, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_value);
    const swap_request half = {.bytes = (uint64_t)(n / 2) * SWAP_PAGE, .app = 1, .priority = 7};
    assert_int_equal(swap_allocate(s, &half, &b, NULL), POISE_OK);
    must_hold(s, n);
    assert_int_equal(swap_current_plan(s)->n_moves, n / 2);
    for (uint32_t i = 0; i < n / 2; i++)
        assert_int_equal(priority_of_move(s, i), sorted[i]);
    for (swap_move m; swap_next(s, &m) == SWAP_STEP_MOVE;)
        swap_relocated(s, m.chunk);
    swap_end(s, 1);
    assert_int_equal(swap_return(s, NULL), POISE_OK);
    must_hold(s, n);
    assert_int_equal(swap_current_plan(s)->n_moves, n / 2);
    for (uint32_t i = 0; i < n / 2; i++)
        assert_int_equal(priority_of_move(s, i), sorted[n / 2 - 1 - i]);
    free(sorted);
    swap_close(s);
}

/* By a profile in which no two are accessed alike, in another order than that of their addresses. */
static void profiled(uint32_t n)
{
    uint64_t *accesses = malloc(n * sizeof *accesses), *pages = malloc(n * sizeof *pages);
    uint32_t *priority = malloc(n * sizeof *priority);
    assert_true(accesses && pages && priority);
    for (uint32_t i = 0; i < n; i++) {
        accesses[i] = (uint64_t)i * 7919 % n;
        pages[i] = 1;
    }
    assert_int_equal(swap_rank(accesses, pages, n, priority, NULL), POISE_OK);
    for (uint32_t i = 0; i < n; i++)
        assert_int_equal(priority[i], accesses[i] + 1);
    leave_and_return_in_order(priority, n);
    free(accesses);
    free(pages);
    free(priority);
}

static void a_thousand_buffers(void **state)
{
    (void)state;
    profiled(THOUSAND);
}

static void many_buffers(void **state)
{
    (void)state;
    profiled(MANY);
}

static void priorities_far_apart(void **state)
{
    (void)state;
    static const uint32_t priority[] = {SWAP_PRIORITY_MOST,
                                        64,
                                        1 << 24,
                                        SWAP_PRIORITY_STACK,
                                        UINT32_C(1) << 30,
                                        4095,
                                        1,
                                        SWAP_PRIORITY_SYSTEM,
                                        65535,
                                        63,
                                        4096,
                                        (1 << 24) - 1,
                                        65536,
                                        255,
                                        1 << 18,
                                        UINT32_C(3) << 30};
    leave_and_return_in_order(priority, sizeof priority / sizeof *priority);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thousand_buffers),
        cmocka_unit_test(many_buffers),
        cmocka_unit_test(priorities_far_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

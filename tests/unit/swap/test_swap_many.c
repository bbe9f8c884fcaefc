/* A million allocations at the sizes of a real GPU: nothing is lost or left behind. `test_swap_many --time`
 * prints what the policy takes for a chunk at 100,000 chunks (docs/PAGING.md). test: slow */
#include "tests/swap_check.h"
#include "tests/test.h"

#include <time.h>

#define APPS 4u

enum { LIVE = 2000, ALLOCATIONS = 1000000, MANY = 100000, FEW = 50 };

static void carry_out(swap *s)
{
    swap_move m;
    while (swap_next(s, &m) == SWAP_STEP_MOVE)
        swap_relocated(s, m.chunk);
}

static swap_request random_request(poise_random *random, uint64_t first_page)
{
    return (swap_request){.first_page = first_page,
                          .bytes = 1 + poise_random_below(random, 3 << 20),
                          .app = (uint16_t)poise_random_below(random, APPS),
                          .priority = (uint8_t)poise_random_below(random, 256)};
}

static void a_million_allocations(void **state)
{
    (void)state;
    static uint32_t live[LIVE];
    const swap_options options = {.vram_bytes = 200 << 20, .chunk_bytes = 1 << 20, .apps = APPS, .seed = 2};
    swap *s = swap_open(&options, NULL);
    poise_random random;
    poise_random_seed(&random, 3);
    memset(live, 0xff, sizeof live);
    for (uint64_t i = 0; i < ALLOCATIONS; i++) {
        uint32_t *b = &live[poise_random_below(&random, LIVE)];
        swap_free(s, *b);
        /* Up and down in a space of addresses, so that trees become neither lists nor empty. */
        const swap_request r = random_request(&random, (i * UINT64_C(2654435761) % (1 << 24)) << 10);
        assert_int_equal(swap_allocate(s, &r, b, NULL), POISE_OK);
        carry_out(s);
        if (i % 50 == 0) {
            assert_int_equal(swap_return(s, NULL), POISE_OK);
            carry_out(s);
        }
        if (i % 50000 == 0 && swap_check(s))
            fail_msg("%s", swap_check(s));
    }
    assert_int_equal(swap_counts_of(s)->allocations, ALLOCATIONS);
    assert_true(swap_counts_of(s)->evicted > 10000 && swap_counts_of(s)->returned > 1000);
    for (uint32_t app = 0; app < APPS; app++)
        swap_end(s, (uint16_t)app);
    assert_int_equal(swap_vram_bytes(s) + swap_host_bytes(s), 0);
    assert_int_equal(s->places.n_free, s->places.pages);
    assert_null(swap_check(s));
    swap_close(s);
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* MANY chunks of 128 KiB of so many buffers, each of another priority, in VRAM, and one request for all of it
 * by a second application: half of them are evicted, the other half is placed directly. Returns seconds a
 * decision. */
static double decide(swap_policy policy, uint32_t buffers, double *returned)
{
    const swap_options options = {
        .vram_bytes = (uint64_t)MANY << 17, .chunk_bytes = 1 << 17, .apps = 16, .policy = policy, .seed = 1};
    swap *s = swap_open(&options, NULL);
    uint32_t b;
    const uint64_t bytes = options.vram_bytes / buffers;
    for (uint32_t i = 0; i < buffers; i++) {
        const swap_request r = {
            .first_page = i * (bytes >> SWAP_PAGE_BITS), .bytes = bytes, .priority = 5 * i};
        assert_int_equal(swap_allocate(s, &r, &b, NULL), POISE_OK);
    }
    const swap_request all = {.bytes = options.vram_bytes, .app = 1, .priority = 128};
    const double begin = seconds();
    assert_int_equal(swap_allocate(s, &all, &b, NULL), POISE_OK);
    const double end = seconds();
    assert_int_equal(swap_current_plan(s)->n_moves, MANY / 2);
    carry_out(s);
    swap_end(s, 1);
    const double begin_return = seconds();
    assert_int_equal(swap_return(s, NULL), POISE_OK);
    *returned = 2 * (seconds() - begin_return) / MANY;
    assert_int_equal(swap_current_plan(s)->n_moves, MANY / 2);
    carry_out(s);
    assert_int_equal(swap_host_bytes(s), 0);
    swap_close(s);
    return (end - begin) / MANY;
}

static void a_hundred_thousand_chunks(void **state)
{
    (void)state;
    double returned;
    decide(SWAP_PRIORITY, FEW, &returned);
    decide(SWAP_PRIORITY, MANY, &returned);
}

static void print_time(swap_policy policy, const char *name, uint32_t buffers)
{
    double best = 1, best_return = 1;
    for (int i = 0; i < 5; i++) {
        double returned;
        const double evicted = decide(policy, buffers, &returned);
        best = evicted < best ? evicted : best;
        best_return = returned < best_return ? returned : best_return;
    }
    printf("%-9s %6u buffers: %6.1f ns a chunk evicted or placed, %6.1f ns a chunk returned\n", name, buffers,
           best * 1e9, best_return * 1e9);
}

static int print_times(void)
{
    static const char *const name[] = {"priority", "random", "sampling", "reverse", "lru", "nfu"};
    for (int policy = 0; policy < SWAP_POLICIES; policy++)
        print_time((swap_policy)policy, name[policy], FEW);
    print_time(SWAP_PRIORITY, name[SWAP_PRIORITY], MANY);
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_million_allocations),
        cmocka_unit_test(a_hundred_thousand_chunks),
    };
    if (argc > 1 && strcmp(argv[1], "--time") == 0)
        return print_times();
    return cmocka_run_group_tests(tests, NULL, NULL);
}

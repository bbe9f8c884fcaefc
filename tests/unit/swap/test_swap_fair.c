/* Fairness of the memory-based victim [KE 5.2.1, 6.4], as a property of random runs: applications allocate,
 * free, and get back what fits. */
#include "tests/swap_check.h"
#include "tests/test.h"

enum { APPS = 4, MOST_BUFFERS = 400, RUNS = 2000, STEPS = 60 };

typedef struct run {
    swap *s;
    poise_random random;
    uint32_t buffer[MOST_BUFFERS];
    uint32_t n;
    uint16_t apps;
    uint64_t chunk, capacity;
    uint64_t next_page[APPS];
    bool was_above[APPS]; /* its share, at some time */
} run;

static uint64_t total_of(const swap *s, uint16_t app)
{
    return swap_app_at(s, app)->bytes[SWAP_VRAM] + swap_app_at(s, app)->bytes[SWAP_SYSRAM];
}

static void carry_out(swap *s)
{
    swap_move m;
    while (swap_next(s, &m) == SWAP_STEP_MOVE)
        swap_relocated(s, m.chunk);
    assert_false(swap_is_busy(s));
}

static void allocate(run *r, bool has_remainders)
{
    const uint16_t app = (uint16_t)poise_random_below(&r->random, r->apps);
    const uint64_t unit = has_remainders ? SWAP_PAGE : r->chunk;
    const uint64_t most = r->capacity / 2 / unit;
    const swap_request request = {.first_page = r->next_page[app],
                                  .bytes = (1 + poise_random_below(&r->random, most)) * unit,
                                  .app = app,
                                  .priority = (uint8_t)poise_random_below(&r->random, 256)};
    if (r->n == MOST_BUFFERS)
        return;
    assert_int_equal(swap_allocate(r->s, &request, &r->buffer[r->n], NULL), POISE_OK);
    carry_out(r->s);
    r->n++;
    r->next_page[app] += request.bytes / SWAP_PAGE;
    r->was_above[app] = r->was_above[app] || total_of(r->s, app) > r->capacity / r->apps;
}

static void release(run *r)
{
    if (r->n == 0)
        return;
    const uint32_t which = (uint32_t)poise_random_below(&r->random, r->n);
    swap_free(r->s, r->buffer[which]);
    r->buffer[which] = r->buffer[--r->n];
    assert_int_equal(swap_return(r->s, NULL), POISE_OK);
    carry_out(r->s);
}

/* How much less than the one that has most an application with evicted data has, at most, in bytes. */
static uint64_t gap(const run *r)
{
    uint64_t most = 0, largest = 0;
    for (uint16_t i = 0; i < r->apps; i++)
        if (swap_app_at(r->s, i)->bytes[SWAP_VRAM] > most)
            most = swap_app_at(r->s, i)->bytes[SWAP_VRAM];
    for (uint16_t i = 0; i < r->apps; i++)
        if (swap_app_at(r->s, i)->bytes[SWAP_SYSRAM] > 0 &&
            most - swap_app_at(r->s, i)->bytes[SWAP_VRAM] > largest)
            largest = most - swap_app_at(r->s, i)->bytes[SWAP_VRAM];
    return largest;
}

static void begin(run *r, uint64_t seed)
{
    *r = (run){.apps = (uint16_t)(2 + seed % (APPS - 1)), .chunk = (uint64_t)SWAP_PAGE << (1 + seed % 4)};
    poise_random_seed(&r->random, seed);
    r->capacity = r->chunk * (25 + poise_random_below(&r->random, 40)); /* 25 or more chunks [KE 6.1] */
    const swap_options options = {.vram_bytes = r->capacity,
                                  .chunk_bytes = (uint32_t)r->chunk,
                                  .apps = r->apps,
                                  .policy = seed % 2 ? SWAP_PRIORITY : SWAP_RANDOM,
                                  .seed = seed};
    r->s = swap_open(&options, NULL);
    assert_non_null(r->s);
}

/* The largest gap in chunks. Also: who stays below its share has nothing evicted, and VRAM is never idle
 * while something is evicted, but for less than a chunk (G5, G18). */
static double fairness(bool has_remainders, bool frees)
{
    double worst = 0;
    uint64_t evicted = 0, protected_apps = 0;
    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        run r;
        begin(&r, seed);
        for (int step = 0; step < STEPS; step++) {
            if (!frees || poise_random_below(&r.random, 3) > 0)
                allocate(&r, has_remainders);
            else
                release(&r);
            const double chunks = (double)gap(&r) / (double)r.chunk;
            worst = chunks > worst ? chunks : worst;
            for (uint16_t i = 0; i < r.apps; i++) {
                protected_apps +=
                    !r.was_above[i] && total_of(r.s, i) > 0 && swap_vram_bytes(r.s) > r.capacity * 9 / 10;
                if (!r.was_above[i])
                    assert_int_equal(swap_app_at(r.s, i)->bytes[SWAP_SYSRAM], 0);
            }
            if (swap_host_bytes(r.s) > 0)
                assert_true(r.capacity - swap_vram_bytes(r.s) < r.chunk);
        }
        if (swap_check(r.s))
            fail_msg("%s", swap_check(r.s));
        evicted += swap_counts_of(r.s)->evicted;
        swap_close(r.s);
    }
    assert_true(evicted > 100000 && protected_apps > 1000);
    return worst;
}

/* [KE 6.4]: by one chunk at most. */
static void whole_chunks_are_shared_within_one(void **state)
{
    (void)state;
    const double worst = fairness(false, true);
    print_message("whole chunks: at most %.3f chunks apart\n", worst);
    assert_true(worst <= 1);
}

/* With remainder chunks the source has no bound, and these are measured: 2.00 chunks while applications only
 * allocate, 2.63 when they free as well. The last has no bound, see below. */
static void remainders_are_shared_within_two(void **state)
{
    (void)state;
    const double worst = fairness(true, false);
    print_message("remainder chunks: at most %.3f chunks apart\n", worst);
    assert_true(worst > 1 && worst <= 2.2);
}

static void remainders_that_return_are_shared_within_three(void **state)
{
    (void)state;
    const double worst = fairness(true, true);
    print_message("remainder chunks that return: at most %.3f chunks apart\n", worst);
    assert_true(worst > 1 && worst <= 3);
}

static uint32_t place_at(run *r, uint16_t app, uint64_t pages, uint32_t priority)
{
    const swap_request request = {
        .first_page = r->next_page[app], .bytes = pages * SWAP_PAGE, .app = app, .priority = priority};
    uint32_t buffer;
    assert_int_equal(swap_allocate(r->s, &request, &buffer, NULL), POISE_OK);
    carry_out(r->s);
    r->next_page[app] += pages;
    return buffer;
}

/* There is no bound: application 0 has a whole chunk evicted and frees remainders; the chunk does not fit
 * into what each leaves, which application 1 takes for a remainder of its own. As that fits, nobody is a
 * victim. */
static void freed_remainders_may_all_go_to_another(void **state)
{
    (void)state;
    enum { SMALL = 20, REMAINDER = 3, WHOLE = 4, PAGES = 160 };
    run r = {.apps = 2, .chunk = WHOLE * SWAP_PAGE};
    const swap_options options = {
        .vram_bytes = PAGES * SWAP_PAGE, .chunk_bytes = WHOLE * SWAP_PAGE, .apps = r.apps};
    uint32_t small[SMALL];
    r.s = swap_open(&options, NULL);
    assert_non_null(r.s);
    place_at(&r, 1, PAGES / 2, 1);
    for (int i = 0; i < SMALL; i++)
        small[i] = place_at(&r, 0, REMAINDER, 2);
    place_at(&r, 0, PAGES / 2 + WHOLE - SMALL * REMAINDER, 1);
    assert_int_equal(swap_host_bytes(r.s), r.chunk);
    assert_int_equal(gap(&r), 0);
    for (uint64_t i = 0; i < SMALL; i++) {
        swap_free(r.s, small[i]);
        assert_int_equal(swap_return(r.s, NULL), POISE_OK);
        carry_out(r.s);
        place_at(&r, 1, REMAINDER, 1);
        assert_int_equal(gap(&r), (i + 1) * 2 * REMAINDER * SWAP_PAGE);
    }
    assert_int_equal(swap_counts_of(r.s)->evicted + swap_counts_of(r.s)->direct, 1);
    swap_close(r.s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_chunks_are_shared_within_one),
        cmocka_unit_test(remainders_are_shared_within_two),
        cmocka_unit_test(remainders_that_return_are_shared_within_three),
        cmocka_unit_test(freed_remainders_may_all_go_to_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

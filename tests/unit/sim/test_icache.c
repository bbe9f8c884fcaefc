/* The instruction cache by itself: who goes on first when lines have arrived (sim/sm/icache.h). */
#include "sim/config/config.h"
#include "sim/sm/icache.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static icache cache;
static storage memory;

static void begin(const char *order)
{
    sim_config config;
    poise_error err;
    sim_config_default(&config);
    assert_int_equal(sim_config_set(&config, "icache_mshrs=3", &err), 0);
    assert_int_equal(sim_config_set(&config, order, &err), 0);
    assert_true(icache_init(&cache, &memory, &config));
}

/* The warps, numbers to `end`, ask for the line; returns its MSHR. */
static uint16_t ask(uint64_t line, const uint32_t *warps, uint32_t end)
{
    uint16_t mshr = UINT16_MAX;
    assert_int_equal(icache_access(&cache, line, warps[0], &mshr), ICACHE_MISS);
    for (uint32_t i = 1; i < end; i++)
        assert_int_equal(icache_access(&cache, line, warps[i], &mshr), ICACHE_MERGED);
    return mshr;
}

static void assert_taken(const uint32_t *warps, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        assert_int_equal(icache_take_filled(&cache), warps[i]);
    assert_int_equal(cache.filled, ICACHE_NOBODY);
}

static const uint32_t first[] = {7, 63, 2, 5}, second[] = {6, 0, 40};

/* The second line arrives before all warps of the first have gone on. */
static void fill_both(uint32_t taken_before)
{
    const uint16_t a = ask(10, first, 4), b = ask(11, second, 3);
    assert_true(icache_waits(&cache));
    assert_int_equal(icache_fill(&cache, a), 4);
    assert_int_equal(icache_take_filled(&cache), taken_before);
    assert_int_equal(icache_fill(&cache, b), 3);
    assert_false(icache_waits(&cache));
}

static void who_has_asked_first_goes_on_first(void **state)
{
    (void)state;
    begin("fetch_order=asked");
    for (int times = 0; times < 2; times++) {
        fill_both(7);
        assert_taken((const uint32_t[]){63, 2, 5, 6, 0, 40}, 6);
        icache_reset(&cache);
        for (uint32_t line = 20; line < 60; line++) { /* the lines are lost */
            uint16_t mshr;
            assert_int_equal(icache_access(&cache, line, 1, &mshr), ICACHE_MISS);
            assert_int_equal(icache_fill(&cache, mshr), 1);
            assert_taken((const uint32_t[]){1}, 1);
        }
    }
    storage_free(&memory);
}

static void the_lowest_warp_goes_on_first(void **state)
{
    (void)state;
    begin("fetch_order=number");
    fill_both(2);
    assert_taken((const uint32_t[]){0, 5, 6, 7, 40, 63}, 6);
    storage_free(&memory);
}

static void so_many_wait_for_a_line(void **state)
{
    (void)state;
    uint16_t mshr;
    begin("icache_merge=3");
    (void)ask(10, first, 3);
    assert_int_equal(icache_access(&cache, 10, 5, &mshr), ICACHE_REFUSED);
    assert_int_equal(icache_access(&cache, 11, 5, &mshr), ICACHE_MISS);
    storage_free(&memory);
}

static void what_waits_is_forgotten(void **state)
{
    (void)state;
    begin("fetch_order=asked");
    (void)icache_fill(&cache, ask(10, first, 4));
    (void)ask(11, second, 3);
    icache_reset(&cache);
    assert_false(icache_waits(&cache));
    const uint16_t mshr = ask(11, first, 2);
    assert_int_equal(icache_fill(&cache, mshr), 2);
    assert_taken(first, 2);
    storage_free(&memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_has_asked_first_goes_on_first),
        cmocka_unit_test(the_lowest_warp_goes_on_first),
        cmocka_unit_test(so_many_wait_for_a_line),
        cmocka_unit_test(what_waits_is_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

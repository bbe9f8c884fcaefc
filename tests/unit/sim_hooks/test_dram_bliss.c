/* Does BLISS blacklist as its authors say? (Subramanian et al., ICCD 2014) */
#include "tests/unit/sim_hooks/dram_script.h"

enum { ENTRIES = 24 };

/* `n` requests of `source` to bank 0, which are given out when nothing else is there. */
static void serve(uint32_t source, uint32_t n, uint64_t cycle)
{
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t handle = script_ask(0, source, 0, 1, cycle);
        expect_next(1, cycle, handle);
    }
}

/* Whether a request of `source` waits for a younger one of somebody else. */
static bool is_blacklisted(uint32_t source, uint64_t cycle)
{
    uint32_t of_source = script_ask(0, source, 1, 9, cycle), other = script_ask(0, CPU3, 1, 9, cycle);
    const uint32_t first = script_next(0, 2, cycle), second = script_next(0, 2, cycle);
    assert_int_equal(first + second, of_source + other);
    return first == other;
}

/* Four in a row may be served, the fifth blacklists. */
static void more_than_four_in_a_row_blacklist(void **state)
{
    (void)state;
    for (uint32_t n = 3; n <= 5; n++) {
        script_open("bliss", ENTRIES);
        serve(CPU0, n, 10);
        serve(CPU3, 1, 10); /* ends the row of CPU0 */
        assert_int_equal(is_blacklisted(CPU0, 20), n == 5);
        script_close();
    }
    for (uint32_t n = 1; n <= 3; n++) {
        script_open("bliss:threshold=2", ENTRIES);
        serve(CPU0, n, 10);
        serve(CPU3, 1, 10);
        assert_int_equal(is_blacklisted(CPU0, 20), n == 3);
        script_close();
    }
}

static void somebody_else_ends_the_row(void **state)
{
    (void)state;
    script_open("bliss", ENTRIES);
    for (int i = 0; i < 10; i++) {
        serve(CPU0, 4, 10);
        serve(CPU1, 4, 10);
    }
    assert_false(is_blacklisted(CPU0, 20));
    script_close();
}

/* The SMs are one client; with by=source they are two. */
static void the_gpu_is_one(void **state)
{
    (void)state;
    for (int by_source = 0; by_source < 2; by_source++) {
        script_open(by_source ? "bliss:by=source" : "bliss", ENTRIES);
        serve(GPU0, 2, 10);
        serve(GPU1, 2, 10);
        serve(GPU0, 1, 10);
        serve(CPU3, 1, 10);
        assert_int_equal(is_blacklisted(GPU1, 20), !by_source);
        script_close();
    }
}

/* All of the blacklist, at multiples of the interval, not a cycle before. */
static void the_blacklist_is_cleared(void **state)
{
    (void)state;
    for (int later = 0; later < 2; later++) {
        script_open("bliss", ENTRIES);
        serve(CPU0, 5, 9000);
        serve(CPU1, 5, 9000);
        serve(CPU3, 1, 9000);
        assert_int_equal(is_blacklisted(CPU0, 9999 + (uint64_t)later), !later);
        assert_int_equal(is_blacklisted(CPU1, 9999 + (uint64_t)later), !later);
        script_close();
    }
}

/* The blacklist, then an open row, then age, over all idle banks. */
static void order(void **state)
{
    (void)state;
    script_open("bliss", ENTRIES);
    serve(CPU0, 5, 10);
    script.open_row[1] = 7;
    script.open_row[2] = 7;
    uint32_t shut_away_hit = script_ask(0, CPU0, 1, 7, 20), shut_away = script_ask(0, CPU0, 3, 8, 20);
    uint32_t oldest = script_ask(0, CPU1, 3, 8, 21), hit = script_ask(0, GPU0, 2, 7, 22);
    uint32_t youngest = script_ask(0, CPU2, 1, 9, 23);
    expect_next(0xf, 30, hit);
    expect_next(0xf, 31, oldest);
    expect_next(0xf, 32, youngest);
    expect_next(0xf, 33, shut_away_hit);
    expect_next(0xf, 34, shut_away);
    script_close();
}

/* 24 entries of 36 bits; 5 clients and 25 bits. Four of nine requests of the blacklisted. */
static void storage_and_statistics(void **state)
{
    (void)state;
    script_open("bliss", ENTRIES);
    assert_int_equal((int)script.policy->life.storage_bits(script.state[0]), 24 * 36 + 5 + 25);
    serve(CPU0, 9, 10);
    policy_statistic told[POLICY_STATISTICS];
    assert_int_equal(script.policy->life.statistics(script.state, SCRIPT_CHANNELS, told, POLICY_STATISTICS),
                     1);
    assert_true(told[0].value > 4 / 9.0 - 1e-12 && told[0].value < 4 / 9.0 + 1e-12);
    script_close();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(more_than_four_in_a_row_blacklist),
        cmocka_unit_test(somebody_else_ends_the_row),
        cmocka_unit_test(the_gpu_is_one),
        cmocka_unit_test(the_blacklist_is_cleared),
        cmocka_unit_test(order),
        cmocka_unit_test(storage_and_statistics),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Does PAR-BS form batches and rank as its authors say? (Mutlu and Moscibroda, ISCA 2008) */
#include "tests/unit/sim_hooks/dram_script.h"

enum { ENTRIES = 48 };

/* Requests of the batch go before younger ones, whatever row is open. */
static void marked_requests_go_first(void **state)
{
    (void)state;
    script_open("parbs", ENTRIES);
    uint32_t first = script_ask(0, CPU0, 0, 5, 0), second = script_ask(0, CPU0, 0, 6, 1);
    expect_next(0xf, 10, first); /* the batch has both */
    script.open_row[0] = 5;
    uint32_t hit = script_ask(0, CPU0, 0, 5, 11), other = script_ask(0, CPU1, 1, 5, 12);
    expect_next(0x1, 20, second);
    expect_next(0x1, 30, hit);
    expect_next(0xf, 40, other);
    script_close();
}

/* While the batch lasts, an idle bank for which it has nothing is given other requests. */
static void idle_banks_are_not_left_idle(void **state)
{
    (void)state;
    script_open("parbs", ENTRIES);
    uint32_t a = script_ask(0, CPU0, 0, 5, 0), b = script_ask(0, CPU0, 0, 6, 0);
    expect_next(0x1, 10, a);
    uint32_t young = script_ask(0, CPU1, 2, 1, 11);
    expect_next(0xe, 12, young); /* bank 0 is busy */
    expect_next(0xf, 13, b);
    script_close();
}

/* Five of each client and bank: the others of CPU0 are left to the next batch, which CPU1's later ones are
 * in. */
static void the_cap_of_a_batch(void **state)
{
    (void)state;
    for (uint32_t cap = 2; cap <= 5; cap += 3) {
        uint32_t of_0[8];
        script_open(cap == 5 ? "parbs" : "parbs:cap=2", ENTRIES);
        for (uint32_t i = 0; i < 8; i++)
            of_0[i] = script_ask(0, CPU0, 0, i, i);
        expect_next(1, 10, of_0[0]);
        uint32_t of_1 = script_ask(0, CPU1, 0, 100, 20);
        for (uint32_t i = 1; i < cap; i++)
            expect_next(1, 20 + i, of_0[i]);
        expect_next(1, 40, of_1); /* of the next batch the client with the least */
        expect_next(1, 41, of_0[cap]);
        script_close();
    }
}

/* The cap counts for each bank apart: ten requests to two banks are all marked. */
static void the_cap_is_of_a_bank(void **state)
{
    (void)state;
    policy_statistic told[POLICY_STATISTICS];
    script_open("parbs", ENTRIES);
    for (uint32_t i = 0; i < 12; i++)
        (void)script_ask(0, CPU0, i % 2, i, i);
    (void)script_ask(0, CPU1, 0, 1, 20);
    (void)script_next(0, 0xf, 30);
    assert_int_equal(script.policy->life.statistics(script.state, SCRIPT_CHANNELS, told, POLICY_STATISTICS),
                     2);
    assert_true(told[0].value == 1 && told[1].value == 11);
    script_close();
}

/* Fewest marked requests to one bank first, although it has more in all; then the fewest in all. */
static void max_total_rule(void **state)
{
    (void)state;
    script_open("parbs", ENTRIES);
    uint32_t heavy = script_ask(0, CPU0, 0, 1, 0); /* 2 to one bank */
    (void)script_ask(0, CPU0, 0, 2, 1);
    uint32_t wide = script_ask(0, CPU1, 0, 3, 2); /* 1 to each of 4 */
    for (uint32_t bank = 1; bank < 4; bank++)
        (void)script_ask(0, CPU1, bank, 3, 2);
    uint32_t some = script_ask(0, CPU2, 0, 4, 3); /* 1 to each of 2 */
    (void)script_ask(0, CPU2, 1, 4, 3);
    expect_next(1, 10, some);
    expect_next(1, 11, wide);
    expect_next(1, 12, heavy);
    script_close();
}

/* An open row goes before rank, rank before age. */
static void order_in_a_batch(void **state)
{
    (void)state;
    script_open("parbs", ENTRIES);
    script.open_row[0] = 7;
    uint32_t low = script_ask(0, CPU0, 0, 1, 0), low_hit = script_ask(0, CPU0, 0, 7, 1);
    uint32_t high = script_ask(0, CPU1, 0, 2, 2);
    expect_next(1, 10, low_hit);
    expect_next(1, 11, high);
    expect_next(1, 12, low);
    script_close();
}

/* Whoever has the same is preferred by turns, batch by batch. */
static void ties_go_round(void **state)
{
    (void)state;
    uint32_t first_of[SCRIPT_SOURCES] = {0};
    script_open("parbs", ENTRIES);
    for (uint32_t i = 0; i < 50; i++) {
        for (uint32_t cpu = CPU0; cpu <= CPU3; cpu++)
            (void)script_ask(0, cpu, 0, cpu, i);
        (void)script_ask(0, GPU0, 0, 0, i);
        first_of[script.request[script_next(0, 1, i)].source]++;
        for (uint32_t k = 0; k < 4; k++)
            (void)script_next(0, 1, i);
    }
    for (uint32_t source = CPU0; source <= CPU3; source++)
        assert_int_equal(first_of[source], 10);
    script_close();
}

/* The rank of the last batch means nothing in this one: a client that is not in it goes before those that
 * are, among requests that are not marked. */
static void ranks_are_of_the_batch(void **state)
{
    (void)state;
    script_open("parbs:cap=1", ENTRIES);
    uint32_t old = script_ask(0, CPU1, 1, 1, 0);
    expect_next(0xf, 1, old); /* a batch of CPU1 alone */
    uint32_t marked = script_ask(0, CPU0, 0, 1, 2), waits = script_ask(0, CPU0, 3, 1, 2);
    uint32_t second = script_ask(0, CPU0, 0, 2, 3);
    expect_next(0x1, 4, marked); /* `waits` is left of the batch, its bank is busy */
    uint32_t young = script_ask(0, CPU1, 0, 3, 5);
    expect_next(0x1, 6, young);
    expect_next(0x1, 7, second);
    expect_next(0xf, 8, waits);
    script_close();
}

/* 48 entries of 36 + 1 + 3 bits; 5 clients of (4 + 1) x 3 + 6; 6 for what is left. */
static void storage(void **state)
{
    (void)state;
    script_open("parbs", ENTRIES);
    assert_int_equal((int)script.policy->life.storage_bits(script.state[0]), 48 * 40 + 5 * 21 + 6);
    script_close();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marked_requests_go_first),
        cmocka_unit_test(idle_banks_are_not_left_idle),
        cmocka_unit_test(the_cap_of_a_batch),
        cmocka_unit_test(the_cap_is_of_a_bank),
        cmocka_unit_test(max_total_rule),
        cmocka_unit_test(order_in_a_batch),
        cmocka_unit_test(ties_go_round),
        cmocka_unit_test(ranks_are_of_the_batch),
        cmocka_unit_test(storage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Does TCM watch its clients and order their requests as its authors say? (Kim et al., MICRO 2010) Clusters
 * and shuffling are test_dram_tcm_cluster.c's. */
#include "tests/unit/sim_hooks/dram_script.h"

enum { ENTRIES = 48 };

/* `source` reads once and has a bank for `cycles`. */
static void serve(uint32_t channel, uint32_t source, uint32_t bank, uint32_t row, uint64_t from,
                  uint64_t cycles)
{
    const uint32_t handle = script_ask(channel, source, bank, row, from);
    assert_int_equal(script_next(channel, 1ull << bank, from), handle);
    script_done(channel, handle, from + cycles);
}

/* Whose request goes first when two ask for bank 3 at `cycle`, the other one earlier. */
static bool goes_before(uint32_t channel, uint32_t source, uint32_t other, uint64_t cycle)
{
    const uint32_t late = script_ask(channel, other, 3, 1, cycle),
                   mine = script_ask(channel, source, 3, 1, cycle);
    const uint32_t first = script_next(channel, 8, cycle), second = script_next(channel, 8, cycle);
    assert_int_equal(first + second, late + mine);
    script_done(channel, first, cycle);
    script_done(channel, second, cycle);
    return first == mine;
}

/* Many reads of CPU0 and CPU1, few of CPU2 and CPU3, CPU3's fewest: the latter are the latency cluster. */
static void load(void)
{
    for (uint32_t i = 0; i < 40; i++) {
        serve(i % 2, CPU0, 0, i, 10 * i, 10);
        serve(i % 2, CPU1, 1, i, 10 * i, 10);
    }
    for (uint32_t i = 0; i < 3; i++)
        serve(0, CPU2, 2, i, 20 * i, 20);
    serve(1, CPU3, 2, 1, 0, 10);
}

/* Clusters are those of all channels, from the end of the quantum on, in every one of them. */
static void latency_cluster_goes_first(void **state)
{
    (void)state;
    script_open("tcm:quantum=1000", ENTRIES);
    assert_int_equal(script_gather(0), 1000);
    load();
    assert_int_equal(script_gather(400), 600);
    assert_false(goes_before(0, CPU3, CPU0, 401)); /* not ranked yet: the older one */
    assert_int_equal(script_gather(1010), 1000);
    for (uint32_t channel = 0; channel < SCRIPT_CHANNELS; channel++)
        for (uint64_t cycle = 2000; cycle < 20000; cycle += 700) {
            assert_true(goes_before(channel, CPU3, CPU2, cycle));
            assert_true(goes_before(channel, CPU2, CPU0, cycle));
            assert_true(goes_before(channel, CPU3, CPU1, cycle));
        }
    policy_statistic told[POLICY_STATISTICS];
    assert_int_equal(script.policy->life.statistics(script.state, SCRIPT_CHANNELS, told, POLICY_STATISTICS),
                     1);
    assert_true(told[0].value == 2);
    script_close();
}

/* Write-backs do not make intense. */
static void reads_make_intense(void **state)
{
    (void)state;
    script_open("tcm:quantum=1000:cluster=1", ENTRIES);
    for (uint32_t i = 0; i < 3; i++)
        serve(0, CPU0, 0, i, 10 * i, 10);
    script.writes = true;
    for (uint32_t i = 0; i < 9; i++)
        serve(0, CPU1, 0, i, 50 + 10 * i, 10);
    script.writes = false;
    serve(0, CPU1, 0, 0, 200, 10);
    (void)script_gather(1000);
    assert_true(goes_before(0, CPU1, CPU0, 1001));
    script_close();
}

/* The bandwidth cluster is shuffled at multiples of the interval, alike in all channels. */
static void shuffled_alike_in_all_channels(void **state)
{
    (void)state;
    script_open("tcm:quantum=1000", ENTRIES);
    load();
    (void)script_gather(1000);
    uint32_t first = 0, changes = 0;
    for (uint64_t interval = 2; interval < 42; interval++) {
        const bool before = goes_before(0, CPU0, CPU1, interval * 800);
        assert_int_equal(goes_before(0, CPU0, CPU1, interval * 800 + 799), before);
        if (interval % 3 == 0) /* a channel that is asked less often has the same ranks */
            assert_int_equal(goes_before(1, CPU0, CPU1, interval * 800 + 5), before);
        changes += interval > 2 && before != first;
        first = before;
    }
    assert_in_range(changes, 5, 39);
    script_close();
}

/* Rank, an open row, age. */
static void order(void **state)
{
    (void)state;
    script_open("tcm:quantum=1000", ENTRIES);
    load();
    (void)script_gather(1000);
    script.open_row[0] = 7;
    uint32_t heavy_hit = script_ask(0, CPU0, 0, 7, 2000), light = script_ask(0, CPU3, 0, 5, 2001);
    uint32_t light_hit = script_ask(0, CPU3, 0, 7, 2002), light_other = script_ask(0, CPU3, 1, 5, 2003);
    expect_next(0xf, 2010, light_hit);
    expect_next(0xf, 2011, light);
    expect_next(0xf, 2012, light_other);
    expect_next(0xf, 2013, heavy_hit);
    script_close();
}

/* The order in which requests of CPU0, CPU1 and CPU2 go at `cycle`, as digits. */
static uint32_t order_at(uint64_t cycle)
{
    uint32_t digits = 0;
    for (uint32_t i = 0; i < 3; i++)
        (void)script_ask(0, CPU0 + i, 3, 1, cycle);
    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t handle = script_next(0, 8, cycle);
        digits = digits * 10 + script.request[handle].source - CPU0;
        script_done(0, handle, cycle);
    }
    return digits;
}

/* CPU0 keeps to its row and to one bank, however many requests it has, CPU1 to neither, CPU2 is between the
 * two: CPU1 is the nicest. Their requests come in turns, so that only shadow rows can tell. The steps of
 * insertion follow. */
static void locality_and_parallelism(void **state)
{
    (void)state;
    static const uint32_t first_to_last[] = {120, 120, 210, 21, 21, 210};
    script_open("tcm:quantum=1000:cluster=0", ENTRIES);
    for (uint32_t i = 0; i < 10; i++) {
        uint32_t handle[4];
        const uint64_t cycle = 40 * i;
        for (uint32_t k = 0; k < 4; k++)
            handle[k] = script_ask(0, CPU0, 0, 1, cycle);
        for (uint32_t k = 0; k < 4; k++) {
            expect_next(1, cycle + 2 * k, handle[k]);
            script_done(0, handle[k], cycle + 2 * k + 2);
        }
        for (uint32_t bank = 0; bank < 3; bank++)
            handle[bank] = script_ask(0, CPU1, bank, i, cycle + 10);
        for (uint32_t bank = 0; bank < 3; bank++) {
            expect_next(1ull << bank, cycle + 11, handle[bank]);
            script_done(0, handle[bank], cycle + 30);
        }
        serve(0, CPU2, 3, i % 4 / 2, cycle, 10);
    }
    (void)script_gather(1000);
    for (uint64_t interval = 6; interval < 24; interval++)
        assert_int_equal(order_at(interval * 800), first_to_last[interval % 6]);
    script_close();
}

/* Ranks of a new quantum count at once, not from the next shuffling on. */
static void ranks_are_of_the_last_quantum(void **state)
{
    (void)state;
    script_open("tcm:quantum=1000:cluster=1:shuffle=1000000:history=0", ENTRIES);
    for (uint64_t quantum = 0; quantum < 4; quantum++) {
        const uint32_t light = quantum % 2 ? CPU0 : CPU1, heavy = quantum % 2 ? CPU1 : CPU0;
        serve(0, light, 0, 1, 1000 * quantum, 10);
        serve(1, heavy, 0, 1, 1000 * quantum, 10);
        serve(1, heavy, 0, 1, 1000 * quantum + 10, 10);
        (void)script_gather(1000 * (quantum + 1));
        assert_true(goes_before(0, light, heavy, 1000 * (quantum + 1)));
        assert_true(goes_before(1, light, heavy, 1000 * (quantum + 1)));
    }
    script_close();
}

/* intensity = 0.875 before + 0.125 now: 8 reads, then none, are 7; another client's 48 in the second quantum,
 * after 1 in the first, are 6.875, 56 are 7.875. */
static void intensity_is_forgotten_slowly(void **state)
{
    (void)state;
    for (uint32_t reads = 48; reads <= 56; reads += 8) {
        script_open("tcm:quantum=1000:cluster=1", 80);
        for (uint32_t i = 0; i < 8; i++)
            serve(0, CPU0, 0, i, 10 * i, 10);
        serve(1, CPU1, 0, 1, 0, 10);
        (void)script_gather(1000);
        for (uint32_t i = 0; i < reads; i++)
            serve(1, CPU1, 0, i, 1000 + 10 * i, 10);
        (void)script_gather(2000);
        assert_int_equal(goes_before(0, CPU1, CPU0, 2001), reads == 48);
        script_close();
    }
}

/* Time of the quantum goes on over launches, whose cycles begin at 0. */
static void quanta_outlast_launches(void **state)
{
    (void)state;
    script_open("tcm:quantum=1000", ENTRIES);
    (void)script_gather(0);
    for (uint32_t i = 0; i < SCRIPT_CHANNELS; i++) {
        script.policy->life.launch_end(script.state[i], 0, 700);
        script.policy->life.launch_begin(script.state[i], &(policy_launch){.cycle = 0});
    }
    assert_int_equal(script_gather(0), 300);
    assert_int_equal(script_gather(300), 1000);
    script_close();
}

/* 48 entries of 36 + 3 bits; 5 clients of 192 + 64 and for each of 4 banks 16 + 6. */
static void storage(void **state)
{
    (void)state;
    script_open("tcm", ENTRIES);
    assert_int_equal((int)script.policy->life.storage_bits(script.state[0]), 48 * 39 + 5 * (256 + 4 * 22));
    script_close();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(latency_cluster_goes_first),
        cmocka_unit_test(reads_make_intense),
        cmocka_unit_test(shuffled_alike_in_all_channels),
        cmocka_unit_test(order),
        cmocka_unit_test(locality_and_parallelism),
        cmocka_unit_test(ranks_are_of_the_last_quantum),
        cmocka_unit_test(intensity_is_forgotten_slowly),
        cmocka_unit_test(quanta_outlast_launches),
        cmocka_unit_test(storage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

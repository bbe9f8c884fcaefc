/* A memory channel by itself, with queues in the place of L2 banks: how long a read takes, how much the
 * channel holds when nobody takes what it has read. */
#include "tests/timing/sim/dram_bench.h"

enum { REST = 100 /* cycles after which no command of the reset is felt */, ROW = 1 << 16 };

static dram_bench b;

static void rest(int cycles)
{
    for (int i = 0; i < cycles; i++)
        dram_bench_step(&b);
}

/* Cycles from its coming to its data of a read of `address` that nothing else delays. */
static uint64_t latency_of(uint64_t address)
{
    rest(REST);
    uint64_t begin = b.now;
    uint32_t returned = b.returned;
    assert_true(dram_bench_request(&b, address, false));
    rest(REST);
    assert_int_equal(b.returned, returned + 1);
    return b.last_returned_at - begin;
}

/* Two bursts of a line, tCCDL apart as they are of one bank, and the data of the second: CL + one burst. */
static void a_read_takes_what_its_row_needs(void **state)
{
    (void)state;
    static const char *const timing[] = {"t_rcd=13", "t_cl=11", "t_rp=17", "t_ccd=2", "t_ccdl=5", NULL};
    dram_bench_open(&b, "frfcfs", timing);
    const uint64_t columns = 5 + 11 + 2;
    assert_int_equal(latency_of(0), 13 + columns);        /* no row open */
    assert_int_equal(latency_of(LINE_BYTES), columns);    /* that row */
    assert_int_equal(latency_of(ROW), 17 + 13 + columns); /* another row of the bank */
    assert_int_equal(latency_of(2 * 4096), 13 + columns); /* another bank */
    assert_int_equal(b.channel.count->dram_row_hits, 1);
    assert_int_equal(b.channel.count->dram_reads, 4);
    dram_bench_close(&b);
}

/* With sectors each is read by a column of its own, the lowest first, and comes back when it is there; with
 * it goes its place in the channel. */
static void a_sector_comes_back_by_itself(void **state)
{
    (void)state;
    static const char *const timing[] = {
        "l2_sector_bytes=32", "dram_burst_bytes=32", "t_rcd=13", "t_cl=11", "t_ccd=2", "t_ccdl=5", NULL};
    dram_bench_open(&b, "frfcfs", timing);
    rest(REST);
    const uint64_t begin = b.now;
    assert_true(dram_bench_request(&b, 0, false));
    for (uint32_t i = 0; i < LINE_SECTORS; i++) {
        while (b.returned == i && b.now < begin + REST)
            dram_bench_step(&b);
        assert_int_equal(b.returned, i + 1);
        assert_int_equal(b.last_sectors, 1u << i);
        assert_int_equal(b.last_returned_at, begin + 13 + 5 * i + 11 + 2);
        assert_int_equal(b.channel.front.units, LINE_SECTORS - 1 - i);
        assert_int_equal(b.channel.front.jobs.used, i + 1 < LINE_SECTORS);
    }
    dram_bench_close(&b);
}

/* A refresh that is due comes between the activate of a request and its column, which is a long time off. */
static void a_refresh_does_not_wait_for_a_column(void **state)
{
    (void)state;
    enum { REFI = 600, RP = 10, BEFORE = 50 };
    static const char *const timing[] = {"t_refi=600", "t_rfc=20", "t_rcd=100", "t_ras=30", "t_rp=10", NULL};
    dram_bench_open(&b, "frfcfs", timing);
    rest(REFI - BEFORE);
    assert_true(dram_bench_request(&b, 0, false));
    rest(BEFORE + RP);
    assert_int_equal(b.channel.refreshes, 0); /* the bank is being closed for it */
    rest(1);
    assert_int_equal(b.channel.refreshes, 1);
    dram_bench_close(&b);
}

/* The delay pipe lies in front of all that, and a write in the same row is felt by the next read. */
static void the_delay_pipe_is_passed_once(void **state)
{
    (void)state;
    static const char *const plain[] = {"dram_latency=0", NULL}, *const pipe[] = {"dram_latency=7", NULL};
    uint64_t latency[2];
    dram_bench_open(&b, "frfcfs", plain);
    latency[0] = latency_of(0);
    dram_bench_close(&b);
    dram_bench_open(&b, "frfcfs", pipe);
    assert_false(b.channel.is_apart);
    latency[1] = latency_of(0);
    dram_bench_close(&b);
    assert_int_equal(latency[1], latency[0] + 7);
}

/* With nobody who takes its reads a channel stops admitting: scheduler queue and return queue are full. It
 * goes on where it was when they are taken. */
static void replies_that_nobody_takes_hold_it_up(void **state)
{
    (void)state;
    static const char *const small[] = {"dram_queue=6", "dram_return_queue=3", NULL};
    dram_bench_open(&b, "frfcfs", small);
    b.refuses = true;
    uint32_t asked = 0;
    for (int i = 0; i < 1000; i++) {
        asked += dram_bench_request(&b, (uint64_t)asked * LINE_BYTES, false);
        dram_bench_step(&b);
    }
    uint32_t queued = 0;
    for (uint32_t i = 0; i < DRAM_BENCH_QUEUES; i++)
        queued += b.queue[i].count;
    assert_int_equal(asked - queued, 6 + 3);
    assert_int_equal(b.channel.front.jobs.used, 6 + 3);
    assert_int_equal(b.returned, 0);
    b.refuses = false;
    dram_bench_drain(&b);
    assert_int_equal(b.returned, asked);
    dram_bench_close(&b);
}

/* Of eight lines with sectors, those that are admitted before the first is read or written. */
static uint32_t admitted_of_eight(bool are_writes)
{
    static const char *const small[] = {"l2_sector_bytes=32",
                                        "dram_burst_bytes=32",
                                        "dram_queue=6",
                                        "dram_return_queue=3",
                                        "t_rcd=100",
                                        "t_rcd_write=100",
                                        NULL};
    dram_bench_open(&b, "frfcfs", small);
    for (uint64_t i = 0; i < 8; i++)
        assert_true(dram_bench_request(&b, i * LINE_BYTES, are_writes));
    rest(REST / 2);
    const uint32_t admitted = b.channel.front.jobs.used;
    assert_int_equal(b.channel.front.units, are_writes ? admitted : admitted * LINE_SECTORS);
    dram_bench_drain(&b);
    assert_int_equal(b.channel.front.units, 0);
    assert_int_equal(b.channel.count->dram_busy, 8 * LINE_SECTORS * b.channel.times.ccd);
    dram_bench_close(&b);
    return admitted;
}

/* Each sector of a read takes a place; what is written back takes one, whatever its sectors. */
static void a_write_back_takes_one_place(void **state)
{
    (void)state;
    assert_int_equal(admitted_of_eight(false), 2);
    assert_int_equal(admitted_of_eight(true), 8);
}

/* Reads of one bank, one each cycle, that have entered the channel after `cycles`, in which none comes back.
 */
static uint32_t entered(const char *entry, int cycles)
{
    const char *const settings[] = {
        "dram_queue=4", "dram_return_queue=60", "dram_latency=12", "t_rcd=100", entry, NULL};
    dram_bench_open(&b, "frfcfs", settings);
    for (int i = 0; i < cycles; i++) {
        if (b.taken < 40)
            (void)dram_bench_request(&b, 0, false);
        dram_bench_step(&b);
    }
    const uint32_t used = b.channel.front.jobs.used;
    assert_int_equal(b.returned, 0);
    dram_bench_drain(&b);
    assert_int_equal(b.returned, b.taken);
    assert_false(b.channel.front.is_full);
    dram_bench_close(&b);
    return used;
}

/* The first read arrives 12 cycles after it has entered and goes to its bank; with the four behind it the
 * queue is full. With dram_entry = room nothing more enters then, though more than half of what the channel
 * can hold is free. */
static void nothing_enters_while_the_queue_is_full(void **state)
{
    (void)state;
    assert_int_equal(entered("dram_entry=held", 60), 40);
    assert_int_equal(entered("dram_entry=room", 60), 12 + 5);
    assert_int_equal(entered("dram_entry=room", 100), 12 + 5);
}

/* Cycles until two lines of four sectors have entered. */
static uint64_t cycles_to_enter(const char *entry)
{
    const char *const settings[] = {"l2_sector_bytes=32", "dram_burst_bytes=32", "dram_latency=12", entry,
                                    NULL};
    dram_bench_open(&b, "frfcfs", settings);
    assert_true(dram_bench_request(&b, 0, false));
    assert_true(dram_bench_request(&b, 0, false));
    while (b.channel.front.jobs.used < 2)
        dram_bench_step(&b);
    const uint64_t now = b.now;
    dram_bench_drain(&b);
    dram_bench_close(&b);
    return now;
}

/* Each sector is an entry of its own: one enters in a cycle. */
static void sectors_enter_one_a_cycle(void **state)
{
    (void)state;
    assert_int_equal(cycles_to_enter("dram_entry=room"), cycles_to_enter("dram_entry=held") + 3);
}

/* Where somebody watches: as many entry-cycles as the storage holds cycle by cycle. */
static void what_it_stores_is_added_up(void **state)
{
    (void)state;
    static const char *const small[] = {"dram_queue=6", "dram_latency=5", NULL};
    uint64_t sum = 0, cycle = 0, most = 0;
    dram_bench_open(&b, "frfcfs", small);
    b.channel.held = calloc(1, sizeof *b.channel.held);
    assert_non_null(b.channel.held);
    for (uint64_t i = 0; i < 2000; i++) {
        for (int k = 0; k < 3 && i < 60; k++)
            dram_bench_request(&b, i * 7919 % 64 * ROW, i % 3 == 0);
        dram_bench_step(&b);
        sum += b.channel.waiting;
        most = b.channel.waiting > most ? b.channel.waiting : most;
        if (i % 17 == 0) {
            assert_int_equal(dram_held_until(&b.channel, 0, b.now, &cycle), sum);
            assert_int_equal(cycle, b.now);
        }
    }
    assert_int_equal(most, 6);
    dram_bench_drain(&b);
    assert_int_equal(b.channel.held->entries, 0);
    dram_bench_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_read_takes_what_its_row_needs),
        cmocka_unit_test(a_sector_comes_back_by_itself),
        cmocka_unit_test(a_refresh_does_not_wait_for_a_column),
        cmocka_unit_test(the_delay_pipe_is_passed_once),
        cmocka_unit_test(replies_that_nobody_takes_hold_it_up),
        cmocka_unit_test(a_write_back_takes_one_place),
        cmocka_unit_test(nothing_enters_while_the_queue_is_full),
        cmocka_unit_test(sectors_enter_one_a_cycle),
        cmocka_unit_test(what_it_stores_is_added_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SMS with a channel under it: rows, commands and how much it costs where nobody competes. [RA] 5.3; SU
 * numbers are those of the checks that the test names. */
#include "tests/timing/sim/dram_bench.h"

static dram_bench b;

enum { ROW = 1 << 16 /* bytes from row to row of a bank, with one channel */, OTHER_BANK = 2 * 4096 };

/* SU9: two batches of a row in bank A with one for bank B in between: each row is opened once, and all that
 * comes after the first of a row finds it open, in the order in which it came. */
static void rows_are_opened_once(void **state)
{
    (void)state;
    dram_bench_open(&b, "sms:global_bypass=0", NULL);
    for (uint64_t i = 0; i < 6; i++)
        assert_true(dram_bench_request(&b, (i / 2 == 1 ? OTHER_BANK : 0) + i * LINE_BYTES * 4, false));
    dram_bench_drain(&b);
    uint32_t activates = 0, reads_of_a = 0;
    for (uint32_t i = 0; i < b.logged; i++) {
        activates += b.log[i].kind == DRAM_ACTIVATE;
        reads_of_a += b.log[i].kind == DRAM_READ && b.log[i].bank == b.log[0].bank;
    }
    assert_int_equal(activates, 2);
    assert_int_equal(reads_of_a, 2 * 4); /* of two bursts */
    assert_int_equal(b.channel.count->dram_row_hits, 4);
    assert_int_equal(b.returned, 6);
    dram_bench_close(&b);
}

/* Rows 0 1 0 of one bank: first come, first served. */
static void a_bank_is_served_in_order(void **state)
{
    (void)state;
    uint32_t rows[8] = {0}, n = 0;
    dram_bench_open(&b, "sms:global_bypass=0", NULL);
    for (uint64_t i = 0; i < 3; i++)
        assert_true(dram_bench_request(&b, i % 2 * ROW, false));
    dram_bench_drain(&b);
    for (uint32_t i = 0; i < b.logged; i++)
        if (b.log[i].kind == DRAM_ACTIVATE)
            rows[n++] = b.log[i].row;
    assert_int_equal(n, 3);
    assert_int_equal(rows[0], 0);
    assert_int_equal(rows[1], 1);
    assert_int_equal(rows[2], 0);
    dram_bench_close(&b);
}

/* Nothing else is there: a request waits for nobody, and is answered when frfcfs answers it. */
static void a_request_alone_is_not_delayed(void **state)
{
    (void)state;
    uint64_t answered[2];
    static const char *const policies[] = {"frfcfs", "sms"};
    for (int i = 0; i < 2; i++) {
        dram_bench_open(&b, policies[i], NULL);
        assert_true(dram_bench_request(&b, 0, false));
        dram_bench_drain(&b);
        answered[i] = b.last_returned_at;
        dram_bench_close(&b);
    }
    assert_int_equal(answered[0], answered[1]);
}

/* ---- a source alone ---- */

static uint64_t random_state;

static uint32_t random_below(uint32_t n)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((random_state >> 33) % n);
}

/* Line number `i` of a stream: one after the other, in runs of some lines, in runs of four by two pointers.
 */
static uint64_t line_of_stream(int kind, uint64_t i)
{
    static uint64_t run;
    if (kind == 0)
        return i;
    if (kind == 1)
        return i % 16 ? ++run : (run = random_below(1 << 14));
    return i / 4 % 2 ? (1 << 13) + i / 8 * 4 + i % 4 : i / 8 * 4 + i % 4;
}

/* Cycles for 4000 lines, as fast as the channel takes them. */
static uint64_t time_of_stream(const char *policy, int kind)
{
    static const char *const settings[] = {"dram_queue=300", "l2_miss_queue=8", NULL};
    dram_bench_open(&b, policy, settings);
    b.logged = 0;
    random_state = 1;
    for (uint64_t i = 0; i < 4000; i++)
        for (uint64_t line = line_of_stream(kind, i); !dram_bench_request(&b, line * LINE_BYTES, false);) {
            dram_bench_step(&b);
            b.logged = 0;
        }
    dram_bench_drain(&b);
    uint64_t last = b.last_returned_at;
    assert_int_equal(b.returned, 4000);
    dram_bench_close(&b);
    return last;
}

/* SU12: within 5 % of FR-FCFS with as many entries, if the source stays in a row for a while; and not if it
 * goes to and fro between two rows of a bank: nothing brings their requests together ([RA] 5.3.3). */
static void a_source_alone_loses_little(void **state)
{
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        uint64_t frfcfs = time_of_stream("frfcfs", kind), sms = time_of_stream("sms", kind);
        if (kind == 2)
            assert_true(sms * 100 > frfcfs * 150);
        else if (sms * 100 > frfcfs * 105)
            fail_msg("stream %d takes %lu cycles, with frfcfs %lu", kind, (unsigned long)sms,
                     (unsigned long)frfcfs);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_opened_once),
        cmocka_unit_test(a_bank_is_served_in_order),
        cmocka_unit_test(a_request_alone_is_not_delayed),
        cmocka_unit_test(a_source_alone_loses_little),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

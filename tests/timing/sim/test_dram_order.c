/* In which order does a channel serve requests, and how fast at best? Source: [T3.1, S3.5.1]:
 * FR-FCFS serves the oldest request whose row is open, otherwise the oldest; open-page policy. */
#include "tests/timing/sim/dram_bench.h"

static dram_bench b;

enum {
    ROW = 1 << 16, /* bytes from row to row of a bank, with one channel */
    LINES = 16,    /* every other pair of lines of one row */
};

/* Rows in the order in which bank 0 opened them. */
static uint32_t opened_rows(uint32_t *rows)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < b.logged; i++)
        if (b.log[i].kind == DRAM_ACTIVATE)
            rows[n++] = b.log[i].row;
    return n;
}

/* Row 0, row 1, row 0, row 1, row 0: FR-FCFS opens each once. */
static void open_rows_first(void **state)
{
    (void)state;
    uint32_t rows[8];
    dram_bench_open(&b, "frfcfs", NULL);
    for (uint64_t i = 0; i < 5; i++)
        assert_true(dram_bench_request(&b, i % 2 * ROW + i * LINE_BYTES * 4, false));
    dram_bench_drain(&b);
    assert_int_equal(opened_rows(rows), 2);
    assert_int_equal(rows[0], 0);
    assert_int_equal(rows[1], 1);
    assert_int_equal(b.channel.count->dram_row_hits, 3);
    dram_bench_close(&b);
}

static void in_order_of_arrival(void **state)
{
    (void)state;
    uint32_t rows[8];
    dram_bench_open(&b, "fcfs", NULL);
    for (uint64_t i = 0; i < 5; i++)
        assert_true(dram_bench_request(&b, i % 2 * ROW + i * LINE_BYTES * 4, false));
    dram_bench_drain(&b);
    assert_int_equal(opened_rows(rows), 5);
    for (uint32_t i = 0; i < 5; i++)
        assert_int_equal(rows[i], i % 2);
    assert_int_equal(b.channel.count->dram_row_hits, 0);
    dram_bench_close(&b);
}

/* A row stays open: a request that comes much later finds it so. */
static void rows_stay_open(void **state)
{
    (void)state;
    dram_bench_open(&b, "frfcfs", NULL);
    assert_true(dram_bench_request(&b, 0, false));
    dram_bench_drain(&b);
    assert_true(dram_bench_request(&b, LINE_BYTES, false));
    dram_bench_drain(&b);
    assert_int_equal(b.channel.count->dram_reads, 2);
    assert_int_equal(b.channel.count->dram_row_hits, 1);
    dram_bench_close(&b);
}

static const char *const closed[] = {"dram_row=closed", NULL};

/* dram_row = closed: rows stay open for what waits for them, and no longer. */
static void rows_close_behind_the_last_request(void **state)
{
    (void)state;
    uint32_t rows[8];
    dram_bench_open(&b, "frfcfs", closed);
    for (uint64_t i = 0; i < 5; i++)
        assert_true(dram_bench_request(&b, i % 2 * ROW + i * LINE_BYTES * 4, false));
    dram_bench_drain(&b);
    assert_int_equal(opened_rows(rows), 2);
    assert_int_equal(b.channel.count->dram_row_hits, 3);
    assert_int_equal(b.channel.open_row[0], DRAM_NO_ROW);
    assert_true(dram_bench_request(&b, ROW, false));
    dram_bench_drain(&b);
    assert_int_equal(opened_rows(rows), 3);
    assert_int_equal(b.channel.count->dram_row_hits, 3);
    for (uint32_t i = 0; i < b.logged; i++)
        assert_int_not_equal(b.log[i].kind, DRAM_PRECHARGE);
    dram_bench_close(&b);
}

/* From the activate of a row for one request to that of another one, which comes `after` cycles after the
 * last column of the first, which reads or writes. */
static uint64_t next_activate(bool is_write, uint32_t after)
{
    dram_bench_open(&b, "frfcfs", closed);
    assert_true(dram_bench_request(&b, 0, is_write));
    while (b.logged < 3) /* an activate, two columns */
        dram_bench_step(&b);
    assert_true(b.log[2].closes && !b.log[1].closes);
    while (b.now < b.log[2].cycle + after)
        dram_bench_step(&b);
    assert_true(dram_bench_request(&b, ROW, false));
    dram_bench_drain(&b);
    assert_int_equal(b.log[3].kind, DRAM_ACTIVATE);
    const uint64_t distance = b.log[3].cycle - b.log[0].cycle;
    dram_bench_close(&b);
    return distance;
}

/* Auto-precharge comes when a precharge might: a read's after tRAS = 28 cycles, a write's tWL + tCCD + tWR =
 * 4 + 2 + 12 after its second column, which goes tRCD + tCCDL = 12 + 3 after the activate; tRP = 12 later,
 * and no earlier than tRC = 40, the row can be opened. A request that comes later finds that done. */
static void a_closing_column_precharges_in_time(void **state)
{
    (void)state;
    assert_int_equal(next_activate(false, 1), 40);
    assert_int_equal(next_activate(true, 1), 12 + 3 + 4 + 2 + 12 + 12);
    const uint64_t late = next_activate(false, 100);
    assert_int_equal(next_activate(false, 101), late + 1);
    assert_true(late < 12 + 3 + 100 + 5); /* the activate goes at once */
}

/* Cycles from the first column to the last of some lines, `stride` bytes apart. */
static uint64_t columns_take(uint64_t stride, const char *const *settings)
{
    dram_bench_open(&b, "frfcfs", settings);
    for (uint64_t i = 0; i < LINES; dram_bench_step(&b))
        i += dram_bench_request(&b, i * stride, false);
    dram_bench_drain(&b);
    uint64_t first = 0, last = 0;
    for (uint32_t i = 0; i < b.logged; i++) {
        if (b.log[i].kind != DRAM_READ)
            continue;
        first = first ? first : b.log[i].cycle;
        last = b.log[i].cycle;
    }
    dram_bench_close(&b);
    return last - first;
}

/* A line is two bursts. In one open row columns follow each other every tCCDL = 3 cycles. Consecutive lines
 * use two banks of different groups in turn, pairs of them, and their columns can follow every tCCD = 2. */
static void open_row_is_read_at_the_rate_of_columns(void **state)
{
    (void)state;
    assert_int_equal(columns_take(512, NULL), (LINES * 2 - 1) * 3);
    uint64_t spread = columns_take(128, NULL);
    assert_true(spread >= (LINES * 2 - 1) * 2);
    assert_true(spread < (LINES * 2 - 1) * 3);
}

/* Without bank groups every tCCD, whether a bank has one request or requests overtake each other. */
static void columns_come_as_soon_as_the_bus_is_free(void **state)
{
    (void)state;
    static const char *const one[] = {"dram_bank_groups=1", "t_ccdl=0", NULL}, *const queue[] = {
                                                                                   "dram_bank_groups=1",
                                                                                   "t_ccdl=0",
                                                                                   "dram_service=queue",
                                                                                   NULL};
    assert_int_equal(columns_take(512, one), (LINES * 2 - 1) * 2);
    assert_int_equal(columns_take(512, queue), (LINES * 2 - 1) * 2);
}

/* Of four banks with their rows open the one whose request came first goes first, which is not the order of
 * turns (a burst takes as many cycles as there are banks, so that it is the same bank's turn whenever the bus
 * is free). */
static void banks_go_in_order_of_arrival(void **state)
{
    (void)state;
    static const char *const by_age[] = {"dram_banks=8", "dram_bank_groups=1", "t_ccd=8",
                                         "t_ccdl=0",     "dram_first=oldest",  NULL};
    static const uint32_t asked[] = {3, 0, 2, 1};
    dram_bench_open(&b, "frfcfs", by_age);
    for (uint32_t round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < 4; i++) {
            const uint64_t pair = asked[i] / 2, odd = asked[i] % 2;
            assert_true(dram_bench_request(&b, pair * 2 * 4096 + odd * 256 + round * LINE_BYTES, false));
            dram_bench_step(&b);
        }
        dram_bench_drain(&b);
    }
    assert_int_equal(b.channel.count->dram_row_hits, 4);
    for (uint32_t i = 0; i < 8; i++)
        assert_int_equal(b.log[b.logged - 8 + i].bank, asked[i / 2]);
    dram_bench_close(&b);
}

static const char *const by_scan[] = {"dram_first=scan", NULL};

/* The scan begins behind the bank of the last row command, and one bank further for each request that a bank
 * is given. */
static void a_scan_goes_on_where_it_was(void **state)
{
    (void)state;
    dram_bench_open(&b, "frfcfs", by_scan);
    static const struct {
        uint64_t address;
        uint32_t scan;                       /* then */
    } asked[] = {{2 * 4096, 3},              /* bank 2: given, activated */
                 {2 * 4096 + LINE_BYTES, 4}, /* given, the row is open */
                 {ROW + 2 * 4096, 3},        /* given, precharged, activated */
                 {0, 1}};
    for (uint32_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        assert_true(dram_bench_request(&b, asked[i].address, false));
        dram_bench_drain(&b);
        assert_int_equal(b.channel.scan, asked[i].scan);
    }
    dram_bench_close(&b);
}

/* Of a cycle with a row command and a column: the scan, begun at bank `from`, has found the row command
 * before it, and passed over as many banks behind that one as it had asked. */
static bool is_found_later(uint32_t from, uint32_t row, uint32_t column)
{
    const uint32_t n = b.channel.n_banks, asked = (row + n - from) % n + 1;
    return (column + n - row) % n > asked;
}

static void a_scan_finds_the_row_command_first(void **state)
{
    (void)state;
    uint32_t pairs = 0;
    dram_bench_open(&b, "frfcfs", by_scan);
    for (uint64_t i = 0, line = 1; i < 4000; i++) {
        line = line * 1103515245 + 12345;
        (void)dram_bench_request(&b, (line >> 16) % 4096 * LINE_BYTES, false);
        const uint32_t scan = b.channel.scan, waiting = b.channel.waiting, arrivals = b.channel.arrivals,
                       logged = b.logged;
        dram_bench_step(&b);
        const bool given = waiting + (b.channel.arrivals - arrivals) != b.channel.waiting;
        if (b.logged - logged < 2)
            continue;
        const dram_logged *one = &b.log[logged], *other = &b.log[logged + 1];
        const bool is_column = one->kind == DRAM_READ;
        assert_int_equal(b.logged - logged, 2);
        assert_int_not_equal(is_column, other->kind == DRAM_READ);
        assert_true(is_found_later((scan + given) % b.channel.n_banks, is_column ? other->bank : one->bank,
                                   is_column ? one->bank : other->bank));
        pairs++;
    }
    assert_in_range(pairs, 100, 4000);
    dram_bench_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(open_rows_first),
        cmocka_unit_test(in_order_of_arrival),
        cmocka_unit_test(rows_stay_open),
        cmocka_unit_test(rows_close_behind_the_last_request),
        cmocka_unit_test(a_closing_column_precharges_in_time),
        cmocka_unit_test(open_row_is_read_at_the_rate_of_columns),
        cmocka_unit_test(columns_come_as_soon_as_the_bus_is_free),
        cmocka_unit_test(banks_go_in_order_of_arrival),
        cmocka_unit_test(a_scan_goes_on_where_it_was),
        cmocka_unit_test(a_scan_finds_the_row_command_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

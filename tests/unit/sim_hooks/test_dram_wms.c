/* Does the DRAM part of MeDiC keep its two queues as the source says? ([RA] 4.3.4) */
#include "sim_hooks/builtin.h"
#include "sim_hooks/cache/medic.h"
#include "sim_hooks/registry.h"
#include "tests/policy_figure.h"
#include "tests/test.h"

enum { BANKS = 4, QUEUE = 8, MOST = 1024 };

static struct {
    policy_choice choice;
    void *state;
    mem_request request[MOST];
    uint32_t n;
    uint32_t open_row[BANKS];
} t;

static void open_wms(const char *string)
{
    poise_error err;
    memset(&t, 0, sizeof t);
    if (policy_choose(POLICY_DRAM, string, &t.choice, &err))
        fail_msg("%s", err.text);
    const dram_host host = {.instance = {0, 1}, .banks = BANKS, .queue_entries = QUEUE, .sources = 4};
    assert_int_equal(dram_wms.create(&host, t.choice.options, &t.state, &err), 0);
    dram_wms.life.launch_begin(t.state, &(policy_launch){.cycle = 0});
    for (uint32_t i = 0; i < BANKS; i++)
        t.open_row[i] = DRAM_NO_ROW;
}

static void close_wms(void)
{
    dram_wms.life.destroy(t.state);
    policy_choice_free(&t.choice);
}

static dram_request request_to(uint8_t mark, uint32_t bank, uint32_t row)
{
    t.request[t.n] = (mem_request){.mark = mark};
    return (dram_request){.handle = t.n, .bank = bank, .row = row, .units = 1, .request = &t.request[t.n]};
}

/* Returns its handle. */
static uint32_t ask(uint8_t mark, uint32_t bank, uint32_t row)
{
    const dram_request asked = request_to(mark, bank, row);
    assert_true(dram_wms.can_accept(t.state, &asked));
    dram_wms.accept(t.state, &asked);
    return t.n++;
}

static uint32_t next(uint64_t idle, uint64_t cycle)
{
    const dram_view view = {.cycle = cycle, .idle = idle, .open_row = t.open_row};
    return dram_wms.next(t.state, &view);
}

enum { LOW = 0, HIGH = WARP_MARK_HITS };

/* An older request that finds its row open waits for a younger one of a warp that mostly hits. */
static void marked_requests_go_first(void **state)
{
    (void)state;
    open_wms("wms");
    t.open_row[0] = 7;
    uint32_t low = ask(LOW, 0, 7), high = ask(HIGH, 0, 3);
    assert_int_equal(next(0xf, 1), high);
    assert_int_equal(next(0xf, 2), low);
    assert_int_equal(next(0xf, 3), DRAM_NO_REQUEST);
    assert_int_equal((int)dram_wms.banks_waiting(t.state), 0);
    close_wms();
}

/* Whatever bank they are for, as long as it is idle; others use the banks that are left. */
static void others_use_the_banks_that_are_left(void **state)
{
    (void)state;
    open_wms("wms");
    uint32_t low = ask(LOW, 0, 7), high = ask(HIGH, 2, 3);
    assert_int_equal((int)dram_wms.banks_waiting(t.state), 5);
    assert_int_equal(next(0xb, 1), low); /* bank 2 is busy */
    assert_int_equal(next(0xb, 2), DRAM_NO_REQUEST);
    low = ask(LOW, 0, 7);
    assert_int_equal(next(0xf, 3), high);
    assert_int_equal(next(0xf, 4), low);
    close_wms();
}

static void each_queue_is_frfcfs(void **state)
{
    (void)state;
    static const uint8_t marks[] = {LOW, HIGH};
    for (size_t i = 0; i < 2; i++) {
        const uint8_t mark = marks[i];
        open_wms("wms");
        t.open_row[1] = 9;
        uint32_t a = ask(mark, 1, 5), b = ask(mark, 1, 9), d = ask(mark, 1, 5), e = ask(mark, 1, 9);
        assert_int_equal(next(0xf, 1), b);
        assert_int_equal(next(0xf, 2), e);
        assert_int_equal(next(0xf, 3), a);
        assert_int_equal(next(0xf, 4), d);
        close_wms();
    }
}

/* Half of eight entries each: the fifth of the others is not looked at, although its row is open, and a
 * request of a warp that mostly hits is taken at once. */
static void a_full_queue_holds_up_only_itself(void **state)
{
    (void)state;
    open_wms("wms");
    assert_int_equal(dram_wms.entries(t.state), QUEUE);
    t.open_row[0] = 9;
    uint32_t first = ask(LOW, 0, 1);
    for (uint32_t i = 0; i < 3; i++)
        ask(LOW, 0, 2 + i);
    uint32_t fifth = ask(LOW, 0, 9), other = ask(LOW, 3, 9);
    assert_int_equal((int)dram_wms.banks_waiting(t.state), 1);
    uint32_t high = ask(HIGH, 1, 1);
    assert_int_equal((int)dram_wms.banks_waiting(t.state), 3);
    assert_int_equal(next(0xf, 1), high);
    assert_int_equal(next(0xf, 2), first);
    assert_int_equal(next(0xf, 3), fifth);
    assert_int_equal((int)dram_wms.banks_waiting(t.state), 9);
    assert_int_equal(next(0x8, 4), other);
    close_wms();
}

/* What waits behind a queue has an end, of each queue its own. */
static void what_waits_has_an_end(void **state)
{
    (void)state;
    open_wms("wms:low=2:high=3");
    assert_int_equal(dram_wms.entries(t.state), 5);
    dram_request asked = request_to(LOW, 0, 1);
    while (t.n < MOST - 2 && dram_wms.can_accept(t.state, &asked)) {
        ask(LOW, 0, 1);
        asked = request_to(LOW, 0, 1);
    }
    assert_in_range(t.n, 2, MOST - 3);
    ask(HIGH, 0, 1);
    close_wms();
}

/* Sectors are as many entries. */
static void units_fill_a_queue(void **state)
{
    (void)state;
    open_wms("wms:low=4");
    for (uint32_t bank = 0; bank < 3; bank++) {
        dram_request asked = request_to(LOW, bank, 1);
        asked.units = 2;
        dram_wms.accept(t.state, &asked);
        t.n++;
    }
    assert_int_equal((int)dram_wms.banks_waiting(t.state), 3);
    (void)next(1, 1);
    assert_int_equal((int)dram_wms.banks_waiting(t.state), 6);
    close_wms();
}

static void statistics_and_storage(void **state)
{
    (void)state;
    open_wms("wms");
    ask(LOW, 0, 7);
    ask(HIGH, 2, 3);
    (void)next(0xf, 10);
    (void)next(0xf, 30);
    policy_statistic all[POLICY_STATISTICS];
    size_t n = dram_wms.life.statistics(&t.state, 1, all, POLICY_STATISTICS);
    assert_true(figure_named(all, n, "high_share") == 0.5);
    assert_true(figure_named(all, n, "high_wait") == 10);
    assert_true(figure_named(all, n, "low_wait") == 30);
    assert_true(figure_named(all, n, "low_longest_wait") == 30);
    assert_int_equal((int)dram_wms.life.storage_bits(t.state), QUEUE * 36);
    close_wms();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marked_requests_go_first), cmocka_unit_test(others_use_the_banks_that_are_left),
        cmocka_unit_test(each_queue_is_frfcfs),     cmocka_unit_test(a_full_queue_holds_up_only_itself),
        cmocka_unit_test(what_waits_has_an_end),    cmocka_unit_test(units_fill_a_queue),
        cmocka_unit_test(statistics_and_storage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Inter-bank divergence ([RA] 4.2.2): how far the hits of one load come apart because their L2 banks are not
 * equally busy. Cases computed by hand, and what does not count. */
#include "sim/gpu.h"
#include "tests/timing/sim/bench.h"
#include "trace/trace.h"

enum { MOST = 8, CANDIDATES = 4096 };
static micro m;

/* An L2 bank looks a line up every four of its cycles, eight core cycles; requests leave the SM and come to a
 * bank every crossbar cycle, two core cycles, one core cycle later each than they were looked up in the L1. A
 * reply is one flit. */
enum { BANK_BUSY = 8, REQUEST_EVERY = 2, LOOK_UP_EVERY = 1, LATER = BANK_BUSY - REQUEST_EVERY };
static const char *const settings[] = {
    "stalls=1",           "channels=2",         "l2_banks=4",      "flit_reply_bytes=136",
    "l2_access_queue=16", "icnt_out_buffer=32", "l1_index=linear", NULL};

/* Two launches of one load of `lines`, the second on what the first has left in the L2. */
static sim_bottleneck run(const uint32_t *lines, uint32_t n, bool is_warm)
{
    bench b;
    micro_begin(&m, 1, 1);
    const uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, -1);
    const uint32_t use = micro_inst(&m, TRACE_OP_INT, 2, 1);
    micro_warp(&m);
    micro_run(&m, load);
    micro_word(&m, n);
    for (uint32_t i = 0; i < n; i++)
        micro_word(&m, line_word(lines[i], ALL_SECTORS));
    micro_run(&m, use);
    bench_open(&b, "gto", settings);
    if (is_warm)
        (void)bench_run(&b, &m);
    (void)bench_run(&b, &m);
    const sim_bottleneck out = *sim_bottleneck_of(b.sim);
    sim_destroy(b.sim);
    return out;
}

/* The next line from *from on that lives in `bank`. */
static uint32_t line_of_bank(uint32_t bank, uint32_t *from)
{
    bench b;
    address_place place = {0};
    bench_open(&b, "gto", settings);
    micro_begin(&m, 1, 1); /* its pages */
    do {
        address_find_l2(((gpu *)(void *)b.sim)->base.map, trace_line_address(&m.trace, *from), &place);
        ++*from;
    } while (place.l2_bank != bank && *from < CANDIDATES);
    sim_destroy(b.sim);
    assert_int_equal(place.l2_bank, bank);
    return *from - 1;
}

static uint32_t lines[MOST];

/* As many lines of each bank as are given, one bank after the other. */
static uint32_t lines_of(const uint32_t banks[4])
{
    uint32_t n = 0, from = 0;
    for (uint32_t bank = 0; bank < 4; bank++)
        for (uint32_t i = 0; i < banks[bank]; i++)
            lines[n++] = line_of_bank(bank, &from);
    return n;
}

/* The i-th request of a bank waits LATER * i cycles more than its first, and begins its way i cycles later.
 */
static void a_busy_bank_holds_its_hits_up(void **state)
{
    (void)state;
    for (uint32_t k = 2; k < MOST; k++) {
        const sim_bottleneck b = run(lines, lines_of((const uint32_t[]){k, 1, 0, 0}), true);
        assert_int_equal(b.l2_hits, k + 1);
        assert_int_equal(b.divergent_loads, 1);
        assert_int_equal(b.divergence_wait, LATER * (k - 1));
        assert_int_equal(b.divergence, (LATER + REQUEST_EVERY - LOOK_UP_EVERY) * (k - 1));
    }
}

/* Requests of equally busy banks wait alike; what is left is that they leave the SM one after the other. */
static void equal_banks_have_none(void **state)
{
    (void)state;
    const sim_bottleneck b = run(lines, lines_of((const uint32_t[]){1, 1, 1, 1}), true);
    assert_int_equal(b.divergent_loads, 1);
    assert_int_equal(b.divergence_wait, 0);
    assert_int_equal(b.divergence, (REQUEST_EVERY - LOOK_UP_EVERY) * 3);
}

/* One bank, one request, a miss in the L2. */
static void others_do_not_count(void **state)
{
    (void)state;
    assert_int_equal(run(lines, lines_of((const uint32_t[]){4, 0, 0, 0}), true).divergent_loads, 0);
    assert_int_equal(run(lines, lines_of((const uint32_t[]){0, 1, 0, 0}), true).divergent_loads, 0);
    const sim_bottleneck cold = run(lines, lines_of((const uint32_t[]){2, 2, 0, 0}), false);
    assert_int_equal(cold.misses, 4);
    assert_int_equal(cold.divergent_loads, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_busy_bank_holds_its_hits_up),
        cmocka_unit_test(equal_banks_have_none),
        cmocka_unit_test(others_do_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

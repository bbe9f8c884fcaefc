/* The load-store unit: coalesced requests (U3: tests/unit/trace/test_coalesce.c) in order, one a cycle; the
 * head blocks what is behind it. Loads that hit take 5 cycles from issue to the L1 pipe (4 without operands),
 * a cycle for each further request, and l1_latency. Source: [S2.2.3, S3.4.1], ldst_unit [GS];
 * tests/oracle/sim/accelsim_micro.csv: l1_hit, l1_hit_32_lines. */
#include "tests/timing/sim/bench.h"

enum { TO_PIPE = 5, TO_PIPE_WITHOUT_OPERANDS = 4 };

static micro m;
static uint32_t lines;
static int address_register;

/* Loads of the same `lines` lines, each after the one before. */
static void write_hits(micro *out, uint32_t length)
{
    micro_begin(out, 1, 1);
    uint32_t load = micro_inst(out, TRACE_OP_LOAD_GLOBAL, 1, address_register);
    micro_warp(out);
    for (uint32_t k = 0; k < length; k++)
        micro_access(out, load, 0, lines, 1);
}

static void hits_take_one_cycle_a_line_and_the_latency(void **state)
{
    (void)state;
    static const char *const slow[] = {"l1_latency=35", NULL};
    for (lines = 1; lines <= 32; lines *= 2) {
        address_register = 1;
        assert_int_equal(bench_growth(&m, write_hits, 10, 20, NULL), 10 * (TO_PIPE + lines - 1));
        assert_int_equal(bench_growth(&m, write_hits, 10, 20, slow), 10 * (TO_PIPE + lines - 1 + 35));
        address_register = -1; /* the next one waits for the register that it writes again */
        assert_int_equal(bench_growth(&m, write_hits, 10, 20, NULL),
                         10 * (TO_PIPE_WITHOUT_OPERANDS + lines - 1));
    }
}

/* Loads that need nothing of each other. */
static void write_stream(micro *out, uint32_t length)
{
    micro_begin(out, 1, 1);
    uint32_t load = micro_inst(out, TRACE_OP_LOAD_GLOBAL, -1, -1);
    micro_warp(out);
    for (uint32_t k = 0; k < length; k++)
        micro_access(out, load, 0, lines, 1);
}

/* One request a cycle enters the pipe, whatever its depth. */
static void requests_are_served_one_a_cycle(void **state)
{
    (void)state;
    static const char *const decoded[] = {"fetch=0", NULL};
    static const char *const slow[] = {"fetch=0", "l1_latency=35", NULL};
    for (lines = 2; lines <= 32; lines *= 2) {
        assert_int_equal(bench_growth(&m, write_stream, 40, 60, decoded), 20 * lines);
        assert_int_equal(bench_growth(&m, write_stream, 40, 60, slow), 20 * lines);
    }
}

/* lsu_queue bounds the requests between issue and the pipe: with one, an instruction is issued in the cycle
 * in which the one before sends its last request, 4 cycles before its own first. [T3.3] */
static void full_queue_stops_issue(void **state)
{
    (void)state;
    static const char *const one[] = {"fetch=0", "lsu_queue=1", NULL};
    for (lines = 1; lines <= 32; lines *= 2)
        assert_int_equal(bench_growth(&m, write_stream, 40, 60, one),
                         20 * (TO_PIPE_WITHOUT_OPERANDS + lines - 1));
}

/* A miss, `blockers` more misses, then a load that hits. */
static void write_hit_behind_misses(micro *out, uint32_t blockers)
{
    micro_begin(out, 1, 1);
    uint32_t first = micro_inst(out, TRACE_OP_LOAD_GLOBAL, 1, -1);
    uint32_t use = micro_inst(out, TRACE_OP_INT, 2, 1);
    uint32_t miss = micro_inst(out, TRACE_OP_LOAD_GLOBAL, -1, -1);
    uint32_t hit = micro_inst(out, TRACE_OP_LOAD_GLOBAL, 3, -1);
    uint32_t after = micro_inst(out, TRACE_OP_SFU, 3, 3);
    micro_warp(out);
    micro_access(out, first, 0, 1, 1);
    micro_run(out, use); /* line 0 is there */
    for (uint32_t k = 0; k < blockers; k++)
        micro_access(out, miss, 1000 + 2 * k, 1, 1);
    micro_access(out, hit, 0, 1, 1);
    for (int k = 0; k < 100; k++)
        micro_run(out, after); /* outlasts the misses */
}

/* A hit behind a refused miss waits: with one MSHR the second miss is refused until the first has returned,
 * which takes that long more until the end. With two it is not. */
static void hit_waits_behind_refused_miss(void **state)
{
    (void)state;
    static const char *const one[] = {"fetch=0", "l1_mshrs=1", NULL};
    static const char *const two[] = {"fetch=0", "l1_mshrs=2", NULL};
    write_hit_behind_misses(&m, 1);
    uint64_t alone = bench_warm(&m, two).cycles;
    write_hit_behind_misses(&m, 2);
    sim_counters blocked = bench_warm(&m, one), free = bench_warm(&m, two);
    assert_int_equal(free.l1_stall_mshr, 0);
    assert_true(free.cycles - alone <= 3); /* one more instruction in front */
    assert_true(blocked.l1_stall_mshr > 100);
    assert_int_equal(blocked.cycles, free.cycles + blocked.l1_stall_mshr);
}

#define SECTORS "l1_sector_bytes=32", "coalesce_bytes=32", "l2_sector_bytes=32"

/* Line `i` from the end of the last access is touched in `sectors`. */
static void touch(micro *out, uint32_t i, uint32_t sectors)
{
    uint32_t *word = &out->words[out->n_words - 1 - i];
    *word = line_word(word_line(*word), sectors);
}

/* A load of one sector of each of `lines` lines, all of one bank, and an access to shared memory, which ends
 * last. */
static void write_shared_behind(micro *out)
{
    micro_begin(out, 1, 1);
    uint32_t load = micro_inst(out, TRACE_OP_LOAD_GLOBAL, -1, -1);
    uint32_t shared = micro_inst(out, TRACE_OP_LOAD_SHARED, 2, -1);
    micro_warp(out);
    micro_access(out, load, 0, lines, 1);
    for (uint32_t i = 0; i < lines; i++)
        touch(out, i, 0x1);
    micro_shared(out, shared, 1);
}

/* A bank takes a request a cycle, though its pipe has room for more. [GS ldst_unit::
 * process_memory_access_queue_l1cache()] */
static void a_bank_takes_one_request_a_cycle(void **state)
{
    (void)state;
    static const char *const banks[] = {
        SECTORS,         "fetch=0",       "l1_banks=4",          "l1_bank_bytes=32",
        "l1_latency=64", "l1_mshrs=1024", "shared_latency=1000", NULL};
    uint64_t cycles[2];
    for (uint32_t i = 0; i < 2; i++) {
        lines = 4 + 12 * i;
        write_shared_behind(&m);
        cycles[i] = bench_once(&m, "gto", banks).cycles;
    }
    assert_int_equal(cycles[1] - cycles[0], 12);
}

/* Two lines of three stay in an L1 of two: those that were looked up last. */
static uint64_t hits_after_three(uint32_t line, const char *order)
{
    const char *const two_lines[] = {"l1_index=linear", "l1_sets=1", "l1_ways=2", order, NULL};
    micro_begin(&m, 1, 1);
    uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, 1);
    micro_warp(&m);
    micro_access(&m, load, 10, 3, 7);
    micro_access(&m, load, line, 1, 1);
    return bench_once(&m, "gto", two_lines).l1_read_hits;
}

static void requests_go_in_order(void **state)
{
    (void)state;
    assert_int_equal(hits_after_three(10, "coalesce_order=lanes"), 0);
    assert_int_equal(hits_after_three(24, "coalesce_order=lanes"), 1);
    assert_int_equal(hits_after_three(10, "coalesce_order=descending"), 1);
    assert_int_equal(hits_after_three(24, "coalesce_order=descending"), 0);
}

/* Sector 1 of line 0, both of line 1, 0 of line 2: from either end two pairs of different banks, which go
 * together; sectors in another order than lines would take three cycles. */
static void write_pairs(micro *out, uint32_t length)
{
    micro_begin(out, 1, 1);
    uint32_t load = micro_inst(out, TRACE_OP_LOAD_GLOBAL, -1, -1);
    micro_warp(out);
    for (uint32_t k = 0; k < length; k++) {
        micro_access(out, load, 0, 3, 1);
        touch(out, 0, 0x1);
        touch(out, 1, 0x3);
        touch(out, 2, 0x2);
    }
}

static void sectors_go_in_the_order_of_lines(void **state)
{
    (void)state;
    const char *banks[] = {SECTORS, "fetch=0", "l1_banks=2", "l1_bank_bytes=32", "coalesce_order=lanes",
                           NULL};
    const size_t order = sizeof banks / sizeof *banks - 2;
    assert_int_equal(bench_growth(&m, write_pairs, 40, 60, banks), 20 * 2);
    banks[order] = "coalesce_order=descending";
    assert_int_equal(bench_growth(&m, write_pairs, 40, 60, banks), 20 * 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hits_take_one_cycle_a_line_and_the_latency),
        cmocka_unit_test(requests_are_served_one_a_cycle),
        cmocka_unit_test(full_queue_stops_issue),
        cmocka_unit_test(hit_waits_behind_refused_miss),
        cmocka_unit_test(a_bank_takes_one_request_a_cycle),
        cmocka_unit_test(requests_go_in_order),
        cmocka_unit_test(sectors_go_in_the_order_of_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Do operands come from the register banks one a cycle each? Register r of hardware warp w lies in bank
 * (r + w) mod 16. Source: opndcoll_rfu_t, register_bank() [GS]; tests/oracle/sim/accelsim_micro.csv: alu2,
 * alu3, alu3_one_bank. */
#include "tests/timing/sim/bench.h"

enum { LATENCY = 4, BANKS = 16 };

static micro m;
static const char *const decoded[] = {"fetch=0", NULL};

static uint32_t n_sources;
static uint16_t sources[3];

static void write_chain(micro *out, uint32_t length)
{
    micro_begin(out, 1, 1);
    uint32_t inst = micro_inst_from(out, TRACE_OP_INT, sources[0], n_sources, sources);
    micro_warp(out);
    for (uint32_t k = 0; k < length; k++)
        micro_run(out, inst);
}

/* latency + 5 + the most operands in one bank. */
static void operands_of_one_bank_are_read_in_turn(void **state)
{
    (void)state;
    static const struct {
        uint32_t n;
        uint16_t source[3];
        uint64_t in_one_bank;
    } cases[] = {{1, {4}, 1},
                 {2, {4, 5}, 1},
                 {3, {4, 5, 6}, 1},
                 {2, {4, 4 + BANKS}, 2},
                 {3, {4, 4 + BANKS, 5}, 2},
                 {3, {4, 4 + BANKS, 4 + 2 * BANKS}, 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        n_sources = cases[i].n;
        for (int s = 0; s < 3; s++)
            sources[s] = cases[i].source[s];
        assert_int_equal(bench_growth(&m, write_chain, 10, 20, NULL),
                         10 * (LATENCY + 5 + cases[i].in_one_bank));
    }
}

static int of_warp_0, of_warp_1;

/* Two warps, on a scheduler each, that read one register each and write none. */
static void write_two_readers(micro *out, uint32_t length)
{
    micro_begin(out, 1, 2);
    uint32_t inst[2] = {micro_inst(out, TRACE_OP_INT, -1, of_warp_0),
                        micro_inst(out, TRACE_OP_INT, -1, of_warp_1)};
    for (int w = 0; w < 2; w++) {
        micro_warp(out);
        for (uint32_t k = 0; k < length; k++)
            micro_run(out, inst[w]);
    }
}

/* Register 5 of warp 0 and register 4 of warp 1 lie in one bank: one of the two is read a cycle. */
static void warps_compete_for_banks(void **state)
{
    (void)state;
    of_warp_0 = of_warp_1 = 5;
    assert_int_equal(bench_growth(&m, write_two_readers, 20, 40, decoded), 20);
    of_warp_1 = 4;
    assert_int_equal(bench_growth(&m, write_two_readers, 20, 40, decoded), 2 * 20);
}

static void write_one_reader(micro *out, uint32_t length)
{
    micro_begin(out, 1, 1);
    uint32_t inst = micro_inst_from(out, TRACE_OP_INT, -1, n_sources, sources);
    micro_warp(out);
    for (uint32_t k = 0; k < length; k++)
        micro_run(out, inst);
}

/* A collector unit is held from the cycle of entry until the one after the last operand: with one unit an
 * instruction takes a cycle for each operand of a bank and one more. */
static void collector_unit_is_held_until_operands_are_read(void **state)
{
    (void)state;
    static const char *const one[] = {"fetch=0", "sp_collectors=1", NULL};
    sources[0] = 4;
    sources[1] = 4 + BANKS;
    for (n_sources = 1; n_sources <= 2; n_sources++) {
        assert_int_equal(bench_growth(&m, write_one_reader, 20, 40, one), 20 * (n_sources + 1));
        assert_int_equal(bench_growth(&m, write_one_reader, 20, 40, decoded), 20 * n_sources);
    }
}

/* operand_collector=0 is the idealised front end: in the unit one cycle after issue, the result in time. */
static void idealised_collector_costs_one_cycle(void **state)
{
    (void)state;
    static const char *const ideal[] = {"operand_collector=0", NULL};
    n_sources = 1;
    sources[0] = 4;
    assert_int_equal(bench_growth(&m, write_chain, 10, 20, ideal), 10 * (LATENCY + 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operands_of_one_bank_are_read_in_turn),
        cmocka_unit_test(warps_compete_for_banks),
        cmocka_unit_test(collector_unit_is_held_until_operands_are_read),
        cmocka_unit_test(idealised_collector_costs_one_cycle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

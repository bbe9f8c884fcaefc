/* When can a warp issue? Scoreboard and schedulers. The result of an instruction issued in cycle I can be
 * used in I + latency + 6 with one operand, I + latency + 5 without: pipeline register, collector unit,
 * operands, register in front of the unit, latency, write-back (operands.h). Source: [S2.2.1,
 * S3.4.1], opndcoll_rfu_t and pipelined_simd_unit [GS]; measured in Accel-Sim
 * (tests/oracle/sim/accelsim_micro.csv: alu0, alu1). */
#include "tests/timing/sim/bench.h"

enum { NO_OPERAND = 5, ONE_OPERAND = 6 };

static micro m;
static trace_op chain_op;
static int chain_source;

/* Instructions that write one register each, and read `chain_source`. */
static void write_chain(micro *out, uint32_t length)
{
    micro_begin(out, 1, 1);
    uint32_t inst = micro_inst(out, chain_op, 1, chain_source);
    micro_warp(out);
    for (uint32_t k = 0; k < length; k++)
        micro_run(out, inst);
}

static const struct {
    trace_op op;
    uint64_t latency; /* config.def */
} kinds[] = {{TRACE_OP_INT, 4}, {TRACE_OP_BRANCH, 4}, {TRACE_OP_FP, 4}, {TRACE_OP_DP, 8}, {TRACE_OP_SFU, 40}};

static void result_is_read_after_latency_and_6(void **state)
{
    (void)state;
    chain_source = 1;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        chain_op = kinds[i].op;
        assert_int_equal(bench_growth(&m, write_chain, 10, 20, NULL), 10 * (kinds[i].latency + ONE_OPERAND));
    }
}

/* WAW: a register that is going to be written must not be written again before. */
static void register_is_written_again_after_latency_and_5(void **state)
{
    (void)state;
    chain_source = -1;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        chain_op = kinds[i].op;
        assert_int_equal(bench_growth(&m, write_chain, 10, 20, NULL), 10 * (kinds[i].latency + NO_OPERAND));
    }
}

/* Pairs r1 <- r2; r2 <-, for a new r1 and r2 each. */
static void write_anti_dependences(micro *out, uint32_t pairs)
{
    micro_begin(out, 1, 1);
    micro_warp(out);
    for (uint32_t k = 0; k < pairs; k++) {
        micro_run(out, micro_inst(out, TRACE_OP_INT, (int)(2 * k), (int)(2 * k + 1)));
        micro_run(out, micro_inst(out, TRACE_OP_INT, (int)(2 * k + 1), -1));
    }
}

/* WAR is no hazard: operands are read in order of issue. */
static void register_that_is_read_can_be_written(void **state)
{
    (void)state;
    static const char *const decoded[] = {"fetch=0", NULL};
    assert_int_equal(bench_growth(&m, write_anti_dependences, 8, 16, decoded), 2 * 8);
}

static uint32_t warps;

/* `warps` warps of instructions that need nothing of each other. */
static void write_independent(micro *out, uint32_t length)
{
    micro_begin(out, 1, warps);
    uint32_t inst = micro_inst(out, TRACE_OP_INT, -1, -1);
    for (uint32_t w = 0; w < warps; w++) {
        micro_warp(out);
        for (uint32_t k = 0; k < length; k++)
            micro_run(out, inst);
    }
}

/* A scheduler issues one instruction a cycle, and has its own warps: round robin by number. */
static void schedulers_issue_one_instruction_a_cycle(void **state)
{
    (void)state;
    static const char *const one[] = {"fetch=0", "schedulers=1", NULL};
    static const char *const two[] = {"fetch=0", "schedulers=2", NULL};
    static const char *const four[] = {"fetch=0", "schedulers=4", "sp_units=4", NULL};
    warps = 1;
    assert_int_equal(bench_growth(&m, write_independent, 20, 40, two), 20);
    warps = 4;
    assert_int_equal(bench_growth(&m, write_independent, 20, 40, one), 4 * 20);
    assert_int_equal(bench_growth(&m, write_independent, 20, 40, two), 2 * 20);
    assert_int_equal(bench_growth(&m, write_independent, 20, 40, four), 20);
}

/* Idle slots are those of SM cycles with resident warps in which a scheduler does not issue. */
static void idle_slots_and_issues_are_all_slots(void **state)
{
    (void)state;
    chain_op = TRACE_OP_SFU;
    chain_source = 1;
    write_chain(&m, 10);
    sim_counters c = bench_once(&m, "gto", NULL);
    assert_int_equal(c.warp_insts, 10);
    assert_int_equal(c.issue_slots_idle + c.warp_insts, 2 * c.sm_active_cycles);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(result_is_read_after_latency_and_6),
        cmocka_unit_test(register_is_written_again_after_latency_and_5),
        cmocka_unit_test(register_that_is_read_can_be_written),
        cmocka_unit_test(schedulers_issue_one_instruction_a_cycle),
        cmocka_unit_test(idle_slots_and_issues_are_all_slots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

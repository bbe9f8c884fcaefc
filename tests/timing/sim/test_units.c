/* Do function units, shared memory and barriers take their time? Intervals and latencies: config.def. */
#include "tests/timing/sim/bench.h"

static micro m;
static const char *const decoded[] = {"fetch=0", NULL};

static trace_op first_op, second_op;

/* Pairs of independent instructions of two classes. */
static void write_pairs(micro *out, uint32_t pairs)
{
    micro_begin(out, 1, 1);
    uint32_t first = micro_inst(out, first_op, -1, -1), second = micro_inst(out, second_op, -1, -1);
    micro_warp(out);
    for (uint32_t k = 0; k < pairs; k++) {
        micro_run(out, first);
        micro_run(out, second);
    }
}

/* A unit takes an instruction every interval: 4 cycles for special functions, 8 for double precision. Without
 * double-precision units both use the special-function unit. */
static void intervals(void **state)
{
    (void)state;
    static const char *const with_dp[] = {"fetch=0", "dp_units=1", NULL};
    static const char *const two_sfus[] = {"fetch=0", "sfu_units=2", NULL};
    static const struct {
        trace_op first, second;
        const char *const *settings;
        uint64_t per_pair;
    } cases[] = {{TRACE_OP_SFU, TRACE_OP_SFU, decoded, 4 + 4}, {TRACE_OP_DP, TRACE_OP_DP, decoded, 8 + 8},
                 {TRACE_OP_SFU, TRACE_OP_DP, decoded, 4 + 8},  {TRACE_OP_SFU, TRACE_OP_DP, with_dp, 8},
                 {TRACE_OP_SFU, TRACE_OP_SFU, two_sfus, 4},    {TRACE_OP_DP, TRACE_OP_DP, with_dp, 8 + 8},
                 {TRACE_OP_SFU, TRACE_OP_INT, decoded, 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        first_op = cases[i].first;
        second_op = cases[i].second;
        assert_int_equal(bench_growth(&m, write_pairs, 40, 60, cases[i].settings), 20 * cases[i].per_pair);
    }
}

static uint32_t warps;

static void write_independent(micro *out, uint32_t length)
{
    micro_begin(out, 1, warps);
    uint32_t inst = micro_inst(out, TRACE_OP_FP, -1, -1);
    for (uint32_t w = 0; w < warps; w++) {
        micro_warp(out);
        for (uint32_t k = 0; k < length; k++)
            micro_run(out, inst);
    }
}

/* Two schedulers share what units there are. */
static void units_limit_schedulers(void **state)
{
    (void)state;
    static const char *const one[] = {"fetch=0", "sp_units=1", NULL};
    warps = 2;
    assert_int_equal(bench_growth(&m, write_independent, 20, 40, one), 2 * 20);
    assert_int_equal(bench_growth(&m, write_independent, 20, 40, decoded), 20);
}

static uint32_t passes;
static int shared_source;

static void write_shared_loads(micro *out, uint32_t length)
{
    micro_begin(out, 1, 1);
    uint32_t load = micro_inst(out, TRACE_OP_LOAD_SHARED, shared_source, shared_source);
    micro_warp(out);
    for (uint32_t k = 0; k < length; k++)
        micro_shared(out, load, passes);
}

/* A load from shared memory: 5 cycles from issue to the dispatch register, a cycle for each pass, the
 * latency. [GS ldst_unit::shared_cycle()]; tests/oracle/sim/accelsim_micro.csv: shared, shared_8_passes */
static void shared_loads_take_latency_and_passes(void **state)
{
    (void)state;
    shared_source = 1;
    for (passes = 1; passes <= 32; passes *= 2)
        assert_int_equal(bench_growth(&m, write_shared_loads, 10, 20, NULL), 10 * (26 + 5 + passes));
}

/* The dispatch register is busy for the passes of an access. */
static void shared_loads_are_served_one_pass_a_cycle(void **state)
{
    (void)state;
    shared_source = -1;
    for (passes = 1; passes <= 32; passes *= 2)
        assert_int_equal(bench_growth(&m, write_shared_loads, 40, 60, decoded), 20 * passes);
}

static uint32_t before, after;
static bool meet;

/* Warp 0 computes, then meets warp 1, which computes afterwards. */
static void write_meeting(micro *out)
{
    micro_begin(out, 1, 2);
    uint32_t sfu = micro_inst(out, TRACE_OP_SFU, 1, 1), barrier = micro_inst(out, TRACE_OP_BARRIER, -1, -1);
    uint32_t length[2][2] = {{before, 0}, {0, after}};
    for (int w = 0; w < 2; w++) {
        micro_warp(out);
        for (int part = 0; part < 2; part++) {
            for (uint32_t k = 0; k < length[w][part]; k++)
                micro_run(out, sfu);
            if (part == 0 && meet)
                micro_run(out, barrier);
        }
        micro_run(out, sfu);
    }
}

static uint64_t meeting(uint32_t first, uint32_t then, bool with_barrier)
{
    before = first;
    after = then;
    meet = with_barrier;
    write_meeting(&m);
    return bench_once(&m, "gto", NULL).cycles;
}

/* What stands before a barrier in one warp delays what stands behind it in another. */
static void barriers_add_up_what_would_overlap(void **state)
{
    (void)state;
    const uint64_t link = 40 + 6;
    uint64_t both = meeting(10, 10, true);
    assert_int_equal(meeting(20, 10, true) - both, 10 * link);
    assert_int_equal(meeting(10, 20, true) - both, 10 * link);
    assert_true(meeting(20, 20, false) - meeting(10, 20, false) < link); /* without it they overlap */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals),
        cmocka_unit_test(units_limit_schedulers),
        cmocka_unit_test(shared_loads_take_latency_and_passes),
        cmocka_unit_test(shared_loads_are_served_one_pass_a_cycle),
        cmocka_unit_test(barriers_add_up_what_would_overlap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

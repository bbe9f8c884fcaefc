/* Does the core of Maxwell to Ampere take its time: sub-cores, collector units for all kinds of instruction,
 * units for kinds of instruction, register ports, fetch? Source: shader_core_ctx::cycle(),
 * create_exec_pipeline(), opndcoll_rfu_t and register_bank() [GS]. */
#include "tests/timing/sim/bench.h"

enum { ROUNDS = 20, LATENCY = 4 };

static micro m;

static uint32_t warps, n_sources;
static uint16_t sources[3];
static trace_op ops[2];

/* Every warp runs two independent instructions over and over. */
static void write_pairs(micro *out, uint32_t pairs)
{
    micro_begin(out, 1, warps);
    const uint32_t inst[2] = {micro_inst_from(out, ops[0], -1, n_sources, sources),
                              micro_inst_from(out, ops[1], -1, n_sources, sources)};
    for (uint32_t w = 0; w < warps; w++) {
        micro_warp(out);
        for (uint32_t k = 0; k < 2 * pairs; k++)
            micro_run(out, inst[k % 2]);
    }
}

static uint64_t cycles_of_pairs(trace_op first, trace_op second, const char *const *settings)
{
    ops[0] = first;
    ops[1] = second;
    return bench_growth(&m, write_pairs, ROUNDS, 2 * ROUNDS, settings);
}

/* Without units of their own integers and branches run where single precision does. */
static void kinds_with_units_run_side_by_side(void **state)
{
    (void)state;
    static const char *const shared[] = {"fetch=0", "sp_units=1", "int_interval=2", "fp_interval=2", NULL};
    static const char *const own[] = {"fetch=0",           "sp_units=1",       "int_interval=2",
                                      "fp_interval=2",     "int_units=1",      "branch_units=1",
                                      "branch_interval=6", "branch_latency=4", NULL};
    warps = 1;
    n_sources = 0;
    assert_int_equal(cycles_of_pairs(TRACE_OP_FP, TRACE_OP_INT, shared), 4 * ROUNDS);
    assert_int_equal(cycles_of_pairs(TRACE_OP_FP, TRACE_OP_INT, own), 2 * ROUNDS);
    assert_int_equal(cycles_of_pairs(TRACE_OP_INT, TRACE_OP_INT, own), 4 * ROUNDS);
    assert_int_equal(cycles_of_pairs(TRACE_OP_INT, TRACE_OP_BRANCH, shared), 4 * ROUNDS);
    assert_int_equal(cycles_of_pairs(TRACE_OP_INT, TRACE_OP_BRANCH, own), 6 * ROUNDS);
}

/* A barrier takes the unit of integers for one cycle, whatever they take. */
static void barriers_take_a_cycle(void **state)
{
    (void)state;
    static const char *const slow[] = {"fetch=0", "sp_units=1", "int_units=1", "int_interval=7", NULL};
    warps = 1;
    n_sources = 0;
    assert_int_equal(cycles_of_pairs(TRACE_OP_INT, TRACE_OP_INT, slow), 14 * ROUNDS);
    assert_int_equal(cycles_of_pairs(TRACE_OP_INT, TRACE_OP_BARRIER, slow), 8 * ROUNDS);
}

static void write_kind(micro *out, uint32_t length)
{
    micro_begin(out, 1, 1);
    const uint32_t inst = micro_inst(out, ops[0], 1, 1);
    micro_warp(out);
    for (uint32_t k = 0; k < length; k++)
        micro_run(out, inst);
}

/* Kinds of instruction for which a machine may have units, and what they are where it has none. */
static const struct {
    trace_op op, otherwise;
    const char *own[7], *none[6];
} special[] = {
    {TRACE_OP_BRANCH,
     TRACE_OP_INT,
     {"fetch=0", "sp_units=1", "branch_units=1", "branch_latency=9", "branch_interval=5", NULL},
     {"fetch=0", "sp_units=1", "branch_latency=9", "branch_interval=5", NULL}},
    {TRACE_OP_TEXTURE,
     TRACE_OP_SFU,
     {"fetch=0", "sp_units=1", "texture_units=1", "texture_latency=9", "texture_interval=5", NULL},
     {"fetch=0", "sp_units=1", "texture_latency=9", "texture_interval=5", NULL}},
    {TRACE_OP_TENSOR,
     TRACE_OP_FP,
     {"fetch=0", "sp_units=1", "tensor_units=1", "tensor_latency=9", "tensor_interval=5", "fp_latency=6",
      NULL},
     {"fetch=0", "sp_units=1", "tensor_latency=9", "tensor_interval=5", "fp_latency=6", NULL}},
    {TRACE_OP_UNIFORM,
     TRACE_OP_INT,
     {"fetch=0", "sp_units=1", "uniform_units=1", "uniform_latency=9", "uniform_interval=5", NULL},
     {"fetch=0", "sp_units=1", "uniform_latency=9", "uniform_interval=5", NULL}},
};

static uint64_t cycles_of_chain(trace_op op, const char *const *settings)
{
    ops[0] = op;
    return bench_growth(&m, write_kind, 10, 20, settings);
}

/* A chain, if there were such of branches: latency + 6, as with any unit (test_operands.c). */
static void special_units_have_a_latency(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof special / sizeof *special; i++) {
        assert_int_equal(cycles_of_chain(special[i].op, special[i].own), 10 * (9 + 6));
        assert_int_equal(cycles_of_chain(special[i].op, special[i].none),
                         cycles_of_chain(special[i].otherwise, special[i].none));
        assert_int_not_equal(cycles_of_chain(special[i].otherwise, special[i].none), 10 * (9 + 6));
    }
}

/* One takes an instruction every so many cycles, and those for integers go on meanwhile. */
static void special_units_run_side_by_side(void **state)
{
    (void)state;
    warps = 1;
    n_sources = 0;
    for (size_t i = 0; i < sizeof special / sizeof *special; i++) {
        const trace_op op = special[i].op, otherwise = special[i].otherwise;
        assert_int_equal(cycles_of_pairs(op, op, special[i].own), 2 * 5 * ROUNDS);
        assert_int_equal(cycles_of_pairs(op, TRACE_OP_INT, special[i].own), 5 * ROUNDS);
        assert_int_equal(cycles_of_pairs(op, op, special[i].none),
                         cycles_of_pairs(otherwise, otherwise, special[i].none));
    }
}

/* Two warps of one scheduler, of four, have a unit of their sub-core between them; of the whole SM they can
 * have two, so that the scheduler is what limits. */
static void a_sub_core_has_its_share_of_the_units(void **state)
{
    (void)state;
    static const char *const whole[] = {"fetch=0",       "schedulers=4", "sp_units=4",
                                        "fp_interval=2", "sfu_units=4",  NULL};
    static const char *const parts[] = {"fetch=0",     "schedulers=4", "sp_units=4",          "fp_interval=2",
                                        "sfu_units=4", "sub_cores=1",  "common_collectors=8", NULL};
    warps = 1;
    n_sources = 0;
    assert_int_equal(cycles_of_pairs(TRACE_OP_FP, TRACE_OP_FP, whole), 2 * ROUNDS);
    assert_int_equal(cycles_of_pairs(TRACE_OP_FP, TRACE_OP_FP, parts), 4 * ROUNDS);
    warps = 4; /* a scheduler each */
    assert_int_equal(cycles_of_pairs(TRACE_OP_FP, TRACE_OP_FP, parts), 4 * ROUNDS);
    warps = 8;
    assert_int_equal(cycles_of_pairs(TRACE_OP_FP, TRACE_OP_FP, parts), 8 * ROUNDS);
}

/* 16 banks are 4 of a sub-core: registers 4 and 8 of a warp share one, which they do not of 16. */
static void a_sub_core_has_its_share_of_the_banks(void **state)
{
    (void)state;
    static const char *const whole[] = {"fetch=0", "schedulers=4", "common_collectors=8", NULL};
    static const char *const parts[] = {"fetch=0",     "schedulers=4",        "sp_units=4",    "sfu_units=4",
                                        "sub_cores=1", "common_collectors=8", "int_latency=4", NULL};
    warps = 1;
    n_sources = 2;
    sources[0] = 4;
    sources[1] = 8;
    assert_int_equal(cycles_of_pairs(TRACE_OP_INT, TRACE_OP_INT, whole), 2 * ROUNDS);
    assert_int_equal(cycles_of_pairs(TRACE_OP_INT, TRACE_OP_INT, parts), 4 * ROUNDS);
}

/* With two ports a bank serves two operands a cycle. */
static void ports_are_reads_of_a_cycle(void **state)
{
    (void)state;
    static const char *const one[] = {"fetch=0", "common_collectors=8", NULL};
    static const char *const two[] = {"fetch=0", "common_collectors=8", "register_ports=2", NULL};
    static const char *const four[] = {"fetch=0", "common_collectors=8", "register_ports=4", NULL};
    warps = 1;
    n_sources = 2;
    sources[0] = 4;
    sources[1] = 4 + 16;
    assert_int_equal(cycles_of_pairs(TRACE_OP_INT, TRACE_OP_INT, one), 4 * ROUNDS);
    assert_int_equal(cycles_of_pairs(TRACE_OP_INT, TRACE_OP_INT, two), 2 * ROUNDS);
    assert_int_equal(cycles_of_pairs(TRACE_OP_INT, TRACE_OP_INT, four), 2 * ROUNDS);
}

static void write_chain(micro *out, uint32_t length)
{
    micro_begin(out, 1, 1);
    const uint32_t inst = micro_inst_from(out, TRACE_OP_INT, sources[0], n_sources, sources);
    micro_warp(out);
    for (uint32_t k = 0; k < length; k++)
        micro_run(out, inst);
}

/* Turns of a cycle: entering takes one, each operand of a bank one, leaving is the next; the unit starts in
 * the cycle behind it. */
static void operands_take_turns(void **state)
{
    (void)state;
    static const struct {
        const char *ports;
        uint64_t of_one, of_two, of_three; /* operands of one bank */
    } cases[] = {{"register_ports=1", LATENCY + 6, LATENCY + 7, LATENCY + 8},
                 {"register_ports=2", LATENCY + 5, LATENCY + 5, LATENCY + 6},
                 {"register_ports=4", LATENCY + 4, LATENCY + 4, LATENCY + 5}};
    sources[0] = 4;
    sources[1] = 4 + 16;
    sources[2] = 4 + 32;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *const settings[] = {"fetch=0", "common_collectors=8", cases[i].ports, NULL};
        const uint64_t expected[] = {cases[i].of_one, cases[i].of_two, cases[i].of_three};
        for (n_sources = 1; n_sources <= 3; n_sources++)
            assert_int_equal(bench_growth(&m, write_chain, 10, 20, settings), 10 * expected[n_sources - 1]);
    }
}

/* One collector for all: what special functions hold single precision waits for. */
static void collectors_are_shared(void **state)
{
    (void)state;
    static const char *const own[] = {"fetch=0", "sfu_collectors=1", "sp_collectors=1", NULL};
    static const char *const one[] = {"fetch=0", "common_collectors=1", NULL};
    warps = 2; /* a scheduler each: both kinds every cycle */
    n_sources = 0;
    const uint64_t apart = cycles_of_pairs(TRACE_OP_FP, TRACE_OP_INT, own);
    assert_int_equal(apart, 4 * ROUNDS); /* one collector, left a cycle after it is entered */
    assert_int_equal(cycles_of_pairs(TRACE_OP_FP, TRACE_OP_INT, one), 4 * ROUNDS);
    warps = 1;
    assert_int_equal(cycles_of_pairs(TRACE_OP_SFU, TRACE_OP_FP, own), 4 * ROUNDS);
    assert_int_equal(cycles_of_pairs(TRACE_OP_SFU, TRACE_OP_SFU, one), 8 * ROUNDS);
}

static void write_fetched(micro *out, uint32_t length)
{
    micro_begin(out, 1, warps);
    const uint32_t inst = micro_inst(out, TRACE_OP_INT, -1, -1);
    for (uint32_t w = 0; w < warps; w++) {
        micro_warp(out);
        for (uint32_t k = 0; k < length; k++)
            micro_run(out, inst);
    }
}

/* Two schedulers issue an instruction a cycle each; one warp fetched a cycle feeds no more than that, and
 * warps that fetch together are fed for as long as the schedulers last (test_fetch.c has one). */
static void several_warps_fetch_in_a_cycle(void **state)
{
    (void)state;
    static const char *const one[] = {"schedulers=4", "sp_units=4", NULL};
    static const char *const two[] = {"schedulers=4", "sp_units=4", "fetch_warps=2", NULL};
    static const char *const four[] = {"schedulers=4", "sp_units=4", "fetch_warps=4", NULL};
    warps = 8;
    assert_int_equal(bench_growth(&m, write_fetched, 40, 80, one), 40 * warps / 2);
    assert_int_equal(bench_growth(&m, write_fetched, 40, 80, two), 40 * warps / 4);
    assert_int_equal(bench_growth(&m, write_fetched, 40, 80, four), 40 * warps / 4);
    warps = 1; /* its buffer is filled in the cycle in which it is found empty: a cycle an instruction */
    assert_int_equal(bench_growth(&m, write_fetched, 40, 80, one), 40 * 3 / 2);
    assert_int_equal(bench_growth(&m, write_fetched, 40, 80, two), 40);
}

/* Two instructions of a warp go in a cycle if they are for different units, or any two that find one; never
 * more than what is decoded, and none that needs the first. */
static void a_warp_issues_two_instructions(void **state)
{
    (void)state;
    static const char *const single[] = {"fetch=0", "int_units=1", "sp_units=2", NULL};
    static const char *const other[] = {"fetch=0", "int_units=1", "sp_units=2", "issue_width=2", NULL};
    static const char *const any[] = {"fetch=0",       "int_units=1",       "sp_units=2",
                                      "issue_width=2", "issue_different=0", NULL};
    warps = 1;
    n_sources = 0;
    assert_int_equal(cycles_of_pairs(TRACE_OP_FP, TRACE_OP_INT, single), 2 * ROUNDS);
    assert_int_equal(cycles_of_pairs(TRACE_OP_FP, TRACE_OP_INT, other), ROUNDS);
    assert_int_equal(cycles_of_pairs(TRACE_OP_FP, TRACE_OP_FP, other), 2 * ROUNDS);
    assert_int_equal(cycles_of_pairs(TRACE_OP_FP, TRACE_OP_FP, any), ROUNDS);
    static const char *const chain[] = {"fetch=0", "issue_width=2", "issue_different=0", NULL};
    n_sources = 1;
    sources[0] = 4;
    assert_int_equal(bench_growth(&m, write_chain, 10, 20, chain), 10 * (LATENCY + 6));
}

static uint32_t loads;

/* A warp that loads lines of its own with 8 requests each, and computes beside it. */
static void write_loads(micro *out, uint32_t length)
{
    micro_begin(out, 1, warps);
    const uint32_t load = micro_inst(out, TRACE_OP_LOAD_GLOBAL, -1, 1),
                   use = micro_inst(out, TRACE_OP_FP, 2, 1);
    for (uint32_t w = 0; w < warps; w++) {
        micro_warp(out);
        for (uint32_t k = 0; k < length; k++) {
            for (uint32_t i = 0; i < loads; i++)
                micro_access(out, load, 8 * w, 8, 1);
            micro_run(out, use);
        }
    }
}

/* Loads that wait for the load-store unit hold the collectors of their sub-core, and nothing else gets
 * through: the time is that of the loads, which is no less with more collectors. */
static void loads_hold_collectors(void **state)
{
    (void)state;
    static const char *const few[] = {"fetch=0",     "schedulers=2",        "sub_cores=1", "sp_units=2",
                                      "sfu_units=2", "common_collectors=2", NULL};
    static const char *const many[] = {"fetch=0",     "schedulers=2",         "sub_cores=1", "sp_units=2",
                                       "sfu_units=2", "common_collectors=32", NULL};
    warps = 4;
    loads = 3;
    const uint64_t with_few = bench_warm_growth(&m, write_loads, 10, 20, few),
                   with_many = bench_warm_growth(&m, write_loads, 10, 20, many);
    assert_in_range(with_many, 10 * warps * loads * 8, 10 * warps * loads * 8 + 8);
    assert_in_range(with_few, with_many, with_many + 8);
}

/* Four warps load a line or more each; what the third has loaded it uses in a chain of `chain`. */
static uint64_t cycles_of_four(uint32_t requests_of_last, const char *const *settings)
{
    enum { CHAIN = 60 };
    micro_begin(&m, 1, 4);
    const uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, 2),
                   use = micro_inst(&m, TRACE_OP_SFU, 1, 1);
    for (uint32_t w = 0; w < 4; w++) {
        micro_warp(&m);
        micro_access(&m, load, 32 * w, w == 2 ? 1 : w == 3 ? requests_of_last : 32, 1);
        for (uint32_t k = 0; k < (w == 2 ? CHAIN : 1); k++)
            micro_run(&m, use);
    }
    return bench_warm(&m, settings).cycles;
}

/* The first load is in the load-store unit, the second in front of it, the third and the fourth have their
 * operands and wait in collectors 2 and 3, behind 1, which was left last: 2 is left next, whatever waits
 * in 3. */
static void collectors_are_left_in_turn(void **state)
{
    (void)state;
    static const char *const settings[] = {"fetch=0", "schedulers=1", "common_collectors=8", NULL};
    assert_int_equal(cycles_of_four(32, settings), cycles_of_four(1, settings));
}

/* Warp 0 loads until its last load waits in the only collector of sub-core 0, whose warp 2 then has an
 * instruction `behind` it. Meanwhile warp 1, of sub-core 1, comes to its own `op`, and has much to do after
 * it. */
static uint64_t cycles_behind(trace_op behind, trace_op op)
{
    enum { CHAIN = 30 };
    static const char *const settings[] = {"fetch=0",       "schedulers=2",        "sub_cores=1",
                                           "sp_units=2",    "sfu_units=2",         "int_units=2",
                                           "lsu_queue=128", "common_collectors=2", NULL};
    micro_begin(&m, 1, 3);
    const uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, -1, 1),
                   wait = micro_inst(&m, TRACE_OP_FP, 1, 1), one = micro_inst(&m, op, 1, 1),
                   chain = micro_inst(&m, TRACE_OP_SFU, 1, 1), other = micro_inst(&m, behind, 1, 1);
    micro_warp(&m);
    micro_run(&m, wait);
    for (uint32_t i = 0; i < 3; i++)
        micro_access(&m, load, 0, 32, 1);
    micro_warp(&m);
    for (uint32_t k = 0; k < 3; k++)
        micro_run(&m, wait);
    micro_run(&m, one);
    for (uint32_t k = 0; k < CHAIN; k++)
        micro_run(&m, chain);
    micro_warp(&m);
    for (uint32_t k = 0; k < 2; k++)
        micro_run(&m, wait);
    micro_run(&m, other);
    return bench_warm(&m, settings).cycles;
}

/* What waits for a collector of its sub-core keeps its kind from those of others, and only that. */
static void one_that_waits_holds_up_its_kind(void **state)
{
    (void)state;
    const uint64_t free = cycles_behind(TRACE_OP_INT, TRACE_OP_FP);
    assert_in_range(cycles_behind(TRACE_OP_FP, TRACE_OP_FP), free + 10, free + 32);
    assert_in_range(cycles_behind(TRACE_OP_INT, TRACE_OP_INT), free + 10, free + 32);
}

/* Four schedulers issue in one cycle, and there is one collector. The first instruction, of single precision,
 * enters; the others are `second` to `fourth`, of which `second` has much to do after it. */
static uint64_t cycles_of_second(const trace_op *second)
{
    static const char *const settings[] = {"fetch=0", "schedulers=4", "int_units=1", "common_collectors=1",
                                           NULL};
    micro_begin(&m, 1, 4);
    const uint32_t chain = micro_inst(&m, TRACE_OP_SFU, 1, 1), first = micro_inst(&m, TRACE_OP_FP, -1, -1);
    for (uint32_t w = 0; w < 4; w++) {
        const trace_op op = w ? second[w - 1] : TRACE_OP_FP;
        const uint32_t inst = w ? micro_inst(&m, op, op == TRACE_OP_LOAD_GLOBAL ? -1 : 1, -1) : first;
        micro_warp(&m);
        if (op == TRACE_OP_LOAD_GLOBAL)
            micro_access(&m, inst, 0, 1, 1);
        else
            micro_run(&m, inst);
        for (uint32_t k = 0; w == 1 && k < 30; k++)
            micro_run(&m, chain);
    }
    return bench_warm(&m, settings).cycles;
}

/* Of those that wait for a collector single precision goes first, then memory instructions, then integers,
 * whoever was issued first; each holds it for a cycle. */
static void kinds_have_an_order(void **state)
{
    (void)state;
    const trace_op FP = TRACE_OP_FP, INT = TRACE_OP_INT, LOAD = TRACE_OP_LOAD_GLOBAL;
    const trace_op of_fp[] = {FP, INT, LOAD}, of_int[] = {INT, INT, INT}, fp[] = {INT, INT, FP},
                   load[] = {INT, LOAD, INT}, both[] = {INT, LOAD, FP};
    const uint64_t first = cycles_of_second(of_int);
    assert_int_equal(cycles_of_second(of_fp), first);
    assert_int_equal(cycles_of_second(fp), first + 1);
    assert_int_equal(cycles_of_second(load), first + 1);
    assert_int_equal(cycles_of_second(both), first + 2);
}

static uint16_t written;

/* A warp of sub-core 1 reads two registers of one bank and writes another, every fourth from `written` on. */
static void write_writers(micro *out, uint32_t length)
{
    enum { RESULTS = 12 /* at once: no instruction waits for another */ };
    static const uint16_t read[] = {4, 8};
    uint32_t inst[RESULTS];
    micro_begin(out, 1, 2);
    for (uint32_t k = 0; k < RESULTS; k++)
        inst[k] = micro_inst_from(out, TRACE_OP_INT, (int)(written + 4 * k), 2, read);
    const uint32_t idle = micro_inst(out, TRACE_OP_INT, -1, -1);
    micro_warp(out);
    micro_run(out, idle);
    micro_warp(out);
    for (uint32_t k = 0; k < length; k++)
        micro_run(out, inst[k % RESULTS]);
}

/* Of the 4 banks of a sub-core one is read twice and, if it is the same, written once an instruction. */
static void results_are_written_to_the_banks_of_a_sub_core(void **state)
{
    (void)state;
    static const char *const parts[] = {"fetch=0",     "schedulers=4",        "sp_units=4",    "sfu_units=4",
                                        "sub_cores=1", "common_collectors=8", "int_latency=4", NULL};
    written = 13;
    assert_int_equal(bench_growth(&m, write_writers, ROUNDS, 2 * ROUNDS, parts), 2 * ROUNDS);
    written = 12;
    assert_int_equal(bench_growth(&m, write_writers, ROUNDS, 2 * ROUNDS, parts), 3 * ROUNDS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_with_units_run_side_by_side),
        cmocka_unit_test(barriers_take_a_cycle),
        cmocka_unit_test(special_units_have_a_latency),
        cmocka_unit_test(special_units_run_side_by_side),
        cmocka_unit_test(a_sub_core_has_its_share_of_the_units),
        cmocka_unit_test(a_sub_core_has_its_share_of_the_banks),
        cmocka_unit_test(ports_are_reads_of_a_cycle),
        cmocka_unit_test(operands_take_turns),
        cmocka_unit_test(collectors_are_shared),
        cmocka_unit_test(several_warps_fetch_in_a_cycle),
        cmocka_unit_test(a_warp_issues_two_instructions),
        cmocka_unit_test(loads_hold_collectors),
        cmocka_unit_test(collectors_are_left_in_turn),
        cmocka_unit_test(one_that_waits_holds_up_its_kind),
        cmocka_unit_test(kinds_have_an_order),
        cmocka_unit_test(results_are_written_to_the_banks_of_a_sub_core),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

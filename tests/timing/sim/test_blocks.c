/* When do warps and thread blocks end, and what takes their place? Atomics. */
#include "tests/timing/sim/bench.h"

enum {
    RATIO = 2, /* core cycles per crossbar and L2 cycle */
    ICNT = 4,  /* icnt_latency, crossbar cycles */
    L2_PIPE = 120,
    WINDOW = RATIO * ICNT, /* core cycles between two exchanges (port.h) */
};

static micro m;

static void write_one(micro *out, trace_op op)
{
    micro_begin(out, 1, 1);
    uint32_t inst = micro_inst(out, op, op == TRACE_OP_STORE_GLOBAL ? -1 : 1, -1);
    micro_warp(out);
    micro_access(out, inst, 0, 1, 1);
}

/* A warp ends when its stores are acknowledged: the way of 5 flits there, the pipe and the look-up of L2, and
 * of one flit back. The look-up in L1 is in cycle 4; nothing else happens. [GS shd_warp_t::hardware_done()]
 */
static void warp_ends_when_its_stores_are_acknowledged(void **state)
{
    (void)state;
    static const char *const decoded[] = {"fetch=0", NULL};
    write_one(&m, TRACE_OP_STORE_GLOBAL);
    sim_counters c = bench_warm(&m, decoded);
    uint64_t edge = RATIO, request = RATIO * (ICNT + 5), look_up = RATIO * (1 + 1),
             reply = RATIO * (ICNT + 1);
    assert_int_equal(c.sm_active_cycles, 4 + edge + request + L2_PIPE + look_up + reply);
}

/* Blocks of one warp that multiplies. */
static void write_blocks(micro *out, uint32_t blocks)
{
    micro_begin(out, blocks, 1);
    uint32_t inst = micro_inst(out, TRACE_OP_SFU, 1, 1);
    for (uint32_t w = 0; w < blocks; w++) {
        micro_warp(out);
        for (int k = 0; k < 4; k++)
            micro_run(out, inst);
    }
}

/* A block that has ended is replaced at the next exchange: one after the other they take the time of one,
 * rounded up to the window. */
static void block_slot_is_taken_at_the_next_exchange(void **state)
{
    (void)state;
    static const char *const one[] = {"fetch=0", "thread_blocks=1", NULL};
    const uint64_t block = 4 * (40 + 6); /* issue of the first to the write-back of the last */
    write_blocks(&m, 1);
    assert_int_equal(bench_once(&m, "gto", one).sm_active_cycles, block);
    uint64_t in_windows =
        (block + WINDOW) / WINDOW * WINDOW; /* one that ends with a window starts in the next */
    assert_int_equal(bench_growth(&m, write_blocks, 10, 20, one), 10 * in_windows);
}

/* With room for k blocks, n blocks take n / k rounds. */
static void resident_blocks_run_together(void **state)
{
    (void)state;
    static const char *const one[] = {"fetch=0", "thread_blocks=1", "sfu_interval=1", NULL};
    static const char *const four[] = {"fetch=0", "thread_blocks=4", "sfu_interval=1", NULL};
    uint64_t alone = bench_growth(&m, write_blocks, 16, 32, one);
    uint64_t together = bench_growth(&m, write_blocks, 16, 32, four);
    assert_int_equal(alone, 4 * together);
}

/* Blocks go to the SMs in turn, and then wherever a slot is free. */
static void blocks_are_dealt_to_sms_in_turn(void **state)
{
    (void)state;
    static const char *const four[] = {"sms=4", "fetch=0", NULL};
    write_blocks(&m, 4);
    sim_counters each = bench_once(&m, "gto", four);
    write_blocks(&m, 1);
    sim_counters one = bench_once(&m, "gto", four);
    assert_int_equal(each.cycles, one.cycles);
    assert_int_equal(each.sm_active_cycles, 4 * one.sm_active_cycles);
}

static trace_op memory_op;

/* Memory instructions of one line; the next instruction of the warp does not need their result. */
static void write_memory(micro *out, uint32_t length)
{
    micro_begin(out, 1, 1);
    uint32_t load = micro_inst(out, TRACE_OP_LOAD_GLOBAL, 2, -1), use = micro_inst(out, TRACE_OP_INT, 3, 2);
    uint32_t inst = micro_inst(out, memory_op, -1, -1);
    micro_warp(out);
    micro_access(out, load, 0, 1, 1); /* line 0 lies in L1 */
    micro_run(out, use);
    for (uint32_t k = 0; k < length; k++)
        micro_access(out, inst, 0, 1, 1);
}

/* An atomic goes past the L1 and its latency, from the dispatch register to the crossbar; its result is
 * written back in the cycle after the reply and can be used in the next. [GS ldst_unit::memory_cycle(),
 * writeback()] */
static void atomics_go_past_the_l1(void **state)
{
    (void)state;
    static const char *const fast[] = {"fetch=0", NULL}, *const slow[] = {"fetch=0", "l1_latency=35", NULL};
    write_one(&m, TRACE_OP_ATOMIC_GLOBAL);
    sim_counters c = bench_warm(&m, fast);
    uint64_t request = RATIO * (ICNT + 5), look_up = RATIO * (1 + 1), reply = RATIO * (ICNT + 5);
    assert_int_equal(c.sm_active_cycles, 4 + request + L2_PIPE + look_up + reply + 2);
    assert_int_equal(bench_warm(&m, slow).sm_active_cycles, c.sm_active_cycles);
}

/* An atomic is done at L2 even if the line lies in L1, and its warp waits for it. [GS shd_warp_t::waiting()]
 */
static void warps_wait_for_atomics(void **state)
{
    (void)state;
    memory_op = TRACE_OP_LOAD_GLOBAL;
    assert_true(bench_warm_growth(&m, write_memory, 10, 20, NULL) <= 10 * 2);
    memory_op = TRACE_OP_ATOMIC_GLOBAL;
    assert_true(bench_warm_growth(&m, write_memory, 10, 20, NULL) > 10 * L2_PIPE);
    write_memory(&m, 20);
    sim_counters c = bench_warm(&m, NULL);
    assert_int_equal(c.l1_read_accesses, 1); /* only the load */
    assert_int_equal(c.l2_reads, 1 + 20);
    assert_int_equal(c.dram_reads, 0);
}

/* Instructions on shared memory, each followed by one that reads register 2, which is their result or not. */
static bool is_result_read;

static void write_shared(micro *out, uint32_t length)
{
    micro_begin(out, 1, 1);
    const uint32_t inst = micro_inst(out, memory_op, is_result_read ? 2 : -1, -1);
    const uint32_t next = micro_inst(out, TRACE_OP_INT, 3, 2);
    micro_warp(out);
    for (uint32_t k = 0; k < length; k++) {
        micro_shared(out, inst, 1);
        micro_run(out, next);
    }
}

static uint64_t shared_growth(trace_op op, bool reads, const char *const *settings)
{
    memory_op = op;
    is_result_read = reads;
    return bench_growth(&m, write_shared, 10, 20, settings);
}

/* A warp waits for an atomic on shared memory as well, until it is written back: one cycle less than for its
 * result. [GS ldst_unit::writeback(): decrement_atomic_count() in the cycle before releaseRegister()] */
static void warps_wait_for_atomics_on_shared_memory(void **state)
{
    (void)state;
    static const char *const of_24[] = {"fetch=0", "shared_latency=24", NULL};
    static const char *const of_64[] = {"fetch=0", "shared_latency=64", NULL};
    const uint64_t goes_on = shared_growth(TRACE_OP_ATOMIC_SHARED, false, of_24);
    assert_int_equal(shared_growth(TRACE_OP_ATOMIC_SHARED, false, of_64), goes_on + 10 * 40);
    assert_int_equal(shared_growth(TRACE_OP_ATOMIC_SHARED, true, of_24), goes_on + 10);
    assert_int_equal(shared_growth(TRACE_OP_LOAD_SHARED, true, of_24), goes_on + 10);
    assert_true(shared_growth(TRACE_OP_LOAD_SHARED, false, of_24) < goes_on / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(warp_ends_when_its_stores_are_acknowledged),
        cmocka_unit_test(block_slot_is_taken_at_the_next_exchange),
        cmocka_unit_test(resident_blocks_run_together),
        cmocka_unit_test(blocks_are_dealt_to_sms_in_turn),
        cmocka_unit_test(atomics_go_past_the_l1),
        cmocka_unit_test(warps_wait_for_atomics),
        cmocka_unit_test(warps_wait_for_atomics_on_shared_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

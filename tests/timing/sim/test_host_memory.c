/* What lines in memory of the host cost, as formulas: a read of b bytes over a free link takes b / link_gbps
 * and host_read_ns. docs/PAGING.md has the same. */
#include "tests/timing/sim/bench.h"
#include "tests/unit/sim/other_policies.h"

#include <math.h>
#include <stdlib.h>

static micro m;

/* All clocks are one; DRAM answers after 100 cycles, whatever it is asked. A byte takes a cycle of the link.
 */
#define SIMPLE                                                                                        \
    "fetch=0", "core_mhz=1000", "icnt_mhz=1000", "l2_mhz=1000", "dram_mhz=1000", "memory=ideal-dram", \
        "dram_latency=100", "link_gbps=1", "watchdog=0"
enum { DRAM = 100, READ = 500, LINE = 128 };
static const char *const simple[] = {SIMPLE, NULL};

static sim_counters launch(const char *vm, const char *const *settings)
{
    bench b;
    bench_open(&b, "gto", settings);
    sim_destroy(b.sim);
    if (sim_create(&b.sim, &b.config, &(sim_policies){.sched = "gto", .vm = vm}, &b.err))
        fail_msg("%s", b.err.text);
    const sim_counters counters = bench_run(&b, &m);
    sim_destroy(b.sim);
    return counters;
}

/* One warp: `n` instructions for a line each, of `op`, then `alu` others that depend on the first. */
static void write_lines(trace_op op, uint32_t n, uint32_t alu)
{
    micro_begin(&m, 1, 1);
    const bool is_load = op == TRACE_OP_LOAD_GLOBAL;
    const uint32_t access = micro_inst(&m, op, is_load ? 1 : -1, is_load ? 2 : -1);
    const uint32_t use = micro_inst(&m, TRACE_OP_INT, 1, 1);
    micro_warp(&m);
    for (uint32_t i = 0; i < n; i++)
        micro_access(&m, access, i, 1, 1);
    for (uint32_t i = 0; i < alu; i++)
        micro_run(&m, use);
}

static void a_read(void **state)
{
    (void)state;
    static const char *const slower[] = {SIMPLE, "host_read_ns=640", NULL}, *const faster[] = {
                                                                                SIMPLE, "link_gbps=17.18",
                                                                                NULL};
    write_lines(TRACE_OP_LOAD_GLOBAL, 1, 1);
    const sim_counters near = launch("fcfs", simple), far = launch("fcfs:memory=0", simple);
    assert_int_equal(far.cycles - near.cycles, LINE + READ - DRAM);
    assert_int_equal(launch("fcfs:memory=0", slower).cycles - far.cycles, 140);
    assert_int_equal(far.cycles - launch("fcfs:memory=0", faster).cycles, LINE - ceil(LINE / 17.18));
    assert_int_equal(far.link_read_sectors, 4);
    assert_int_equal(far.dram_reads, 0);
    assert_int_equal(near.link_read_sectors, 0);
    assert_int_equal(near.dram_reads, 1);
}

/* What is there is not fetched again. */
static void the_l2_keeps_what_it_has_read(void **state)
{
    (void)state;
    bench b;
    bench_open(&b, "gto", simple);
    sim_destroy(b.sim);
    assert_int_equal(sim_create(&b.sim, &b.config, &(sim_policies){.vm = "fcfs:memory=0"}, &b.err), 0);
    write_lines(TRACE_OP_LOAD_GLOBAL, 8, 1);
    assert_int_equal(bench_run(&b, &m).link_read_sectors, 8 * 4);
    assert_int_equal(bench_run(&b, &m).link_read_sectors, 0);
    sim_destroy(b.sim);
}

/* One load of `n` lines. */
static void write_load(uint32_t n)
{
    micro_begin(&m, 1, 1);
    const uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, 2);
    const uint32_t use = micro_inst(&m, TRACE_OP_INT, 2, 1);
    micro_warp(&m);
    micro_access(&m, load, 0, n, 1);
    micro_run(&m, use);
}

/* As many more cycles as the link needs for more lines. */
static void reads_share_the_link(void **state)
{
    (void)state;
    write_load(8);
    const uint64_t less = launch("fcfs:memory=0", simple).cycles;
    write_load(20);
    assert_int_equal(launch("fcfs:memory=0", simple).cycles - less, 12 * LINE);
}

/* A warp that has stored goes on; the launch lasts until the last byte has left. */
static void writes_are_posted(void **state)
{
    (void)state;
    enum { STORES = 6 };
    write_lines(TRACE_OP_STORE_GLOBAL, STORES, 600);
    const sim_counters near = launch("fcfs", simple), far = launch("fcfs:memory=0", simple);
    assert_int_equal(far.cycles, near.cycles);
    assert_int_equal(far.link_write_sectors, STORES * 4);
    assert_int_equal(far.link_read_sectors, 0);
    write_lines(TRACE_OP_STORE_GLOBAL, 2, 1);
    const uint64_t two = launch("fcfs:memory=0", simple).cycles;
    write_lines(TRACE_OP_STORE_GLOBAL, 5, 1);
    assert_int_equal(launch("fcfs:memory=0", simple).cycles - two, 3 * LINE);
}

/* Lines are written through: twice stored is twice sent, and nothing is left to write back. */
static void writes_go_through(void **state)
{
    (void)state;
    micro_begin(&m, 1, 1);
    const uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, 2),
                   store = micro_inst(&m, TRACE_OP_STORE_GLOBAL, -1, 1);
    micro_warp(&m);
    micro_access(&m, load, 3, 1, 1);
    micro_access(&m, store, 3, 1, 1);
    micro_access(&m, store, 3, 1, 1);
    const sim_counters far = launch("fcfs:memory=0", simple), near = launch("fcfs", simple);
    assert_int_equal(far.link_write_sectors, 2 * 4);
    assert_int_equal(far.link_read_sectors, 4);
    assert_int_equal(far.dram_reads + far.dram_writes, 0);
    assert_int_equal(near.dram_writes, 0);
}

/* Models of memory without L2 banks know no distance. */
static void memory_without_banks(void **state)
{
    (void)state;
    static const char *const perfect[] = {SIMPLE, "memory=perfect", NULL},
                             *const fixed[] = {SIMPLE, "memory=fixed", NULL},
                             *const infinite[] = {SIMPLE, "memory=infinite", NULL};
    static const char *const *const all[] = {perfect, fixed, infinite};
    write_lines(TRACE_OP_LOAD_GLOBAL, 4, 1);
    for (uint32_t i = 0; i < 3; i++) {
        const sim_counters near = launch("identity", all[i]), far = launch("fcfs:memory=0", all[i]);
        assert_memory_equal(&near, &far, sizeof near);
    }
}

/* All pages lie at the host; with the first one a transfer begins that lasts, one way or the other. */
typedef struct busy_link {
    const vm_host *host;
    bool has_begun;
} busy_link;

static bool transfers_to_gpu;

static int busy_create(const vm_host *host, const void *options, void **state, poise_error *err)
{
    (void)options, (void)err;
    busy_link *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->host = host;
    *state = s;
    return POISE_OK;
}

static vm_answer busy_place(void *state, uint16_t app, uint64_t page, vm_place *at, uint64_t cycle)
{
    (void)app, (void)cycle;
    busy_link *s = state;
    if (!s->has_begun)
        s->host->transfer(s->host->opaque, 0, 1000000, transfers_to_gpu);
    s->has_begun = true;
    at->frame = page | VM_HOST_MEMORY >> VM_BASE_BITS;
    return VM_PRESENT;
}

static const vm_policy busy = {
    .info = {.abi = POISE_POLICY_ABI, .struct_size = sizeof(vm_policy), .name = "busy"},
    .create = busy_create,
    .life = {.destroy = free},
    .place = busy_place,
};

/* Lines and a transfer by turns: all lines but the first wait for as many bytes of it. Those that go the
 * other way do not. */
static void transfers_share_the_link(void **state)
{
    (void)state;
    enum { LINES = 8 };
    uint64_t cycles[2];
    write_load(LINES);
    for (uint32_t i = 0; i < 2; i++) {
        bench b;
        transfers_to_gpu = i != 0;
        bench_open(&b, "gto", simple);
        sim_destroy(b.sim);
        assert_int_equal(sim_create(&b.sim, &b.config, &(sim_policies){.vm = "fcfs"}, &b.err), 0);
        use_vm_policy(&b, &busy);
        cycles[i] = bench_run(&b, &m).cycles;
        sim_destroy(b.sim);
    }
    assert_int_equal(cycles[0], launch("fcfs:memory=0", simple).cycles);
    assert_int_equal(cycles[1] - cycles[0], (LINES - 1) * LINE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_read),
        cmocka_unit_test(the_l2_keeps_what_it_has_read),
        cmocka_unit_test(reads_share_the_link),
        cmocka_unit_test(writes_are_posted),
        cmocka_unit_test(writes_go_through),
        cmocka_unit_test(memory_without_banks),
        cmocka_unit_test(transfers_share_the_link),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

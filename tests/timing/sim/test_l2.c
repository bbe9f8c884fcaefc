/* Are L2 hits, misses, ports and sectors timed as stated? Source: [T3.1, S2.2.2, S3.4.2]. */
#include "sim/network/packet.h"
#include "tests/timing/sim/bench.h"

enum {
    RATIO = 2,       /* core cycles per crossbar and L2 cycle */
    ICNT = 4,        /* icnt_latency, crossbar cycles */
    REPLY_FLITS = 5, /* 136 bytes in 32-byte flits */
    L2_PIPE = 120,   /* core cycles, S2.2.2 */
    DRAM_PIPE = 100, /* core cycles, S2.2.2 */
};

static micro m;

static void write_load(micro *out, uint32_t lines)
{
    micro_begin(out, 1, 1);
    uint32_t load = micro_inst(out, TRACE_OP_LOAD_GLOBAL, 1, -1);
    uint32_t use = micro_inst(out, TRACE_OP_INT, 2, 1);
    micro_warp(out);
    micro_access(out, load, 0, lines, 1);
    micro_run(out, use);
}

/* U2: the look-up in L1 is in core cycle 4; from there
 *   the request leaves at the next crossbar edge, is ICNT crossbar cycles on the way and granted there,
 *   one flit enters the pipe, which takes 120 core cycles,
 *   the access queue is looked up in the next L2 cycle, the reply can leave in the one after,
 *   its flits are granted, and arrive ICNT crossbar cycles after the last. */
static void hit_costs_120_and_the_crossbar(void **state)
{
    (void)state;
    write_load(&m, 1);
    sim_counters c = bench_warm(&m, NULL);
    assert_int_equal(c.l2_read_hits, 1);
    assert_int_equal(c.misses_returned, 1);
    uint64_t edge = RATIO, request = RATIO * (ICNT + 1), look_up = RATIO * (1 + 1);
    uint64_t reply = RATIO * (ICNT + REPLY_FLITS);
    assert_int_equal(c.miss_latency, edge + request + L2_PIPE + look_up + reply);
}

/* U2: an L2 miss adds the 100 cycles in front of the DRAM queue, a closed row (activate, read, second burst,
 * data), two L2 cycles through the miss queue, three through fill and ready list, and what rounding to the
 * edges of the DRAM clock costs: at most one DRAM and one L2 cycle in each direction. */
static void miss_adds_100_and_a_closed_row(void **state)
{
    (void)state;
    write_load(&m, 1);
    bench b;
    bench_open(&b, "gto", NULL);
    sim_counters miss = bench_run(&b, &m), hit = bench_run(&b, &m);
    sim_destroy(b.sim);
    assert_int_equal(miss.dram_reads, 1);
    assert_int_equal(miss.dram_row_hits, 0);
    double dram_cycle = 1400.0 / 924.0;
    double closed_row =
        (12 /* RCD */ + 3 /* CCDL to the second burst */ + 12 /* CL */ + 2 /* burst */) * dram_cycle;
    double excess = (double)(miss.miss_latency - hit.miss_latency);
    double queues = RATIO * (2 + 1 /* miss queue; ready list instead of the data port */);
    assert_true(excess >= DRAM_PIPE + closed_row + queues);
    assert_true(excess <= DRAM_PIPE + closed_row + queues + 2 * (dram_cycle + RATIO));
}

#define ONE_BANK "channels=1", "l2_banks=1", "l2_sets=64", "flit_reply_bytes=136", "l1_mshrs=128"

/* The port is busy for 128 bytes / width L2 cycles with each line that is read. */
static void port_moves_32_bytes_a_cycle(void **state)
{
    (void)state;
    static const char *const by_32[] = {ONE_BANK, NULL};
    static const char *const by_64[] = {ONE_BANK, "l2_port_bytes=64", NULL};
    static const char *const by_128[] = {ONE_BANK, "l2_port_bytes=128", NULL};
    assert_int_equal(bench_warm_growth(&m, write_load, 24, 48, by_32), 24 * RATIO * 4);
    assert_int_equal(bench_warm_growth(&m, write_load, 24, 48, by_64), 24 * RATIO * 2);
    assert_int_equal(bench_warm_growth(&m, write_load, 24, 48, by_128), 24 * RATIO * 1);
}

/* A DRAM that is never the bottleneck. */
#define FAST_DRAM                                                                                    \
    "dram_mhz=2800", "dram_burst_bytes=128", "t_ccd=1", "t_ccdl=1", "t_rrd=1", "t_rcd=1", "t_ras=1", \
        "t_rp=1", "t_rc=1", "t_cl=1"

/* Cycles of `pairs` pairs of a line that hits in L2 and one that misses. */
static uint64_t hits_and_misses(uint32_t pairs, const char *const *settings)
{
    bench b;
    bench_open(&b, "gto", settings);
    write_load(&m, 1);
    micro_access(&m, 0, 0, 32, 1);
    for (uint32_t k = 0; k < pairs; k += 32)
        micro_access(&m, 0, k, 32, 1);
    (void)bench_run(&b, &m);
    write_load(&m, 1);
    for (uint32_t k = 0; k < pairs; k++) {
        micro_access(&m, 0, k, 1, 1);
        micro_access(&m, 0, 8000 + k, 1, 1);
    }
    m.inst[0].destination = TRACE_NO_REGISTER; /* no load waits for another */
    uint64_t cycles = bench_run(&b, &m).cycles;
    sim_destroy(b.sim);
    return cycles;
}

/* A line that is fetched occupies the port as well when fills share it, and has a port of its own when not.
 */
static void fills_share_the_port_or_not(void **state)
{
    (void)state;
    static const char *const shared[] = {ONE_BANK, FAST_DRAM, "fetch=0", "l2_sets=512", "l2_fill_port=shared",
                                         NULL};
    static const char *const separate[] = {
        ONE_BANK, FAST_DRAM, "fetch=0", "l2_sets=512", "l2_fill_port=separate", NULL};
    assert_int_equal(hits_and_misses(960, shared) - hits_and_misses(480, shared), 480 * RATIO * (4 + 1 + 4));
    assert_int_equal(hits_and_misses(960, separate) - hits_and_misses(480, separate), 480 * RATIO * (4 + 1));
}

/* With sectors a line is looked up, read from DRAM and answered as four pieces of 32 bytes and a header each;
 * a piece takes an L2 cycle. */
static void sectors_are_served_one_a_cycle(void **state)
{
    (void)state;
    static const char *const sectors[] = {ONE_BANK, "l2_sector_bytes=32", "flit_reply_bytes=40", NULL};
    static const char *const narrow[] = {ONE_BANK, "l2_sector_bytes=32", "flit_reply_bytes=32", NULL};
    write_load(&m, 1);
    sim_counters cold = bench_once(&m, "gto", sectors), warm = bench_warm(&m, sectors);
    assert_int_equal(cold.dram_reads, 4);
    assert_int_equal(warm.l2_reads, 4);
    assert_int_equal(warm.l2_read_hits, 4);
    assert_int_equal(warm.reply_flits, 4 * 1);
    assert_int_equal(bench_warm(&m, narrow).reply_flits, 4 * 2);
    assert_int_equal(bench_warm_growth(&m, write_load, 24, 48, sectors), 24 * RATIO * 4);
    assert_int_equal(bench_warm_growth(&m, write_load, 24, 48, narrow), 24 * RATIO * 8);
}

/* Cycles of `hits` requests for what L2 holds, `sectors` of a line each, lines in pairs `step` apart, and one
 * that misses behind them. */
static uint64_t hits_before_a_miss(const char *const *settings, uint32_t hits, uint32_t sectors,
                                   uint32_t step)
{
    bench b;
    bench_open(&b, "gto", settings);
    uint64_t cycles = 0;
    for (int launch = 0; launch < 2; launch++) {
        write_load(&m, 1);
        m.inst[0].destination = TRACE_NO_REGISTER; /* no load waits for another */
        for (uint32_t k = 0; k < hits; k++) {
            micro_access(&m, 0, k / 2 * step + k % 2, 1, 1);
            micro_sectors(&m, sectors);
        }
        if (launch == 1)
            micro_access(&m, 0, 8002, 1, 1);
        cycles = bench_run(&b, &m).cycles;
    }
    sim_destroy(b.sim);
    return cycles;
}

static uint64_t with_response_queue(const char *queue, uint32_t sectors)
{
    const char *const settings[] = {ONE_BANK,
                                    FAST_DRAM,
                                    "l1_sector_bytes=32",
                                    "l2_sector_bytes=32",
                                    "flit_reply_bytes=8",
                                    "icnt_buffer=20",
                                    "l2_merge=1",
                                    "dram_latency=1000",
                                    queue,
                                    NULL};
    return hits_before_a_miss(settings, 48 / sector_count(sectors), sectors, 2);
}

/* While replies of `flits` crossbar cycles a sector leave one after the other, the look-up of the miss waits
 * for all that find no room in the response queue: each further entry holds a sector, whether or not it
 * travels with others of its line, and lets the miss begin that much earlier. */
static void the_response_queue_holds_sectors(void **state)
{
    (void)state;
    enum { FLITS = 5 /* 40 bytes */, MORE = 8 };
    static const uint32_t touched[] = {0x1, 0x3, 0xf};
    for (size_t i = 0; i < sizeof touched / sizeof *touched; i++) {
        uint64_t small = with_response_queue("l2_response_queue=8", touched[i]);
        uint64_t large = with_response_queue("l2_response_queue=16", touched[i]);
        assert_int_equal(small - large, MORE * RATIO * FLITS);
    }
}

/* The hits are in the first of two banks, the miss in the other. */
static uint64_t with_output_buffer(const char *buffer)
{
    const char *const settings[] = {"channels=1",        "l2_banks=2",        FAST_DRAM, "l2_latency=0",
                                    "l2_access_queue=1", "dram_latency=1000", buffer,    NULL};
    return hits_before_a_miss(settings, 40, ALL_SECTORS, 4);
}

/* A request that is behind others for a busy bank leaves the crossbar's input as many of their turns at the
 * bank's port earlier as there are places for them at the output. */
static void the_output_buffer_lets_others_pass(void **state)
{
    (void)state;
    enum { PORT = 4 /* L2 cycles a line */ };
    uint64_t none = with_output_buffer("icnt_out_buffer=0");
    assert_int_equal(none - with_output_buffer("icnt_out_buffer=1"), 1 * PORT * RATIO);
    assert_int_equal(none - with_output_buffer("icnt_out_buffer=8"), 8 * PORT * RATIO);
}

/* Loads `sectors` of `line` in a launch of its own; returns how many of them hit. */
static uint64_t hits_of(bench *b, uint32_t line, uint32_t sectors)
{
    write_load(&m, 1);
    m.n_words = 0;
    m.trace.n_warps = 0;
    micro_warp(&m);
    micro_access(&m, 0, line, 1, 1);
    micro_sectors(&m, sectors);
    return bench_run(b, &m).l2_read_hits;
}

/* Of two lines the one of which another sector has been fetched was used last [GS allocate_sector()]. */
static void a_sector_miss_is_a_use_of_the_line(void **state)
{
    (void)state;
    static const char *const settings[] = {
        ONE_BANK, "l2_sets=1", "l2_ways=2", "l1_sector_bytes=32", "l2_sector_bytes=32", "fetch=0", NULL};
    enum { A, B, C };
    bench b;
    bench_open(&b, "gto", settings);
    assert_int_equal(hits_of(&b, A, 0x1), 0);
    assert_int_equal(hits_of(&b, B, 0x1), 0);
    assert_int_equal(hits_of(&b, A, 0x2), 0);
    assert_int_equal(hits_of(&b, C, 0x1), 0); /* in the place of B */
    assert_int_equal(hits_of(&b, A, 0x3), 2);
    assert_int_equal(hits_of(&b, B, 0x1), 0);
    sim_destroy(b.sim);
}

static void write_same_line_by_two_sms(micro *out)
{
    micro_begin(out, 2, 1);
    uint32_t load = micro_inst(out, TRACE_OP_LOAD_GLOBAL, 1, -1);
    for (int w = 0; w < 2; w++) {
        micro_warp(out);
        micro_access(out, load, 0, 1, 1);
    }
}

/* Requests of two SMs for one line are one DRAM read; when the MSHR takes no second one it waits and hits. */
static void misses_to_one_line_are_merged(void **state)
{
    (void)state;
    static const char *const two[] = {"sms=2", NULL}, *const alone[] = {"sms=2", "l2_merge=1", NULL};
    write_same_line_by_two_sms(&m);
    sim_counters merged = bench_once(&m, "gto", two);
    assert_int_equal(merged.l2_merges, 1);
    assert_int_equal(merged.l2_read_hits, 0);
    assert_int_equal(merged.dram_reads, 1);
    sim_counters waited = bench_once(&m, "gto", alone);
    assert_int_equal(waited.l2_merges, 0);
    assert_int_equal(waited.l2_read_hits, 1);
    assert_int_equal(waited.dram_reads, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hit_costs_120_and_the_crossbar),
        cmocka_unit_test(miss_adds_100_and_a_closed_row),
        cmocka_unit_test(port_moves_32_bytes_a_cycle),
        cmocka_unit_test(fills_share_the_port_or_not),
        cmocka_unit_test(sectors_are_served_one_a_cycle),
        cmocka_unit_test(misses_to_one_line_are_merged),
        cmocka_unit_test(the_response_queue_holds_sectors),
        cmocka_unit_test(the_output_buffer_lets_others_pass),
        cmocka_unit_test(a_sector_miss_is_a_use_of_the_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Machines and launches on which everything happens that can go wrong: small queues, clocks of odd ratio,
 * every kind of instruction, all built-in schedulers. */
#ifndef POISE_TESTS_HARD_CASES_H
#define POISE_TESTS_HARD_CASES_H

#include "tests/timing/sim/bench.h"
#include "trace/synthetic.h"

static const char *const small_queues[] = {"sms=3",
                                           "icache_sets=4",
                                           "channels=2",
                                           "l2_banks=4",
                                           "l2_sets=16",
                                           "l1_miss_queue=2",
                                           "l2_access_queue=2",
                                           "l2_miss_queue=2",
                                           "l2_response_queue=4",
                                           "l2_fill_queue=1",
                                           "dram_queue=2",
                                           "dram_return_queue=2",
                                           "lsu_queue=3",
                                           NULL};
static const char *const one_clock[] = {
    "sms=2",      "icache_sets=1", "l2_sector_bytes=32", "l2_write_alloc=lazy", "l2_written=bytes",
    "channels=1", "l2_banks=2",    "core_mhz=700",       "l1_latency=35",       "sfu_latency=300",
    NULL};
static const char *const odd_clocks[] = {"sms=2",      "icache_sets=4", "channels=3",
                                         "l2_banks=6", "core_mhz=1000", "icnt_mhz=650.5",
                                         "l2_mhz=333", "dram_mhz=1750", NULL};
static const char *const fixed[] = {"sms=2",      "icache_sets=4", "channels=1",
                                    "l2_banks=2", "memory=fixed",  NULL};
static const char *const infinite[] = {"sms=2",      "icache_sets=4",   "channels=1",
                                       "l2_banks=2", "memory=infinite", NULL};
static const char *const ideal_dram[] = {"sms=2", "channels=1", "l2_banks=2", "memory=ideal-dram", NULL};
/* DRAM front end and scheduler in step (sim/dram/dram.h). */
static const char *const short_pipe[] = {
    "sms=3", "channels=2", "l2_banks=4", "dram_latency=7", "dram_command_cycles=2", "t_ppd=3", NULL};
/* L1 lines of sectors; loads that may not allocate go around the MSHRs. */
static const char *const l1_sectors[] = {"sms=2",       "icache_sets=4",      "channels=1",
                                         "l2_banks=2",  "l2_sector_bytes=32", "l1_sector_bytes=32",
                                         "l1_mshrs=20", "l1_merge=2",         "l1_no_allocate_fetch=segment",
                                         NULL};
static const char *const around_mshrs[] = {"sms=2",
                                           "channels=1",
                                           "l2_banks=2",
                                           "l1_mshrs=24",
                                           "l1_miss_queue=2",
                                           "l1_no_allocate_fetch=sectors",
                                           "l1_no_allocate_mshr=0",
                                           "l2_access_queue=2",
                                           "icnt_out_buffer=3",
                                           NULL};
static const char *const whole_lines[] = {
    "sms=2", "channels=1", "l2_banks=2", "l1_mshrs=24", "l1_no_allocate_fetch=line", NULL};
/* L1s that find lines in each other, through a ring of short queues, with throttlers. */
static const char *const small_ring[] = {
    "sms=3",       "icache_sets=4",     "channels=2",         "l2_banks=4",
    "l1_mshrs=24", "l1_miss_queue=2",   "l1_sector_bytes=32", "l2_sector_bytes=32",
    "ccn=ring",    "ccn_buffer=2",      "ccn_requests=3",     "ccn_responses=2",
    "ccn_hop=2",   "ccn_link_bytes=16", "ccn_sample=2000",    "ccn_epoch=9000",
    NULL};
/* Rules of bank groups, four activates and refreshes at times when the channel has nothing to do. */
static const char *const strict_dram[] = {
    "sms=2",        "channels=1",          "l2_banks=2", "t_rrdl=9",          "t_faw=40",
    "t_cdlrl=11",   "t_ccdl_write=13",     "t_rfc=90",   "dram_first=oldest", "t_refi=411",
    "dram_banks=8", "dram_row_bytes=1024", NULL};
/* SMs that share ports of the crossbar; DRAM commands as GPGPU-Sim gives them. */
static const char *const shared_ports[] = {"sms=3",
                                           "icache_sets=4",
                                           "channels=2",
                                           "l2_banks=4",
                                           "icnt_port_sms=2",
                                           "icnt_buffer=3",
                                           "l1_mshrs=24",
                                           "l2_access_queue=2",
                                           "dram_first=scan",
                                           "dram_precharge=group",
                                           "t_rcd_write=5",
                                           "coalesce_narrow=1",
                                           NULL};
/* One thread takes windows of many traversals of the crossbar at a time (sim/alone.c), of other lengths when
 * SMs have few credits left; banks that have no room, buffers in front of them that are full. */
static const char *const long_windows[] = {"sms=3",
                                           "icache_sets=4",
                                           "channels=2",
                                           "l2_banks=4",
                                           "icnt_mhz=1400",
                                           "icnt_latency=2",
                                           "icnt_buffer=70",
                                           "icnt_out_buffer=3",
                                           "flit_request_bytes=1024",
                                           "coalesce_bytes=32",
                                           "l1_sector_bytes=32",
                                           "l2_sector_bytes=32",
                                           "l2_mhz=1400",
                                           "l2_latency=51",
                                           "l2_access_queue=2",
                                           "l2_mshrs=6",
                                           "dram_latency=61",
                                           "thread_blocks=2",
                                           NULL};
static const char *const *const hard_machines[] = {
    small_queues, one_clock,    odd_clocks,  fixed,      infinite,    ideal_dram,   short_pipe,
    l1_sectors,   around_mshrs, whole_lines, small_ring, strict_dram, shared_ports, long_windows};
enum { HARD_MACHINES = sizeof hard_machines / sizeof *hard_machines };

static inline sim_config hard_machine(const char *const *settings)
{
    bench b;
    sim_config_default(&b.config);
    bench_set(&b, settings);
    return b.config;
}

static const char *const hard_policies[] = {
    "gto",
    "lrr",
    "tuple:3:1",
    "tuple:4:0",
    "swl:2",
    "poise:models/thesis.model:period=20000:warmup=100:feature=500:correct=300",
    "poise:models/"
    "thesis.model:mode=shared:watch=300:settle=50:window=400:insts=100:stay=300:prior=1:fill=0:brief=100:"
    "check=150:bypass=4000:fade=100",
    "ccws:k=30:interval=5",
    "daws:0.2:seen=1",
    "two_level:3:gto:lrr:fill=0",
    "two_level_active:3",
    "warp_limiting:2:2",
    "pcal:period=400:warmup=50:window=800",
    "apres",
    "apres:lrr:wgt=8:boost=inst"};
enum { HARD_POLICIES = sizeof hard_policies / sizeof *hard_policies };

/* The caller frees it. */
static inline warp_trace hard_random_loads(void)
{
    trace_synthetic shape = {.thread_blocks = 14,
                             .threads_per_block = 256,
                             .iterations = 6,
                             .alu_per_load = 3,
                             .lines_per_load = 9,
                             .footprint_lines = 3000,
                             .seed = 1};
    warp_trace trace;
    assert_int_equal(trace_make_random(&trace, &shape, NULL), 0);
    return trace;
}

/* Loads, whole-line and partial stores, atomics, special functions, double precision, barriers. */
static inline const warp_trace *hard_everything(void)
{
    static micro m;
    micro_begin(&m, 10, 6);
    uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, 5);
    uint32_t sfu = micro_inst(&m, TRACE_OP_SFU, 2, 1);
    uint32_t dp = micro_inst(&m, TRACE_OP_DP, 3, 2);
    uint32_t store = micro_inst(&m, TRACE_OP_STORE_GLOBAL, -1, 3);
    uint32_t atomic = micro_inst(&m, TRACE_OP_ATOMIC_GLOBAL, 4, 3);
    uint32_t barrier = micro_inst(&m, TRACE_OP_BARRIER, -1, -1);
    uint32_t add = micro_inst(&m, TRACE_OP_INT, 5, 4);
    m.inst[load].access_bytes = 1;
    m.inst[store].access_bytes = 2;
    for (uint32_t w = 0; w < 60; w++) {
        micro_warp(&m);
        for (uint32_t i = 0; i < 5; i++) {
            micro_access(&m, load, w * 97 % 700 + i * 3, 1 + (w + i) % 12, 5);
            micro_sectors(&m, 1 + (w * 7 + i * 3) % 15);
            micro_access(&m, load, (w / 4 * 97 + i * 3) % 700, 1, 1); /* a line of several warps */
            micro_sectors(&m, 1u << (w + i) % 4);
            micro_run(&m, sfu);
            micro_run(&m, dp);
            micro_access(&m, store, 900 + w * 7 % 300, 1 + i * 3, 2);
            m.words[m.n_words - 1] &= ~0xfu; /* the last line is written in part: it must be fetched */
            m.words[m.n_words - 1] |= 0x5;
            micro_access(&m, atomic, 2000 + w % 5, 1, 1);
            micro_run(&m, add);
            if (i == 2)
                micro_run(&m, barrier);
        }
    }
    return &m.trace;
}

#endif

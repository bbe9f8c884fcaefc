/* Kernels of warps that hit differently in the L2, as table 4.2 of [RA] counts them, and the machine that is
 * a part of its table 4.1. */
#ifndef POISE_TESTS_SHAPE_MEDIC_KERNELS_H
#define POISE_TESTS_SHAPE_MEDIC_KERNELS_H

#include "sim/measure/energy.h"
#include "tests/shape/sim/kernels.h"

#include <math.h>

/* 4 SMs and 2 of 6 partitions: 256 KB of L2, 2048 lines. No load allocates in an L1, so that the L2 sees all.
 */
#define MEDIC_SETTINGS                                                                                    \
    "sms=4", "channels=2", "l2_banks=4", "l2_sets=32", "l2_ways=16", "l2_latency=11", "l2_write=through", \
        "l2_merge=8", "icnt_out_buffer=1", "dram_mhz=837", "dram_banks=8", "dram_queue=64",               \
        "l1_index=linear", "l1_latency=1", "l1_no_allocate_fetch=line", "flit_reply_bytes=136"

enum {
    MEDIC_WARPS = 4 * 48,
    MEDIC_LINES = 8,     /* of a load */
    MEDIC_HOT = 1 << 14, /* lines of hot sets */
    MEDIC_ALL = 1 << 16, /* lines, the rest is a stream */
};

/* How many of 100 lines of a warp are of its hot set. */
typedef struct medic_class {
    uint32_t warps; /* of 16 */
    uint32_t hot;
} medic_class;

static inline uint32_t medic_random(uint32_t bound)
{
    static uint64_t state = 88172645463325252;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32) % bound;
}

/* Warps of all classes side by side, each with a hot set of `set_lines` of its own, from which or from the
 * stream the lines of its `loads` come; it waits for each. */
static inline const warp_trace *medic_kernel(micro *m, const medic_class *classes, size_t n,
                                             uint32_t set_lines, uint32_t loads)
{
    uint32_t stream = MEDIC_HOT;
    micro_begin(m, MEDIC_WARPS / 8, 8);
    uint32_t load = micro_inst(m, TRACE_OP_LOAD_GLOBAL, 1, -1), use = micro_inst(m, TRACE_OP_INT, 2, 1);
    for (uint32_t warp = 0; warp < MEDIC_WARPS; warp++) {
        uint32_t place = warp * 7 % 16, k = 0;
        for (uint32_t before = classes[0].warps; k + 1 < n && place >= before; before += classes[k].warps)
            k++;
        micro_warp(m);
        for (uint32_t i = 0; i < loads; i++) {
            uint32_t first = medic_random(set_lines);
            micro_run(m, load);
            micro_word(m, MEDIC_LINES);
            for (uint32_t line = 0; line < MEDIC_LINES; line++) {
                bool is_hot = medic_random(100) < classes[k].hot;
                uint32_t number = is_hot ? warp * set_lines + (first + line) % set_lines : stream;
                micro_word(m, line_word(number, ALL_SECTORS));
                stream = is_hot ? stream : stream + 1 < MEDIC_ALL ? stream + 1 : MEDIC_HOT;
            }
            micro_run(m, use);
        }
    }
    return &m->trace;
}

typedef struct medic_result {
    sim_counters counters;
    sim_bottleneck waits; /* with stalls=1 */
    double joules;
    policy_statistic l2[POLICY_STATISTICS], dram[POLICY_STATISTICS];
    size_t n_l2, n_dram;
} medic_result;

/* After a launch of `before`. */
static inline medic_result medic_run(const warp_trace *before, const warp_trace *trace, const char *l2,
                                     const char *dram, const char *const *settings)
{
    static const char *const machine[] = {MEDIC_SETTINGS, NULL};
    sim_config config = shape_machine(machine);
    simulator *sim;
    poise_error err;
    medic_result r = {0};
    for (; settings && *settings; settings++)
        if (sim_config_set(&config, *settings, &err))
            fail_msg("%s", err.text);
    if (sim_create(&sim, &config, &(sim_policies){.sched = "tuple:24:0", .l2 = l2, .dram = dram}, &err))
        fail_msg("%s", err.text);
    for (int launch = 0; launch < 2; launch++)
        if (sim_launch(sim, launch ? trace : before, &r.counters, NULL, &err))
            fail_msg("%s", err.text);
    r.n_l2 = sim_policy_statistics(sim, POLICY_AT_L2, r.l2, POLICY_STATISTICS);
    r.n_dram = sim_policy_statistics(sim, POLICY_AT_DRAM, r.dram, POLICY_STATISTICS);
    if (sim_bottleneck_of(sim))
        r.waits = *sim_bottleneck_of(sim);
    const sim_energy energy = sim_energy_of(&r.counters, &config);
    r.joules = sim_energy_total(&energy);
    sim_destroy(sim);
    return r;
}

#endif

/* The kernels and machines of the bandwidth tests: stand-ins for the programs of [T3.2] on the machine of
 * chapter 3. Every pair is simulated once, when it is first asked for. */
#ifndef POISE_TESTS_BANDWIDTH_H
#define POISE_TESTS_BANDWIDTH_H

#include "sim/config/scale.h"
#include "sim/sim.h"
#include "tests/test.h"
#include "trace/synthetic.h"

#include <stdlib.h>

typedef enum kernel {
    COMPUTE,
    STREAM,
    COPY,
    RANDOM,
    L2BOUND,
    L2EDGE,
    STORES,
    LOW_TLP,
    TOLERANT,
    KERNELS
} kernel;

/* l2bound: 4096 lines of 6144 that the L2 holds, 4 distinct a load. l2edge: 2160 lines of all warps in
 * flight, 17280 in all. copy: a line stored for a line loaded. */
static const struct {
    int (*make)(warp_trace *, const trace_synthetic *, poise_error *);
    trace_synthetic shape;
} kernels[KERNELS] = {
    [COMPUTE] = {trace_make_stream, {90, 256, .iterations = 3, .alu_per_load = 200, .lines_per_load = 1}},
    [STREAM] = {trace_make_stream, {90, 256, .iterations = 12, .alu_per_load = 4, .lines_per_load = 1}},
    [COPY] = {trace_make_stream,
              {90, 256, .iterations = 12, .alu_per_load = 4, .lines_per_load = 1, .stores_per_load = 1}},
    [RANDOM] = {trace_make_random,
                {90, 256, .iterations = 12, .alu_per_load = 4, .lines_per_load = 1,
                 .footprint_lines = 100000}},
    [L2BOUND] = {trace_make_random,
                 {90, 256, .iterations = 6, .alu_per_load = 4, .lines_per_load = 4, .footprint_lines = 4096}},
    [L2EDGE] = {trace_make_reuse,
                {90, 128, .iterations = 4, .alu_per_load = 4, .lines_per_load = 4, .footprint_lines = 24}},
    [STORES] = {trace_make_reuse,
                {90, 256, .iterations = 12, .alu_per_load = 4, .lines_per_load = 1, .stores_per_load = 2,
                 .footprint_lines = 1}},
    [TOLERANT] = {trace_make_stream, {90, 256, .iterations = 6, .alu_per_load = 40, .lines_per_load = 1}},
    [LOW_TLP] = {trace_make_stream, {15, 64, .iterations = 40, .alu_per_load = 4, .lines_per_load = 1}},
};

typedef enum machine {
    BASE,
    INFINITE,
    IDEAL_DRAM,
    L1,
    L2,
    DRAM,
    L1_L2,
    L2_DRAM,
    ALL,
    INFINITE_L1,
    CROSSBAR,
    CE_16_48,
    CE_32_52,
    CE_16_68,
    GPGPUSIM_L2,
    MACHINES
} machine;

#define CE \
    "l2_miss_queue=32 l2_response_queue=32 l2_access_queue=32 l1_miss_queue=32 l1_mshrs=48 lsu_queue=40 "
static const struct {
    const char *scale, *settings;
} machines[MACHINES] = {
    [BASE] = {NULL, ""},
    [INFINITE] = {NULL, "memory=infinite"},
    [IDEAL_DRAM] = {NULL, "memory=ideal-dram"},
    [L1] = {"l1=4", ""},
    [L2] = {"l2=4", ""},
    [DRAM] = {"dram=4", ""},
    [L1_L2] = {"l1=4,l2=4", ""},
    [L2_DRAM] = {"l2=4,dram=4", ""},
    [ALL] = {"l1=4,l2=4,dram=4", ""},
    [INFINITE_L1] = {"l1=4", "memory=infinite"},
    [CROSSBAR] = {NULL, "flit_request_bytes=16 flit_reply_bytes=48"},
    [CE_16_48] = {NULL, CE "flit_request_bytes=16 flit_reply_bytes=48"},
    [CE_32_52] = {NULL, CE "flit_request_bytes=32 flit_reply_bytes=52"},
    [CE_16_68] = {NULL, CE "flit_request_bytes=16 flit_reply_bytes=68"},
    [GPGPUSIM_L2] = {NULL, "l2_fill_port=separate l2_lookup_gate=1"},
};

typedef struct outcome {
    sim_counters c;
    sim_bottleneck b;
} outcome;

static inline void set_all(sim_config *config, const char *settings)
{
    char copy[256], *rest = NULL;
    poise_error err;
    snprintf(copy, sizeof copy, "%s", settings);
    for (char *one = strtok_r(copy, " ", &rest); one; one = strtok_r(NULL, " ", &rest))
        if (sim_config_set(config, one, &err))
            fail_msg("%s", err.text);
}

/* Simulates a kernel on the machine of chapter 3 with `settings` and scale groups on top. */
static inline outcome simulate(kernel k, const char *settings, const char *scale)
{
    sim_config config;
    sim_config_notes notes = {0};
    poise_error err;
    sim_config_default(&config);
    set_all(&config,
            "sms=15 l1_index=linear l2_banks=12 l2_sets=64 stalls=1"); /* as presets/thesis-ch3.conf */
    set_all(&config, settings);
    if (scale && sim_config_scale(&config, &notes, scale, &err))
        fail_msg("%s", err.text);
    sim_config_notes_free(&notes);
    warp_trace trace;
    trace_synthetic shape = kernels[k].shape;
    shape.seed = 1;
    simulator *sim = NULL;
    outcome out = {0};
    if (kernels[k].make(&trace, &shape, &err) || sim_create(&sim, &config, NULL, &err) ||
        sim_launch(sim, &trace, &out.c, NULL, &err))
        fail_msg("%s", err.text);
    else
        out.b = *sim_bottleneck_of(sim);
    sim_destroy(sim);
    warp_trace_free(&trace);
    return out;
}

static inline const outcome *run(kernel k, machine m)
{
    static outcome known[KERNELS][MACHINES];
    if (!known[k][m].c.cycles)
        known[k][m] = simulate(k, machines[m].settings, machines[m].scale);
    return &known[k][m];
}

static inline double speedup(kernel k, machine m)
{
    return (double)run(k, BASE)->c.cycles / (double)run(k, m)->c.cycles;
}

/* The kernels that the means of chapter 3 are about: bound by memory, and without more stores than loads. The
 * last stores. */
static const kernel memory_bound[] = {STREAM, RANDOM, L2BOUND, L2EDGE, COPY};
enum { MEMORY_BOUND = sizeof memory_bound / sizeof *memory_bound, MOSTLY_LOADS = MEMORY_BOUND - 1 };

/* Arithmetic, as in chapter 3, over the first `n` of them. */
static inline double mean_of(machine m, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += speedup(memory_bound[i], m);
    return sum / n;
}
static inline double mean_speedup(machine m)
{
    return mean_of(m, MEMORY_BOUND);
}

static inline double share(uint64_t part, uint64_t total)
{
    return total ? (double)part / (double)total : 0.0;
}

#endif

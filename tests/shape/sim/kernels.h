/* What the shape tests of schedulers share: a small machine, the synthetic kernels of
 * gpuswap_kaveri_apres.md 4.3, a launch with its counters and the policy's figures. Kernels fill SMs of 48
 * warps. */
#ifndef POISE_TESTS_SHAPE_KERNELS_H
#define POISE_TESTS_SHAPE_KERNELS_H

#include "sim/sim.h"
#include "tests/micro.h"
#include "tests/policy_figure.h"
#include "trace/synthetic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Two SMs of the thesis, a channel for both; `settings` ("key=value", NULL at the end) change it. */
static inline sim_config shape_machine(const char *const *settings)
{
    static const char *const small[] = {"sms=2", "channels=1", "l2_banks=2", NULL};
    sim_config config;
    poise_error err;
    sim_config_default(&config);
    for (int i = 0; i < 2; i++)
        for (const char *const *s = i ? settings : small; s && *s; s++)
            if (sim_config_set(&config, *s, &err))
                fail_msg("%s", err.text);
    return config;
}

/* One SM, a channel for itself. */
static inline sim_config shape_one_sm(void)
{
    return shape_machine((const char *const[]){"sms=1", NULL});
}

typedef struct shape_result {
    sim_counters counters;
    policy_statistic figure[POLICY_STATISTICS];
    size_t figures;
} shape_result;

/* The last of `launches` launches of one simulator. */
static inline shape_result shape_launch(const sim_config *config, const warp_trace *trace, const char *sched,
                                        int launches)
{
    sim_policies policies = {.sched = sched};
    simulator *sim;
    poise_error err;
    shape_result r = {0};
    if (sim_create(&sim, config, &policies, &err))
        fail_msg("%s", err.text);
    while (launches--)
        if (sim_launch(sim, trace, &r.counters, NULL, &err))
            fail_msg("%s", err.text);
    r.figures = sim_policy_statistics(sim, POLICY_AT_SCHED, r.figure, POLICY_STATISTICS);
    sim_destroy(sim);
    return r;
}

static inline shape_result shape_run(const sim_config *config, const warp_trace *trace, const char *sched)
{
    return shape_launch(config, trace, sched, 1);
}

static inline double shape_ipc(const sim_config *config, const warp_trace *trace, const char *sched)
{
    const shape_result r = shape_run(config, trace, sched);
    return sim_ipc(&r.counters);
}

static inline double shape_figure(const shape_result *r, const char *name)
{
    return figure_named(r->figure, r->figures, name);
}

static inline uint64_t shape_misses(const shape_result *r)
{
    return r->counters.l1_read_accesses - r->counters.l1_read_hits;
}

/* ---- kernels of trace/synthetic.h: 48 warps for each of the two SMs unless they say otherwise ---- */
typedef int shape_maker(warp_trace *trace, const trace_synthetic *shape, poise_error *err);

static inline warp_trace shape_make(shape_maker *make, trace_synthetic shape)
{
    warp_trace trace;
    poise_error err;
    shape.thread_blocks = shape.thread_blocks ? shape.thread_blocks : 12;
    shape.threads_per_block = 256;
    if (make(&trace, &shape, &err))
        fail_msg("%s", err.text);
    return trace;
}

/* THRASH: every warp walks `footprint` lines of its own `times` times, `lines` at once. */
static inline warp_trace shape_thrash(uint32_t footprint, uint32_t times, uint32_t lines, uint32_t alu)
{
    return shape_make(trace_make_reuse, (trace_synthetic){.footprint_lines = footprint,
                                                          .iterations = times,
                                                          .lines_per_load = lines,
                                                          .alu_per_load = alu});
}

/* ---- kernels made line by line: for one SM ---- */
enum { SHAPE_BLOCKS = 6, SHAPE_WARPS = 8 /* a block */ };

/* `loads` static loads in turn, each of one line: `line(w, i)` for warp w and iteration i, then `alu`
 * dependent instructions. A barrier in every eighth iteration if wanted. */
typedef uint32_t shape_line(uint32_t warp, uint32_t iteration);
static inline void shape_loop(micro *m, shape_line *line, uint32_t loads, uint32_t iterations, uint32_t alu,
                              bool barriers)
{
    enum { MOST_LOADS = 8 };
    uint32_t load[MOST_LOADS];
    micro_begin(m, SHAPE_BLOCKS, SHAPE_WARPS);
    for (uint32_t k = 0; k < MOST_LOADS; k++)
        load[k] = micro_inst(m, TRACE_OP_LOAD_GLOBAL, 1, 1);
    uint32_t use = micro_inst(m, TRACE_OP_FP, 2, 1), more = micro_inst(m, TRACE_OP_FP, 2, 2);
    uint32_t barrier = micro_inst(m, TRACE_OP_BARRIER, -1, -1);
    for (uint32_t w = 0; w < SHAPE_BLOCKS * SHAPE_WARPS; w++) {
        micro_warp(m);
        for (uint32_t i = 0; i < iterations; i++) {
            micro_access(m, load[i % loads], line(w, i), 1, 1);
            micro_run(m, use);
            for (uint32_t k = 0; k < alu; k++)
                micro_run(m, more);
            if (barriers && i % 8 == 7)
                micro_run(m, barrier);
        }
    }
}

/* THRASH as a loop: 16 lines of its own for each warp, six times the L1. */
static inline uint32_t shape_own_line(uint32_t warp, uint32_t iteration)
{
    return warp * 16 + iteration % 16;
}

#endif

/* Kernels and runs that the tests of schedulers share (gpuswap_kaveri_apres.md section 4.3): all parameters
 * are those of an SM of 48 warps. */
#ifndef POISE_TESTS_SCHED_SHAPE_H
#define POISE_TESTS_SCHED_SHAPE_H

#include "sim/sim.h"
#include "tests/micro.h"
#include "tests/policy_figure.h"
#include "trace/synthetic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { SHAPE_BLOCKS = 6, SHAPE_WARPS = 8 /* a block */ };

typedef struct shape_run {
    sim_counters counters;
    policy_figure figures[POLICY_FIGURES];
    size_t n_figures;
} shape_run;

/* On the thesis machine with so many SMs, each with half a channel. */
static inline shape_run shape_on(uint32_t sms, const warp_trace *trace, const char *sched)
{
    shape_run run = {0};
    sim_config machine;
    sim_policies policies = {.sched = sched};
    simulator *sim;
    poise_error err;
    sim_config_default(&machine);
    machine.sms = sms;
    machine.channels = (sms + 1) / 2;
    machine.l2_banks = 2 * machine.channels;
    if (sim_create(&sim, &machine, &policies, &err) || sim_launch(sim, trace, &run.counters, NULL, &err))
        fail_msg("%s: %s", sched, err.text);
    run.n_figures = sim_sched_figures(sim, run.figures, POLICY_FIGURES);
    sim_destroy(sim);
    return run;
}

static inline double shape_figure(const shape_run *run, const char *name)
{
    return figure_named(run->figures, run->n_figures, name);
}

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

#endif

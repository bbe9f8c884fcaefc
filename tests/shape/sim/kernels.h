/* What the shape tests of schedulers share: a small machine, the synthetic kernels of
 * gpuswap_kaveri_apres.md 4.3, a launch with its counters and the policy's figures. */
#ifndef POISE_TESTS_SHAPE_KERNELS_H
#define POISE_TESTS_SHAPE_KERNELS_H

#include "sim/sim.h"
#include "tests/policy_figure.h"
#include "trace/synthetic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
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

typedef struct shape_result {
    sim_counters counters;
    policy_figure figure[POLICY_FIGURES];
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
    r.figures = sim_sched_figures(sim, r.figure, POLICY_FIGURES);
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

/* The kernels have 48 warps for each of the two SMs unless they say otherwise. */
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

#endif

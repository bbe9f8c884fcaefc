/* What the timing tests share: one machine, one hand-made launch, its counters. */
#ifndef POISE_TESTS_TIMING_BENCH_H
#define POISE_TESTS_TIMING_BENCH_H

#include "sim/sim.h"
#include "tests/micro.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

typedef struct bench {
    sim_config config;
    simulator *sim;
    poise_error err;
} bench;

/* The thesis machine with one SM unless `sms` says more, and `settings` ("key=value", NULL at the end) on
 * top. */
static inline void bench_open(bench *b, const char *sched, const char *const *settings)
{
    sim_config_default(&b->config);
    assert_int_equal(sim_config_set(&b->config, "sms=1", &b->err), 0);
    for (; settings && *settings; settings++)
        if (sim_config_set(&b->config, *settings, &b->err))
            fail_msg("%s", b->err.text);
    sim_policies policies = {.sched = sched};
    if (sim_create(&b->sim, &b->config, &policies, &b->err))
        fail_msg("%s", b->err.text);
}

static inline sim_counters bench_run(bench *b, const micro *m)
{
    sim_counters counters;
    int cut_short;
    if (sim_launch(b->sim, &m->trace, &counters, &cut_short, &b->err))
        fail_msg("%s", b->err.text);
    assert_false(cut_short);
    return counters;
}

static inline sim_counters bench_once(const micro *m, const char *sched, const char *const *settings)
{
    bench b;
    bench_open(&b, sched, settings);
    sim_counters counters = bench_run(&b, m);
    sim_destroy(b.sim);
    return counters;
}

#endif

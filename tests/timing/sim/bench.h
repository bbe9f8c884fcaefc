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

static inline void bench_set(bench *b, const char *const *settings)
{
    for (; settings && *settings; settings++)
        if (sim_config_set(&b->config, *settings, &b->err))
            fail_msg("%s", b->err.text);
}

/* The thesis machine with one SM and an instruction cache that never misses unless `settings` ("key=value",
 * NULL at the end) say otherwise. */
static inline void bench_open(bench *b, const char *sched, const char *const *settings)
{
    static const char *const small[] = {"sms=1", "icache_sets=0", NULL};
    sim_config_default(&b->config);
    bench_set(b, small);
    bench_set(b, settings);
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

/* The second of two launches: what fits the L2 and the instruction cache is there. */
static inline sim_counters bench_warm(const micro *m, const char *const *settings)
{
    bench b;
    bench_open(&b, "gto", settings);
    (void)bench_run(&b, m);
    sim_counters counters = bench_run(&b, m);
    sim_destroy(b.sim);
    return counters;
}

/* Writes a program of a given length into `m`. */
typedef void (*bench_program)(micro *m, uint32_t length);

/* Cycles that length `to` takes longer than length `from`, so that start and end do not matter. */
static inline uint64_t bench_growth(micro *m, bench_program write, uint32_t from, uint32_t to,
                                    const char *const *settings)
{
    write(m, from);
    uint64_t less = bench_once(m, "gto", settings).cycles;
    write(m, to);
    return bench_once(m, "gto", settings).cycles - less;
}

/* The same for the second of two launches. */
static inline uint64_t bench_warm_growth(micro *m, bench_program write, uint32_t from, uint32_t to,
                                         const char *const *settings)
{
    write(m, from);
    uint64_t less = bench_warm(m, settings).cycles;
    write(m, to);
    return bench_warm(m, settings).cycles - less;
}

#endif

/* A scripted GPU for tests of mode shared of policy poise. */
#ifndef POISE_TESTS_SHARED_GPU_H
#define POISE_TESTS_SHARED_GPU_H

#include "sim_hooks/registry.h"
#include "sim_hooks/sched.h"
#include "tests/folder.h"

#include <stdlib.h>

enum { MOST_SMS = 80, SCHEDULERS = 16 };

/* A GPU whose SMs issue 10 instructions a cycle, of 16 that they could, at N = `peak`, fewer the farther N is
 * from it. */
typedef struct gpu {
    sched_host host;
    sched_counters counters[MOST_SMS];
    uint32_t n[MOST_SMS], p[MOST_SMS];
    uint32_t peak, warps, hits; /* hits: per mille of the loads */
    bool level;                 /* N makes no difference */
    bool slower;                /* the kernel does something else, at half the speed whatever the tuple */
    bool bypass;                /* 15 instructions a cycle with all warps and p <= 1 */
    uint32_t fades;             /* cycles after which SMs slow down at N = 4, or at p < N; 0 = never */
    uint32_t since[MOST_SMS];   /* cycles that an SM has been at its tuple */
    bool spoils;                /* load SPOILER brings lines that nobody wants: a third of the speed */
    bool misleads; /* load SPOILER hits nothing with one warp, but without its lines all take twice as long */
    uint32_t refills;               /* with it, and for so many cycles after it allocates again three times */
    uint32_t loads_since[MOST_SMS]; /* cycles that an SM has had its loads */
    bool crowds;                    /* no warp asks for a line that another one has asked for */
    uint64_t around[MOST_SMS];      /* loads that allocate nothing */
    uint64_t loads_set;             /* so often were these set */
    uint64_t kernel;
    uint64_t illegal, set, trace; /* tuples: illegal ones, all, and a hash of them */
    const sched_policy *policy;
    policy_choice choice;
    void *state;
    uint64_t cycle, due;
} gpu;

static inline void set_tuple(void *opaque, uint32_t sm, uint32_t n, uint32_t p)
{
    gpu *g = opaque;
    g->illegal += p > n || n > g->warps;
    g->set++;
    g->trace = g->trace * 31 + n * 64 + p;
    if (g->n[sm] != n || g->p[sm] != p)
        g->since[sm] = 0;
    g->n[sm] = n;
    g->p[sm] = p;
}

/* Two loads; of the one with reuse 9 in 10 look-ups hit with one warp, and SPOILER's do when it does not
 * spoil. */
enum { REUSE = 3, SPOILER = 9 };

static inline void set_loads(void *opaque, uint32_t sm, const uint64_t *around, uint32_t words)
{
    gpu *g = opaque;
    g->around[sm] = words > 0 ? around[0] : 0;
    g->loads_since[sm] = 0;
    g->illegal += words > 1;
    g->loads_set++;
    g->trace = g->trace * 31 + g->around[sm];
}

static inline const sched_counters *counters(void *opaque, uint32_t sm)
{
    return &((gpu *)opaque)->counters[sm];
}

static inline uint64_t kernel(void *opaque)
{
    return ((gpu *)opaque)->kernel;
}

static inline gpu *open_gpu(uint32_t sms, uint32_t warps, const char *options)
{
    char string[128];
    poise_error err = {0};
    gpu *g = calloc(1, sizeof *g);
    assert_non_null(g);
    *g = (gpu){.warps = warps, .peak = 4, .hits = 300, .kernel = 7};
    g->host = (sched_host){.sms = sms,
                           .schedulers = SCHEDULERS,
                           .warps_per_scheduler = warps,
                           .warps = SCHEDULERS * warps,
                           .l1 = {.sets = 32, .ways = 4},
                           .opaque = g,
                           .set_tuple = set_tuple,
                           .set_loads = set_loads,
                           .counters = counters,
                           .kernel = kernel};
    snprintf(string, sizeof string, "poise:mode=shared%s", options);
    if (policy_choose(POLICY_SCHED, string, &g->choice, &err))
        fail_msg("%s", err.text);
    g->policy = (const sched_policy *)(const void *)g->choice.policy;
    if (g->policy->create(&g->host, g->choice.options, &g->state, &err))
        fail_msg("%s", err.text);
    return g;
}

static inline void close_gpu(gpu *g)
{
    g->policy->life.destroy(g->state);
    policy_choice_free(&g->choice);
    free(g);
}

static inline uint64_t tenths_of_a_cycle(const gpu *g, uint32_t sm)
{
    uint32_t n = g->n[sm], p = g->p[sm], far = n > g->peak ? n - g->peak : g->peak - n;
    if (g->fades > 0 && g->since[sm] >= g->fades && (n == 4 || p < n))
        return 100;
    if (g->bypass && n == g->warps && p <= 1)
        return 7;
    uint64_t time = (g->level ? 10 : 10 + 5 * far) << g->slower;
    const bool around = g->around[sm] >> SPOILER & 1;
    if (g->misleads && around)
        return 2 * time;
    if (g->misleads && g->loads_since[sm] < g->refills)
        return 3 * time;
    return g->spoils && !around ? 3 * time : time;
}

/* Sixteen look-ups of each load in 50 cycles. */
static inline void look_up(gpu *g, uint32_t sm)
{
    for (uint32_t i = 0; i < 32; i++) {
        const uint32_t pc = i % 2 == 0 ? REUSE : SPOILER;
        const bool hits = g->n[sm] == 1 && (pc == REUSE || !(g->spoils || g->misleads)) && i / 2 != 3;
        g->policy->l1_access(g->state, &(sched_access){.at = {.sm = sm, .cycle = g->cycle},
                                                       .pc = pc,
                                                       .outcome = hits        ? SCHED_HIT
                                                                  : g->crowds ? SCHED_MISS
                                                                              : SCHED_MERGED,
                                                       .first = i / 2 % 4 == 0});
    }
}

static inline void work(gpu *g, uint32_t sm, uint64_t cycles)
{
    sched_counters *c = &g->counters[sm];
    uint64_t instructions = cycles * 100 / tenths_of_a_cycle(g, sm);
    g->since[sm] += (uint32_t)cycles;
    g->loads_since[sm] += (uint32_t)cycles;
    c->warp_insts += instructions;
    c->global_loads += instructions / 4;
    c->l1_accesses += instructions;
    c->l1_hits += instructions * g->hits / 1000;
    c->misses_returned += instructions - instructions * g->hits / 1000;
    c->miss_latency += 500 * (instructions - instructions * g->hits / 1000);
}

static inline void begin(gpu *g)
{
    g->cycle = g->due = 0;
    g->policy->life.launch_begin(g->state, &(policy_launch){.cycle = 0, .warps = g->warps});
}

/* The simulator exchanges every 50 cycles. */
static inline void run(gpu *g, uint64_t cycles)
{
    for (uint64_t end = g->cycle + cycles; g->cycle < end; g->cycle += 50) {
        if (g->cycle >= g->due)
            g->due = g->cycle + g->policy->life.gather(&g->state, 1, g->cycle);
        for (uint32_t sm = 0; sm < g->host.sms; sm++) {
            work(g, sm, 50);
            look_up(g, sm);
        }
    }
}

static inline void launch(gpu *g, uint64_t cycles)
{
    begin(g);
    run(g, cycles);
    g->policy->life.launch_end(g->state, 0, g->cycle);
}

static inline double figure(const gpu *g, const char *name)
{
    policy_statistic all[POLICY_STATISTICS];
    size_t n = g->policy->life.statistics(&g->state, 1, all, POLICY_STATISTICS);
    for (size_t i = 0; i < n; i++)
        if (strcmp(all[i].name, name) == 0)
            return all[i].value;
    fail_msg("there is no figure '%s'", name);
    return 0;
}

static inline bool all_sms_at(const gpu *g, uint32_t n)
{
    for (uint32_t sm = 0; sm < g->host.sms; sm++)
        if (g->n[sm] != n || g->p[sm] != n)
            return false;
    return true;
}

static inline bool is_at(const gpu *g, uint32_t n, uint32_t p)
{
    for (uint32_t sm = 0; sm < g->host.sms; sm++)
        if (g->n[sm] == n && g->p[sm] == p)
            return true;
    return false;
}

#endif

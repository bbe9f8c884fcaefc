/* For tests of MASK: two programs of the classes of its Table 6.2 side by side, with any of its parts. */
#ifndef POISE_TESTS_SHAPE_MASK_PAIRS_H
#define POISE_TESTS_SHAPE_MASK_PAIRS_H

#include "sim/mix.h"
#include "tests/shape/sim/pages.h"

static const char *const mask_machine[] = {MASK_QUARTER, "dram_queue=256", NULL};

enum { PAIR = 2 };

typedef struct pair_told {
    policy_statistic all[POLICY_STATISTICS];
    size_t n;
} pair_told;

typedef struct pair_result {
    double ipc[PAIR]; /* of each program until it has ended once */
    sim_counters machine;
    pair_told tlb, l2, dram;
} pair_result;

static inline int pair_read(void *user, size_t program, size_t launch, const warp_trace **trace,
                            poise_error *err)
{
    (void)launch, (void)err;
    *trace = ((const warp_trace *const *)user)[program];
    return POISE_OK;
}

static inline void pair_tell(const simulator *sim, policy_place place, pair_told *told)
{
    told->n = sim_policy_statistics(sim, place, told->all, POLICY_STATISTICS);
}

/* Programs on half of the SMs each; the second may be NULL: the first alone on its half. */
static inline pair_result pair_run(const warp_trace *one, const warp_trace *other, const char *tlb,
                                   const char *l2, const char *dram, const char *setting, uint32_t threads)
{
    const warp_trace *traces[PAIR] = {one, other};
    sim_config config = shape_machine(mask_machine);
    poise_error err;
    simulator *sim;
    pair_result r = {0};
    sim_mix_result results[PAIR];
    const sim_mix_program programs[PAIR] = {
        {.first_sm = 0, .n_sms = config.sms / 2, .n_launches = 1},
        {.first_sm = config.sms / 2, .n_sms = config.sms / 2, .n_launches = 1}};
    const sim_mix mix = {
        .programs = programs, .n = other ? PAIR : 1, .read = pair_read, .user = (void *)traces};
    if (setting && sim_config_set(&config, setting, &err))
        fail_msg("%s", err.text);
    if (sim_create(&sim, &config, &(sim_policies){.tlb = tlb, .l2 = l2, .dram = dram}, &err) ||
        sim_set_threads(sim, threads, &err) || sim_run_mix(sim, &mix, results, &r.machine, &err))
        fail_msg("%s", err.text);
    for (size_t i = 0; i < mix.n; i++)
        r.ipc[i] = sim_ipc(&results[i].counters);
    pair_tell(sim, POLICY_AT_TLB, &r.tlb);
    pair_tell(sim, POLICY_AT_L2, &r.l2);
    pair_tell(sim, POLICY_AT_DRAM, &r.dram);
    sim_destroy(sim);
    return r;
}

static inline double pair_of(const pair_told *told, const char *name)
{
    return figure_named(told->all, told->n, name);
}

#endif

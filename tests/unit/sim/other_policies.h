/* Puts policies of a test into a machine that has been made. */
#ifndef POISE_TESTS_OTHER_POLICIES_H
#define POISE_TESTS_OTHER_POLICIES_H

#include "sim/gpu.h"
#include "tests/timing/sim/bench.h"

/* Those of channels and banks that are new. */
static inline void make_counters(bench *b)
{
    if (gpu_make_counters((gpu *)(void *)b->sim, 1, &b->err))
        fail_msg("%s", b->err.text);
}

static inline void use_dram_policy(bench *b, const dram_policy *policy)
{
    gpu *g = (gpu *)(void *)b->sim;
    g->policy[POLICY_AT_DRAM].choice.policy = &policy->info;
    for (uint32_t i = 0; i < g->n_channels; i++) {
        sim_counters *count = g->channels[i].count;
        g->channels[i].count = NULL;
        dram_free(&g->channels[i]);
        if (gpu_make_channel(g, i, &b->err))
            fail_msg("%s", b->err.text);
        g->channels[i].count = count;
    }
    make_counters(b);
}

static inline void use_l2_policy(bench *b, const cache_policy *policy)
{
    gpu *g = (gpu *)(void *)b->sim;
    g->policy[POLICY_AT_L2].choice.policy = &policy->info;
    for (uint32_t i = 0; i < g->n_banks; i++) {
        sim_counters *count = g->banks[i].count;
        g->banks[i].count = NULL;
        l2_free(&g->banks[i]);
        if (gpu_make_bank(g, i, &b->err))
            fail_msg("%s", b->err.text);
        g->banks[i].count = count;
    }
    make_counters(b);
}

static inline void use_l1_policy(bench *b, const cache_policy *policy)
{
    gpu *g = (gpu *)(void *)b->sim;
    g->policy[POLICY_AT_L1].choice.policy = &policy->info;
    for (uint32_t i = 0; i < g->base.n_sms; i++) {
        const cache_host host = g->sms[i].l1.host;
        l1_free(&g->sms[i].l1);
        if (!l1_init(&g->sms[i].l1, &g->base, &host, &g->policy[POLICY_AT_L1].choice, &b->err))
            fail_msg("%s", b->err.text);
    }
}

/* Of a machine that translates with pages of 4 KB. */
static inline void use_vm_policy(bench *b, const vm_policy *policy)
{
    gpu *g = (gpu *)(void *)b->sim;
    translation *t = &g->translation;
    if (t->vm_state)
        t->vm->life.destroy(t->vm_state);
    t->vm_state = NULL;
    if (policy->create(&t->vm_host, NULL, &t->vm_state, &b->err))
        fail_msg("%s", b->err.text);
    t->vm = t->pages.vm = policy;
    t->pages.vm_state = t->vm_state;
    t->pages.are_placed = policy->place != NULL;
    g->policy[POLICY_AT_VM].choice.policy = &policy->info;
    g->policy[POLICY_AT_VM].states.life = &policy->life;
    for (uint32_t i = 0; i < g->n_banks; i++)
        g->banks[i].watcher = translation_watcher(t);
}

#endif

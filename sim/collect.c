/* Counters at the end of a launch. */
#include "sim/gpu.h"

static void collect_sm(sim_sm *sm, uint64_t cycles)
{
    sim_counters *c = &sm->count;
    if (sm->live_blocks) /* cut short */
        c->sm_active_cycles += cycles - sm->active_since;
    c->warp_insts = sm->hook.warp_insts;
    c->global_loads = sm->hook.global_loads;
    c->l1_read_accesses = sm->hook.l1_accesses;
    c->l1_read_hits = sm->hook.l1_hits;
    c->l1_intra_hits = sm->hook.l1_intra_hits;
    c->miss_latency = sm->hook.miss_latency;
    c->misses_returned = sm->hook.misses_returned;
    c->l1_evictions = sm->l1.evictions;
    uint64_t turns = c->sm_active_cycles * (uint64_t)sm->gpu->config.schedulers;
    c->issue_slots_idle = turns > c->warp_insts ? turns - c->warp_insts : 0;
}

/* What is still open, in a launch that was cut short, counts up to its end. */
static void collect_stalls(gpu *g, uint64_t cycles)
{
    g->bottleneck = (sim_bottleneck){0};
    for (uint32_t i = 0; i < g->n_sms; i++) {
        sm_stalls_settle(&g->sms[i], cycles);
        sim_bottleneck_add(&g->bottleneck, &g->sms[i].stalls->figures);
    }
    for (uint32_t i = 0; i < g->n_banks; i++) {
        l2_stalls_settle(g, &g->banks[i], clock_next(&g->l2_clock, cycles));
        sim_bottleneck_add(&g->bottleneck, &g->banks[i].stalls->figures);
    }
    for (uint32_t i = 0; i < g->n_channels; i++) {
        /* The data of the last write may move after the end. */
        uint64_t end = clock_next(&g->dram_clock, cycles), data_end = dram_data_end(g, &g->channels[i]);
        dram_stalls_settle(g, &g->channels[i], later(end, data_end));
        sim_bottleneck_add(&g->bottleneck, &g->channels[i].stalls->figures);
    }
}

const sim_bottleneck *sim_bottleneck_of(const simulator *sim)
{
    const gpu *g = (const gpu *)(const void *)sim;
    return g->config.stalls ? &g->bottleneck : NULL;
}

void app_collect(sim_app *app, uint64_t end, sim_counters *out)
{
    for (uint32_t i = 0; i < app->n_sms; i++) {
        sim_sm *sm = &app->gpu->sms[app->first_sm + i];
        collect_sm(sm, end);
        sim_counters_add(out, &sm->count);
        out->request_flits += sm->port.flits;
    }
}

void gpu_collect(gpu *g, uint64_t cycles, sim_counters *out)
{
    *out = (sim_counters){.cycles = cycles};
    for (uint32_t i = 0; i < g->n_apps; i++)
        app_collect(&g->apps[i], cycles, out);
    for (uint32_t i = 0; i < g->n_banks; i++) {
        sim_counters_add(out, &g->banks[i].count);
        out->reply_flits += g->banks[i].reply_flits;
    }
    for (uint32_t i = 0; i < g->n_channels; i++) {
        sim_counters_add(out, &g->channels[i].count);
        out->dram_pending += g->channels[i].gate.pending;
    }
    if (g->config.stalls)
        collect_stalls(g, cycles);
}

/* Counters at the end of a launch. */
#include "sim/gpu.h"

#include <stdlib.h>
#include <string.h>

static void collect_sm(sim_sm *sm, uint64_t cycles)
{
    sim_counters *c = &sm->count;
    if (sm->live_blocks) /* cut short */
        c->sm_active_cycles += cycles - sm->active_since;
#define SCHED_COUNTER(member, name, unit, meaning, meaning_in_sm) c->member = sm->hook.name;
#include "sim_hooks/counters.def"
    c->l1_evictions = sm->l1.evictions;
    uint64_t turns = c->sm_active_cycles * sm->base->config.schedulers;
    c->issue_slots_idle = turns > c->warp_insts ? turns - c->warp_insts : 0;
}

/* What is still open, in a launch that was cut short, counts up to its end. */
static void collect_stalls(gpu *g, uint64_t cycles)
{
    g->bottleneck = (sim_bottleneck){0};
    for (uint32_t i = 0; i < g->base.n_sms; i++) {
        sm_stalls_settle(&g->sms[i], cycles);
        sim_bottleneck_add(&g->bottleneck, &g->sms[i].stalls->statistics);
    }
    for (uint32_t i = 0; i < g->n_banks; i++) {
        l2_stalls_settle(&g->banks[i], clock_next(&g->base.l2_clock, cycles));
        sim_bottleneck_add(&g->bottleneck, &g->banks[i].stalls->statistics);
    }
    for (uint32_t i = 0; i < g->n_channels; i++) {
        /* The data of the last write may move after the end. */
        uint64_t end = clock_next(&g->base.dram_clock, cycles), data_end = dram_data_end(&g->channels[i]);
        dram_stalls_settle(&g->channels[i], later(end, data_end));
        sim_bottleneck_add(&g->bottleneck, &g->channels[i].stalls->statistics);
    }
}

const sim_bottleneck *sim_bottleneck_of(const simulator *sim)
{
    const gpu *g = (const gpu *)(const void *)sim;
    return g->base.config.stalls ? &g->bottleneck : NULL;
}

void app_collect(sim_app *app, uint64_t end, sim_counters *out)
{
    for (uint32_t i = 0; i < app->n_sms; i++) {
        sim_sm *sm = &app->gpu->sms[app->first_sm + i];
        collect_sm(sm, end);
        sim_counters_add(out, &sm->count);
        out->request_flits += sm->port.flits - sm->flits_before;
    }
}

/* Each on cache lines of its own: different threads count. */
static bool make_counters(sim_counters **count, uint32_t spaces)
{
    size_t size = (spaces * sizeof **count + 63) / 64 * 64;
    free(*count);
    *count = aligned_alloc(64, size);
    if (*count)
        memset(*count, 0, size);
    return *count != NULL;
}

int gpu_make_counters(gpu *g, uint32_t spaces, poise_error *err)
{
    bool ok = true;
    for (uint32_t i = 0; i < g->n_banks; i++)
        ok &= make_counters(&g->banks[i].count, spaces);
    for (uint32_t i = 0; i < g->n_channels; i++)
        ok &= make_counters(&g->channels[i].count, spaces);
    g->n_spaces = spaces;
    return ok ? POISE_OK : poise_fail(err, POISE_FAILED, "no memory for the counters of %u programs", spaces);
}

void gpu_clear_counters(gpu *g)
{
    for (uint32_t i = 0; i < g->n_banks; i++)
        memset(g->banks[i].count, 0, g->n_spaces * sizeof *g->banks[i].count);
    for (uint32_t i = 0; i < g->n_channels; i++)
        memset(g->channels[i].count, 0, g->n_spaces * sizeof *g->channels[i].count);
}

sim_counters gpu_counted_for(const gpu *g, uint32_t space)
{
    sim_counters sum = {0};
    for (uint32_t i = 0; i < g->n_banks; i++)
        sim_counters_add(&sum, &g->banks[i].count[space]);
    for (uint32_t i = 0; i < g->n_channels; i++)
        sim_counters_add(&sum, &g->channels[i].count[space]);
    return sum;
}

sim_counters gpu_counted_below(const gpu *g)
{
    sim_counters sum = {0};
    for (uint32_t i = 0; i < g->n_spaces; i++) {
        const sim_counters of_space = gpu_counted_for(g, i);
        sim_counters_add(&sum, &of_space);
    }
    for (uint32_t i = 0; i < g->n_channels; i++)
        sum.dram_pending += g->channels[i].front.pending;
    return sum;
}

void gpu_count_traffic(const gpu *g, uint64_t *reply_flits, uint64_t *dram_busy)
{
    *reply_flits = *dram_busy = 0;
    for (uint32_t i = 0; i < g->n_banks; i++)
        for (uint32_t space = 0; space < g->n_spaces; space++)
            *reply_flits += g->banks[i].count[space].reply_flits;
    for (uint32_t i = 0; i < g->n_channels; i++)
        for (uint32_t space = 0; space < g->n_spaces; space++)
            *dram_busy += g->channels[i].count[space].dram_busy;
}

void gpu_collect(gpu *g, uint64_t cycles, sim_counters *out)
{
    *out = gpu_counted_below(g);
    out->cycles = cycles;
    for (uint32_t i = 0; i < g->n_apps; i++)
        app_collect(&g->apps[i], cycles, out);
    cooperation_collect(g, out);
    if (g->base.config.stalls)
        collect_stalls(g, cycles);
}

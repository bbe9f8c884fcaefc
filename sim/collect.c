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
    uint64_t slots = c->sm_active_cycles * (uint64_t)sm->gpu->config.schedulers;
    c->issue_slots_idle = slots > c->warp_insts ? slots - c->warp_insts : 0;
}

static uint64_t last_free(const network *net)
{
    uint64_t cycle = 0;
    for (uint32_t i = 0; i < net->n_outputs; i++)
        cycle = later(cycle, net->output[i].free_at);
    return clock_to_core(&net->clock, cycle);
}

/* The launch is over when its last warp has ended and the memory system is empty, as GPGPU-Sim counts. A
 * component may be woken later than that in vain, so the time is read off the resources. */
static uint64_t end_of_launch(const gpu *g)
{
    uint64_t end = later(g->last_warp_end, later(last_free(&g->requests), last_free(&g->replies)));
    for (uint32_t i = 0; i < g->n_banks; i++)
        end = later(end, clock_to_core(&g->l2_clock, g->banks[i].port_free));
    for (uint32_t i = 0; i < g->n_channels; i++)
        end = later(end, clock_to_core(&g->dram_clock, g->channels[i].last_column));
    return end;
}

void gpu_collect(gpu *g, bool cut_short, sim_counters *out)
{
    uint64_t cycles = cut_short ? gpu_now(g) : end_of_launch(g);
    *out = (sim_counters){.cycles = cycles};
    for (uint32_t i = 0; i < g->n_sms; i++) {
        collect_sm(&g->sms[i], cycles);
        sim_counters_add(out, &g->sms[i].count);
    }
    for (uint32_t i = 0; i < g->n_banks; i++)
        sim_counters_add(out, &g->banks[i].count);
    for (uint32_t i = 0; i < g->n_channels; i++)
        sim_counters_add(out, &g->channels[i].count);
    out->request_flits = g->requests.flits;
    out->reply_flits = g->replies.flits;
}

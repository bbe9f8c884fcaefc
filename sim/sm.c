/* The SM as a whole: storage, begin of a launch, one cycle. */
#include "sim/gpu.h"

#include <string.h>

static uint32_t max_loads(const sim_config *config)
{
    /* Every load has a request in the load-store queue, in an MSHR, on its way from a hit, or is an atomic
     * whose reply is outstanding; the last are bounded by one per warp instruction in flight. */
    return (uint32_t)(config->lsu_queue + 1 + config->l1_mshrs * config->l1_merge + config->l1_latency + 1);
}

bool sm_init(gpu *g, sim_sm *sm, uint32_t index, poise_error *err)
{
    const sim_config *config = &g->config;
    uint32_t loads = max_loads(config);
    *sm = (struct sim_sm){.index = index, .gpu = g};
    bool ok = true;
    sm->warp = calloc((size_t)config->warps, sizeof *sm->warp);
    sm->block = calloc((size_t)config->thread_blocks, sizeof *sm->block);
    sm->load = calloc(loads, sizeof *sm->load);
    ok = sm->warp && sm->block && sm->load && pool_init(&sm->loads, loads);
    ok = ok && lsu_fifo_init(&sm->lsu, (uint32_t)config->lsu_queue + 1);
    ok = ok && sm_timed_fifo_init(&sm->hits, 2) &&
         l1_request_fifo_init(&sm->pipe, (uint32_t)config->l1_latency);
    ok = ok && sm_reply_fifo_init(&sm->inbox, (uint32_t)config->l1_mshrs + loads);
    if (!ok) {
        poise_fail(err, POISE_FAILED, "no memory for SM %u", index);
        return false;
    }
    return l1_init(&sm->l1, config, &g->map, (const cache_policy *)(const void *)g->l1_choice.policy,
                   g->l1_choice.options, err);
}

void sm_free(sim_sm *sm)
{
    l1_free(&sm->l1);
    free(sm->warp);
    free(sm->block);
    free(sm->load);
    pool_free(&sm->loads);
    free(sm->registers);
    lsu_fifo_free(&sm->lsu);
    l1_request_fifo_free(&sm->pipe);
    sm_timed_fifo_free(&sm->hits);
    sm_reply_fifo_free(&sm->inbox);
}

static int reserve_registers(sim_sm *sm, uint32_t registers, poise_error *err)
{
    size_t warps = (size_t)sm->gpu->config.warps;
    size_t needed = warps * (registers ? registers : 1);
    if (needed > sm->registers_size) {
        free(sm->registers);
        sm->registers = calloc(needed, sizeof *sm->registers);
        sm->registers_size = sm->registers ? needed : 0;
        if (!sm->registers)
            return poise_fail(err, POISE_FAILED, "no memory for the registers of SM %u", sm->index);
    }
    for (size_t i = 0; i < warps; i++)
        sm->warp[i] = (sm_warp){.ready_at = sm->registers + i * registers};
    return 0;
}

int sm_begin(sim_sm *sm, uint32_t registers, poise_error *err)
{
    l1_flush(&sm->l1); /* GPGPU-Sim's -gpgpu_flush_l1_cache 1 */
    lsu_fifo_clear(&sm->lsu);
    l1_request_fifo_clear(&sm->pipe);
    sm_timed_fifo_clear(&sm->hits);
    sm_reply_fifo_clear(&sm->inbox);
    memset(sm->scheduler, 0, sizeof sm->scheduler);
    for (uint32_t i = 0; i < SM_MAX_SCHEDULERS; i++) {
        sm->scheduler[i].last = -1;
        sm->scheduler[i].stale = true;
    }
    sm->n = sm->p = POISE_ALL_WARPS;
    sm->live_blocks = 0;
    sm->lsu_requests = 0;
    sm->stalled = L1_HIT;
    sm->filled = false;
    pool_clear(&sm->loads);
    sm->sfu_free = sm->dp_free = 0;
    memset(sm->wake, 0, sizeof sm->wake);
    memset(sm->wake_any, 0, sizeof sm->wake_any);
    sm->last_run = 0;
    sm->tick_at = UINT64_MAX;
    sm->hook = (sched_counters){0};
    sm->count = (sim_counters){0};
    return reserve_registers(sm, registers, err);
}

static void tick(sim_sm *sm, uint64_t now)
{
    gpu *g = sm->gpu;
    if (sm->tick_at > now)
        return;
    uint64_t again = g->sched->tick(g->sched_state, sm->index, now);
    sm->tick_at = again ? now + again : UINT64_MAX;
}

/* A unit that is busy although a warp waits for it. */
static uint64_t next_unit(const sim_sm *sm, uint64_t now)
{
    uint64_t when = UINT64_MAX;
    for (uint32_t i = 0; i < (uint32_t)sm->gpu->config.schedulers; i++) {
        const sm_scheduler *s = &sm->scheduler[i];
        uint64_t ready =
            s->ready & s->monitored; /* up to date: sm_issue has just looked at ready schedulers */
        if (sm->sfu_free > now && (ready & s->next_in[UNIT_SFU]))
            when = earlier(when, sm->sfu_free);
        if (sm->dp_free > now && (ready & s->next_in[UNIT_DP]))
            when = earlier(when, sm->dp_free);
    }
    return when;
}

/* The next cycle with something to do, as far as the SM knows itself; replies and the crossbar wake it
 * besides. */
static uint64_t next_cycle(const sim_sm *sm, uint64_t now)
{
    uint64_t next = earlier(sm_memory_next(sm, now), sm_next_wake(sm, now));
    next = earlier(next, next_unit(sm, now));
    if (sm->hits.count)
        next = earlier(next, sm_timed_fifo_front(&sm->hits)->ready);
    return sm->live_blocks ? earlier(next, sm->tick_at) : next;
}

void sm_run(sim_sm *sm, uint64_t now)
{
    /* A warp may end before its last stores have left; they are still sent. */
    if (!sm->live_blocks && !sm->lsu.count && !sm->pipe.count)
        return;
    sm_memory_replies(sm, now);
    sm_wake_warps(sm, now);
    if (sm->live_blocks)
        tick(sm, now);
    sm_memory_step(sm, now);
    bool issue_again = sm->live_blocks && sm_issue(sm, now);
    uint64_t next = issue_again ? now + 1 : next_cycle(sm, now);
    if (next != UINT64_MAX)
        gpu_wake_sm(sm->gpu, sm->index, next);
}

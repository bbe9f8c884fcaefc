/* What the simulator offers to policies, function by function of sim/base/host.def. Policies come from other
 * people: what they ask for is checked here. */
#include "sim/gpu.h"

/* ---- scheduler policies ---- */

static void misused(const sim_app *app, host_function function, host_misuse how, uint32_t sm)
{
    contract_misused(
        &app->gpu->base.contract,
        &(contract_misuse){.function = function, .how = how, .app = app->kernel.index, .sm = sm});
}

static bool may_ask(const sim_app *app, host_function function)
{
    if (!app->has_begun)
        misused(app, function, MISUSE_TOO_EARLY, 0);
    return app->has_begun;
}

/* The SM that a policy names, NULL when it may not. */
static sim_sm *asked_sm(const sim_app *app, host_function function, uint32_t sm)
{
    if (!may_ask(app, function))
        return NULL;
    if (sm < app->n_sms)
        return &app->gpu->sms[app->first_sm + sm];
    misused(app, function, MISUSE_SM, sm);
    return NULL;
}

static void set_tuple(void *opaque, uint32_t sm_number, uint32_t n, uint32_t p)
{
    const sim_app *app = opaque;
    sim_sm *sm = asked_sm(app, HOST_SCHED_set_tuple, sm_number);
    if (!sm)
        return;
    if (n < 1 || p > n || n > POISE_ALL_WARPS) {
        sm_break_contract(sm, POLICY_TUPLE, n, p);
        return;
    }
    sm->n = n;
    sm->p = p;
    sm_reconsider(sm);
    if (app->observer)
        app->observer(app->observer_user, sm_number, sm->now - app->began, n, p);
}

static void set_rights(void *opaque, uint32_t sm_number, const sched_rights *rights)
{
    const sim_app *app = opaque;
    sim_sm *sm = asked_sm(app, HOST_SCHED_set_rights, sm_number);
    if (!sm)
        return;
    if (!rights) {
        misused(app, HOST_SCHED_set_rights, MISUSE_NULL, 0);
        return;
    }
    sm->rights = *rights;
    sm->restricted = (rights->issue & rights->load & rights->pollute) != ~0ull;
    sm_reconsider(sm);
}

static void set_loads(void *opaque, uint32_t sm_number, const uint64_t *around, uint32_t words)
{
    sim_sm *sm = asked_sm(opaque, HOST_SCHED_set_loads, sm_number);
    if (!sm)
        return;
    if (words && !around) {
        misused(opaque, HOST_SCHED_set_loads, MISUSE_NULL, 0);
        return;
    }
    sm->some_go_around = words != 0;
    for (uint32_t i = 0; i < sm->load_words; i++)
        sm->goes_around[i] = i < words ? around[i] : 0;
}

static const sched_counters *counters(void *opaque, uint32_t sm_number)
{
    static const sched_counters of_nobody = {0};
    const sim_sm *sm = asked_sm(opaque, HOST_SCHED_counters, sm_number);
    return sm ? &sm->hook : &of_nobody;
}

static uint64_t kernel(void *opaque)
{
    const sim_app *app = opaque;
    return may_ask(app, HOST_SCHED_kernel) ? app->kernel.program.code_address : 0;
}

/* Since the run began. */
static sched_memory memory_use(const gpu *g, uint64_t now)
{
    uint64_t flit_cycles = clock_next(&g->base.icnt_clock, now);
    sched_memory use = {
        .dram_cycles = g->n_channels * clock_next(&g->base.dram_clock, now),
        .request_flits_most = g->base.n_sms * flit_cycles,
        .reply_flits_most = g->n_banks * flit_cycles,
        .miss_queue_most = g->base.n_sms * g->base.config.l1_miss_queue,
    };
    for (uint32_t i = 0; i < g->base.n_sms; i++) {
        use.request_flits += g->sms[i].port.flits;
        use.miss_queue += port_queued(&g->sms[i].port, now);
    }
    gpu_count_traffic(g, &use.reply_flits, &use.dram_busy);
    return use;
}

void app_note_memory(sim_app *app)
{
    app->memory_then = memory_use(app->gpu, app->began);
}

/* Since the kernel began. */
static sched_memory memory_since(const sim_app *app)
{
    sched_memory use = memory_use(app->gpu, app->sched_states.gather_at);
    const sched_memory *then = &app->memory_then;
    use.dram_busy -= then->dram_busy;
    use.dram_cycles -= then->dram_cycles;
    use.request_flits -= then->request_flits;
    use.request_flits_most -= then->request_flits_most;
    use.reply_flits -= then->reply_flits;
    use.reply_flits_most -= then->reply_flits_most;
    return use;
}

static void memory(void *opaque, sched_memory *use)
{
    const sim_app *app = opaque;
    if (!use)
        misused(app, HOST_SCHED_memory, MISUSE_NULL, 0);
    else if (app->gathers)
        *use = memory_since(app);
    else {
        misused(app, HOST_SCHED_memory, MISUSE_OUTSIDE_GATHER, 0);
        *use = (sched_memory){0};
    }
}

static bool prefetch(void *opaque, uint32_t sm_number, uint32_t warp, uint64_t address)
{
    const sim_app *app = opaque;
    sim_sm *sm = asked_sm(app, HOST_SCHED_prefetch, sm_number);
    if (!sm)
        return false;
    if (warp >= app->gpu->base.config.warps)
        sm_break_contract(sm, POLICY_PREFETCH, warp, 0);
    else if (!prefetch_fifo_full(&sm->prefetches)) {
        *prefetch_fifo_push(&sm->prefetches) = (prefetch_request){.address = address, .warp = (uint16_t)warp};
        return true;
    }
    return false;
}

/* ---- the tables ---- */

void app_make_host(sim_app *app)
{
    const sim_config *c = &app->gpu->base.config;
    app->host = (sched_host){.sms = app->n_sms,
                             .schedulers = c->schedulers,
                             .warps_per_scheduler = sim_warps_of_scheduler(c, c->warps),
                             .warps = c->warps,
                             .l1 = {.sets = c->l1_sets, .ways = c->l1_ways},
                             .opaque = app,
                             .set_tuple = set_tuple,
                             .set_rights = set_rights,
                             .set_loads = set_loads,
                             .counters = counters,
                             .kernel = kernel,
                             .memory = memory,
                             .prefetch = prefetch};
}

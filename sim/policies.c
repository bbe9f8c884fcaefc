/* The policies of a machine, and what a scheduler policy may ask of it. */
#include "sim/gpu.h"

#include <string.h>

/* ---- what a scheduler policy may ask ---- */

static void host_set_tuple(void *opaque, uint32_t sm_index, uint32_t n, uint32_t p)
{
    gpu *g = opaque;
    sim_sm *sm = &g->sms[sm_index];
    if (p < 1 || p > n || n > POISE_ALL_WARPS) {
        sm->fault = POLICY_TUPLE;
        sm->fault_n = n;
        sm->fault_p = p;
        return;
    }
    sm->n = n;
    sm->p = p;
    sm_reconsider(sm);
    if (g->observer)
        g->observer(g->observer_user, sm_index, sm->now, n, p);
}

static void host_set_rights(void *opaque, uint32_t sm_index, const sched_rights *rights)
{
    gpu *g = opaque;
    sim_sm *sm = &g->sms[sm_index];
    sm->rights = *rights;
    sm->restricted = (rights->issue & rights->load & rights->pollute) != ~0ull;
    sm_reconsider(sm);
}

static const sched_counters *host_counters(void *opaque, uint32_t sm_index)
{
    const gpu *g = opaque;
    return &g->sms[sm_index].hook;
}

static uint64_t host_kernel(void *opaque)
{
    const gpu *g = opaque;
    return g->program.code_address;
}

static void host_memory(void *opaque, sched_memory *use)
{
    const gpu *g = opaque;
    uint64_t flit_cycles = clock_next(&g->icnt_clock, g->gather_at);
    *use = (sched_memory){
        .dram_cycles = g->n_channels * clock_next(&g->dram_clock, g->gather_at),
        .request_flits_most = g->n_sms * flit_cycles,
        .reply_flits_most = g->n_banks * flit_cycles,
        .miss_queue_most = g->n_sms * (uint64_t)g->config.l1_miss_queue,
    };
    for (uint32_t i = 0; i < g->n_sms; i++) {
        use->request_flits += g->sms[i].port.flits;
        use->miss_queue += port_queued(&g->sms[i].port, g->gather_at);
    }
    for (uint32_t i = 0; i < g->n_banks; i++)
        use->reply_flits += g->banks[i].reply_flits;
    for (uint32_t i = 0; i < g->n_channels; i++)
        use->dram_busy += g->channels[i].count.dram_busy;
}

static bool host_prefetch(void *opaque, uint32_t sm_index, uint32_t warp, uint64_t address)
{
    gpu *g = opaque;
    prefetch_fifo *wanted = &g->sms[sm_index].prefetches;
    if (prefetch_fifo_full(wanted) || warp >= (uint32_t)g->config.warps)
        return false;
    *prefetch_fifo_push(wanted) = (prefetch_request){.address = address, .warp = (uint16_t)warp};
    return true;
}

/* ---- the policies of a machine ---- */

/* Functions of the interfaces that this simulator does not call (yet): a policy that counts on one of them
 * would do something else than it says. */
static const struct {
    policy_interface interface;
    const char *function;
    size_t offset;
} not_called[] = {
#define CACHE(function)                                           \
    {                                                             \
        POLICY_CACHE, #function, offsetof(cache_policy, function) \
    }
#define TLB(function)                                         \
    {                                                         \
        POLICY_TLB, #function, offsetof(tlb_policy, function) \
    }
#define VM(function)                                        \
    {                                                       \
        POLICY_VM, #function, offsetof(vm_policy, function) \
    }
    CACHE(route), CACHE(mark), CACHE(peer),    CACHE(probe),    CACHE(tick),
    TLB(shared),  TLB(flush),  TLB(read_done), TLB(tick),       VM(app_begin),
    VM(app_end),  VM(freed),   VM(sampled),    VM(transferred), VM(tick),
#undef CACHE
#undef TLB
#undef VM
};

static int refuse_uncalled(policy_interface interface, const policy_choice *choice, poise_error *err)
{
    for (size_t i = 0; i < sizeof not_called / sizeof not_called[0]; i++) {
        void (*function)(void);
        if (not_called[i].interface != interface)
            continue;
        memcpy(&function, (const char *)choice->policy + not_called[i].offset, sizeof function);
        if (function)
            return poise_fail(err, POISE_USAGE, "%s policy %s needs %s(), which this simulator does not call",
                              policy_interface_name(interface), choice->label, not_called[i].function);
    }
    return POISE_OK;
}

static int refuse_what_is_not_called(const gpu *g, poise_error *err)
{
    int code = refuse_uncalled(POLICY_CACHE, &g->l1_choice, err);
    code = code ? code : refuse_uncalled(POLICY_CACHE, &g->l2_choice, err);
    code = code ? code : refuse_uncalled(POLICY_TLB, &g->tlb_choice, err);
    return code ? code : refuse_uncalled(POLICY_VM, &g->vm_choice, err);
}

int gpu_choose_policies(gpu *g, const sim_policies *p, poise_error *err)
{
    const sim_policies none = {0};
    p = p ? p : &none;
    int code = policy_choose(POLICY_SCHED, p->sched ? p->sched : "gto", &g->sched_choice, err);
    code = code ? code : policy_choose(POLICY_CACHE, p->l1 ? p->l1 : "lru", &g->l1_choice, err);
    code = code ? code : policy_choose(POLICY_CACHE, p->l2 ? p->l2 : "lru", &g->l2_choice, err);
    code = code ? code : policy_choose(POLICY_DRAM, p->dram ? p->dram : "frfcfs", &g->dram_choice, err);
    code = code ? code : policy_choose(POLICY_TLB, p->tlb ? p->tlb : "none", &g->tlb_choice, err);
    code = code ? code : policy_choose(POLICY_VM, p->vm ? p->vm : "identity", &g->vm_choice, err);
    return code ? code : refuse_what_is_not_called(g, err);
}

void gpu_free_choices(gpu *g)
{
    policy_choice_free(&g->sched_choice);
    policy_choice_free(&g->l1_choice);
    policy_choice_free(&g->l2_choice);
    policy_choice_free(&g->dram_choice);
    policy_choice_free(&g->tlb_choice);
    policy_choice_free(&g->vm_choice);
}

int gpu_create_sched(gpu *g, poise_error *err)
{
    const sim_config *c = &g->config;
    g->host = (sched_host){.sms = g->n_sms,
                           .schedulers = (uint32_t)c->schedulers,
                           .warps_per_scheduler = sim_warps_of_scheduler(c, (uint64_t)c->warps),
                           .warps = (uint32_t)c->warps,
                           .l1 = {.sets = (uint32_t)c->l1_sets, .ways = (uint32_t)c->l1_ways},
                           .opaque = g,
                           .set_tuple = host_set_tuple,
                           .set_rights = host_set_rights,
                           .counters = host_counters,
                           .kernel = host_kernel,
                           .memory = host_memory,
                           .prefetch = host_prefetch};
    g->sched = (const sched_policy *)(const void *)g->sched_choice.policy;
    return g->sched->create ? g->sched->create(&g->host, g->sched_choice.options, &g->sched_state, err)
                            : POISE_OK;
}

void gpu_destroy_sched(gpu *g)
{
    if (g->sched && g->sched->destroy && g->sched_state)
        g->sched->destroy(g->sched_state);
    g->sched_state = NULL;
}

static int replace_sched(gpu *g, const policy_choice *choice, poise_error *err)
{
    gpu_destroy_sched(g);
    policy_choice_free(&g->sched_choice);
    g->sched_choice = *choice;
    return gpu_create_sched(g, err);
}

int sim_set_sched(simulator *sim, const char *string, poise_error *err)
{
    policy_choice choice;
    int code = policy_choose(POLICY_SCHED, string, &choice, err);
    return code ? code : replace_sched((gpu *)sim, &choice, err);
}

int sim_use_sched(simulator *sim, const sched_policy *policy, const void *options, poise_error *err)
{
    size_t size = policy->info.options_size;
    policy_choice choice = {
        .policy = &policy->info, .options = size ? malloc(size) : NULL, .label = strdup(policy->info.name)};
    if (!choice.label || (size && !choice.options)) {
        policy_choice_free(&choice);
        return poise_fail(err, POISE_FAILED, "no memory for scheduler %s", policy->info.name);
    }
    if (size)
        memcpy(choice.options, options, size);
    return replace_sched((gpu *)sim, &choice, err);
}

size_t sim_sched_figures(const simulator *sim, policy_figure *figures, size_t room)
{
    const gpu *g = (const gpu *)(const void *)sim;
    return g->sched->figures ? g->sched->figures(g->sched_state, figures, room) : 0;
}

/* ---- in the course of a launch ---- */

void gpu_begin_sched(gpu *g)
{
    if (g->sched->kernel_begin)
        g->sched->kernel_begin(g->sched_state, 0, sim_warps_per_scheduler(&g->config, g->trace));
    for (uint32_t i = 0; g->sched->tick && i < g->n_sms; i++)
        g->sms[i].tick_at = 1;
    g->gather_at = g->sched->gather ? 0 : UINT64_MAX;
}

void gpu_gather(gpu *g, uint64_t now)
{
    g->gather_at = now; /* for host_memory */
    uint64_t again = g->sched->gather(g->sched_state, now);
    g->gather_at = again ? now + again : UINT64_MAX;
    for (uint32_t i = 0; i < g->n_sms; i++)
        g->sms[i].next = 0; /* its tuple or its rights may be others */
}

static int cache_fault(const char *cache, const policy_choice *choice, poise_error *err)
{
    return poise_fail(err, POISE_FAILED, "%s policy %s chose a way that may not be taken", cache,
                      choice->label);
}

int gpu_policy_fault(const gpu *g, poise_error *err)
{
    const char *policy = g->sched_choice.label;
    for (uint32_t i = 0; i < g->n_banks; i++)
        if (g->banks[i].policy_failed)
            return cache_fault("L2", &g->l2_choice, err);
    for (uint32_t i = 0; i < g->n_channels; i++)
        if (g->channels[i].policy_failed)
            return poise_fail(err, POISE_FAILED, "DRAM policy %s gave a request that it does not have",
                              g->dram_choice.label);
    for (uint32_t i = 0; i < g->n_sms; i++) {
        const sim_sm *sm = &g->sms[i];
        if (sm->l1.policy_failed)
            return cache_fault("L1", &g->l1_choice, err);
        if (sm->fault == POLICY_PICK)
            return poise_fail(err, POISE_FAILED, "scheduler policy %s picked a warp that cannot issue",
                              policy);
        if (sm->fault == POLICY_TUPLE)
            return poise_fail(err, POISE_FAILED,
                              "scheduler policy %s set the warp-tuple {%u, %u}; 1 <= p <= N <= %d must hold",
                              policy, sm->fault_n, sm->fault_p, POISE_ALL_WARPS);
        if (sm->fault == POLICY_WAITS)
            return poise_fail(err, POISE_FAILED, "tlb policy %s lets requests wait, which is not simulated",
                              g->tlb_choice.label);
    }
    return POISE_OK;
}

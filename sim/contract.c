#include "sim/contract.h"

#include "sim/translation/translation.h"

/* gpu.breach: 0 = none, BROKEN = look at the components, otherwise a misuse. The largest stays, so that the
 * order in which threads come does not matter. */
enum { BROKEN = 1, FUNCTION_SHIFT = 32, APP_SHIFT = 40, HOW_SHIFT = 56 };

static void note(gpu *g, uint64_t breach)
{
    uint64_t noted = atomic_load_explicit(&g->breach, memory_order_relaxed);
    while (noted < breach && !atomic_compare_exchange_weak_explicit(
                                 &g->breach, &noted, breach, memory_order_relaxed, memory_order_relaxed)) {
    }
}

void contract_misused(gpu *g, host_function function, host_misuse how, uint32_t sm)
{
    note(g, (uint64_t)how << HOW_SHIFT | (uint64_t)function << FUNCTION_SHIFT | sm);
}

void contract_sched_misused(const sim_app *app, host_function function, host_misuse how, uint32_t sm)
{
    note(app->gpu, (uint64_t)how << HOW_SHIFT | (uint64_t)app->index << APP_SHIFT |
                       (uint64_t)function << FUNCTION_SHIFT | sm);
}

void contract_broken(gpu *g)
{
    note(g, BROKEN);
}

void contract_fault(sim_sm *sm, policy_fault fault, uint32_t n, uint32_t p)
{
    if (sm->fault)
        return; /* the first is told */
    sm->fault = fault;
    sm->fault_n = n;
    sm->fault_p = p;
    contract_broken(sm->gpu);
}

/* ---- sentences ---- */

static const struct {
    policy_interface interface;
    const char *name;
} functions[] = {
#define HOST(interface, function) {POLICY_##interface, #function},
#include "sim/host.def"
#undef HOST
};

static const char *label_of(const gpu *g, policy_place place)
{
    return g->policy[place].choice.label;
}

int contract_misuse_error(const gpu *g, poise_error *err)
{
    uint64_t breach = atomic_load_explicit(&g->breach, memory_order_relaxed);
    if (breach <= BROKEN)
        return POISE_OK;
    uint32_t function = (uint32_t)(breach >> FUNCTION_SHIFT & 0xff), sm = (uint32_t)breach;
    policy_interface interface = functions[function].interface;
    char who[POISE_ERROR_TEXT / 2];
    snprintf(who, sizeof who, "%s policy %.200s called %s()",
             interface == POLICY_SCHED ? "scheduler" : policy_interface_name(interface),
             label_of(g, interface == POLICY_TLB  ? POLICY_AT_TLB
                         : interface == POLICY_VM ? POLICY_AT_VM
                                                  : POLICY_AT_SCHED),
             functions[function].name);
    switch ((host_misuse)(breach >> HOW_SHIFT)) {
    case MISUSE_TOO_EARLY: return poise_fail(err, POISE_FAILED, "%s before its first launch_begin()", who);
    case MISUSE_OUTSIDE_GATHER: return poise_fail(err, POISE_FAILED, "%s outside gather()", who);
    case MISUSE_OUTSIDE_SHARED:
        return poise_fail(err, POISE_FAILED, "%s outside a call on the shared side", who);
    case MISUSE_NULL: return poise_fail(err, POISE_FAILED, "%s with a null pointer", who);
    case MISUSE_SM: break;
    }
    return poise_fail(err, POISE_FAILED, "%s for SM %u; sm < %u must hold", who, sm,
                      g->apps[breach >> APP_SHIFT & 0xffff].n_sms);
}

static int cache_error(const gpu *g, const char *cache, policy_place place, poise_error *err)
{
    return poise_fail(err, POISE_FAILED, "%s policy %s chose a way that may not be taken", cache,
                      label_of(g, place));
}

static int dram_error(const gpu *g, const dram_channel *channel, poise_error *err)
{
    const char *policy = label_of(g, POLICY_AT_DRAM);
    if (channel->fault == DRAM_FAULT_BANK)
        return poise_fail(err, POISE_FAILED, "DRAM policy %s says that bank %u waits; bank < %u must hold",
                          policy, channel->fault_bank, channel->n_banks);
    if (channel->fault == DRAM_FAULT_BUSY)
        return poise_fail(err, POISE_FAILED, "DRAM policy %s gave a request for bank %u, which is not idle",
                          policy, channel->fault_bank);
    return poise_fail(err, POISE_FAILED, "DRAM policy %s gave a request that it does not have", policy);
}

static int sm_error(const gpu *g, const sim_sm *sm, poise_error *err)
{
    const char *policy = label_of(g, POLICY_AT_SCHED);
    switch (sm->fault) {
    case POLICY_FAULTLESS: break;
    case POLICY_PICK:
        return poise_fail(err, POISE_FAILED, "scheduler policy %s picked a warp that cannot issue", policy);
    case POLICY_TUPLE:
        return poise_fail(
            err, POISE_FAILED,
            "scheduler policy %s set the warp-tuple {%u, %u}; 0 <= p <= N, 1 <= N <= %d must hold", policy,
            sm->fault_n, sm->fault_p, POISE_ALL_WARPS);
    case POLICY_PREFETCH:
        return poise_fail(err, POISE_FAILED,
                          "scheduler policy %s called prefetch() for warp %u; warp < %lld must hold", policy,
                          sm->fault_n, (long long)g->config.warps);
    case POLICY_KNOWS:
        return poise_fail(err, POISE_FAILED, "tlb policy %s has a hit for a page that is not in memory",
                          label_of(g, POLICY_AT_TLB));
    }
    return POISE_OK;
}

int gpu_policy_fault(const gpu *g, poise_error *err)
{
    int code = contract_misuse_error(g, err);
    code = code ? code : pages_error(g, err);
    code = code ? code : translation_error(g, err);
    for (uint32_t i = 0; i < g->n_banks && !code; i++)
        if (g->banks[i].policy_failed)
            code = cache_error(g, "L2", POLICY_AT_L2, err);
    for (uint32_t i = 0; i < g->n_channels && !code; i++)
        if (g->channels[i].fault)
            code = dram_error(g, &g->channels[i], err);
    for (uint32_t i = 0; i < g->n_sms && !code; i++)
        code = g->sms[i].l1.policy_failed ? cache_error(g, "L1", POLICY_AT_L1, err)
                                          : sm_error(g, &g->sms[i], err);
    return code;
}

/* How policies have broken their contracts, in sentences. */
#include "sim/gpu.h"

static const struct {
    policy_interface interface;
    const char *name;
} functions[] = {
#define HOST(interface, function) {POLICY_##interface, #function},
#include "sim/base/host.def"
#undef HOST
};

static const char *label_of(const gpu *g, policy_place place)
{
    return g->policy[place].choice.label;
}

int contract_misuse_error(const gpu *g, poise_error *err)
{
    contract_misuse misuse;
    if (!contract_is_misused(&g->base.contract, &misuse))
        return POISE_OK;
    policy_interface interface = functions[misuse.function].interface;
    char who[POISE_ERROR_TEXT / 2];
    snprintf(who, sizeof who, "%s policy %.200s called %s()",
             interface == POLICY_SCHED ? "scheduler" : policy_interface_name(interface),
             label_of(g, interface == POLICY_TLB  ? POLICY_AT_TLB
                         : interface == POLICY_VM ? POLICY_AT_VM
                                                  : POLICY_AT_SCHED),
             functions[misuse.function].name);
    switch (misuse.how) {
    case MISUSE_TOO_EARLY: return poise_fail(err, POISE_FAILED, "%s before its first launch_begin()", who);
    case MISUSE_OUTSIDE_GATHER: return poise_fail(err, POISE_FAILED, "%s outside gather()", who);
    case MISUSE_OUTSIDE_SHARED:
        return poise_fail(err, POISE_FAILED, "%s outside a call on the shared side", who);
    case MISUSE_WHILE_RUNNING: return poise_fail(err, POISE_FAILED, "%s while SMs run", who);
    case MISUSE_IN_PLACE: return poise_fail(err, POISE_FAILED, "%s in place()", who);
    case MISUSE_NULL: return poise_fail(err, POISE_FAILED, "%s with a null pointer", who);
    case MISUSE_SM: break;
    }
    return poise_fail(err, POISE_FAILED, "%s for SM %u; sm < %u must hold", who, misuse.sm,
                      g->apps[misuse.app].n_sms);
}

static int cache_error(const gpu *g, const char *cache, policy_place place, poise_error *err)
{
    return poise_fail(err, POISE_FAILED, "%s policy %s chose a way that may not be taken", cache,
                      label_of(g, place));
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
                          "scheduler policy %s called prefetch() for warp %u; warp < %u must hold", policy,
                          sm->fault_n, g->base.config.warps);
    case POLICY_MISSES:
        return poise_fail(err, POISE_FAILED, "tlb policy %s misses a page and has no ask()",
                          label_of(g, POLICY_AT_TLB));
    case POLICY_KNOWS:
        return poise_fail(err, POISE_FAILED, "tlb policy %s has a hit for a page that is not in memory",
                          label_of(g, POLICY_AT_TLB));
    }
    return POISE_OK;
}

int gpu_policy_fault(const gpu *g, poise_error *err)
{
    int code = contract_misuse_error(g, err);
    code = code != POISE_OK ? code : pages_error(&g->translation.pages, err);
    if (code == POISE_OK && g->copier.is_short)
        code = poise_fail(err, POISE_FAILED, "no memory for copies of pages");
    code = code != POISE_OK ? code : translation_error(&g->translation, err);
    for (uint32_t i = 0; i < g->n_banks && code == POISE_OK; i++)
        if (g->banks[i].policy_failed)
            code = cache_error(g, "L2", POLICY_AT_L2, err);
    for (uint32_t i = 0; i < g->n_channels && code == POISE_OK; i++)
        code = dram_policy_fault(&g->channels[i], err);
    for (uint32_t i = 0; i < g->base.n_sms && code == POISE_OK; i++)
        code = g->sms[i].l1.policy_failed ? cache_error(g, "L1", POLICY_AT_L1, err)
                                          : sm_error(g, &g->sms[i], err);
    return code;
}

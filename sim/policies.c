/* The policies of a machine, and their life. */
#include "sim/contract.h"

#include <math.h>
#include <string.h>

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
    CACHE(route),   CACHE(mark), CACHE(peer), CACHE(probe), CACHE(tick),     TLB(shared), TLB(flush),
    TLB(read_done), TLB(tick),   VM(freed),   VM(sampled),  VM(transferred), VM(tick),
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

/* ---- roles ---- */

static const struct {
    const char *name, *called; /* in sentences */
    policy_interface interface;
    const char *baseline;
} roles[SIM_ROLES] = {
    [SIM_SCHED] = {"sched", "scheduler policy", POLICY_SCHED, "gto"},
    [SIM_L1] = {"l1", "L1 policy", POLICY_CACHE, "lru"},
    [SIM_L2] = {"l2", "L2 policy", POLICY_CACHE, "lru"},
    [SIM_DRAM] = {"dram", "DRAM policy", POLICY_DRAM, "frfcfs"},
    [SIM_TLB] = {"tlb", "tlb policy", POLICY_TLB, "none"},
    [SIM_VM] = {"vm", "vm policy", POLICY_VM, "identity"},
};

const char *sim_role_name(sim_role role)
{
    return roles[role].name;
}

/* The group takes the choice. */
static void set_choice(policy_group *group, const policy_choice *choice)
{
    group->choice = *choice;
    group->life = &((const policy_head *)(const void *)choice->policy)->life;
}

static uint32_t instances(const gpu *g, sim_role role)
{
    switch (role) {
    case SIM_L1: return g->n_sms;
    case SIM_L2: return g->n_banks;
    case SIM_DRAM: return g->n_channels;
    default: return 1;
    }
}

static int choose(gpu *g, sim_role role, const char *string, poise_error *err)
{
    policy_group *group = &g->policy[role];
    policy_choice choice;
    int code = policy_choose(roles[role].interface, string ? string : roles[role].baseline, &choice, err);
    if (code)
        return code;
    set_choice(group, &choice);
    group->count = instances(g, role);
    group->state = calloc(group->count, sizeof *group->state);
    if (!group->state)
        return poise_fail(err, POISE_FAILED, "no memory for %u states of %s", group->count, choice.label);
    return refuse_uncalled(roles[role].interface, &group->choice, err);
}

int gpu_choose_policies(gpu *g, const sim_policies *p, poise_error *err)
{
    const sim_policies none = {0};
    p = p ? p : &none;
    const char *const string[SIM_ROLES] = {p->sched, p->l1, p->l2, p->dram, p->tlb, p->vm};
    int code = POISE_OK;
    for (sim_role role = 0; role < SIM_ROLES && !code; role++)
        code = choose(g, role, string[role], err);
    return code;
}

void gpu_free_policies(gpu *g)
{
    for (sim_role role = 0; role < SIM_ROLES; role++) {
        policy_choice_free(&g->policy[role].choice);
        free(g->policy[role].state);
    }
}

/* ---- the scheduler ---- */

int gpu_create_sched(gpu *g, poise_error *err)
{
    policy_group *group = &g->policy[SIM_SCHED];
    g->began = false;
    group->n_statistics = 0;
    g->breach = 0;
    g->gather_now = UINT64_MAX;
    g->sched = (const sched_policy *)(const void *)group->choice.policy;
    int code =
        g->sched->create ? g->sched->create(&g->host, group->choice.options, &g->sched_state, err) : POISE_OK;
    return code ? code : contract_misuse_error(g, err);
}

void gpu_destroy_sched(gpu *g)
{
    g->began = false;
    if (g->sched && g->sched->life.destroy && g->sched_state)
        g->sched->life.destroy(g->sched_state);
    g->sched_state = NULL;
}

static int replace_sched(gpu *g, const policy_choice *choice, poise_error *err)
{
    gpu_end_app(g);
    gpu_destroy_sched(g);
    policy_choice_free(&g->policy[SIM_SCHED].choice);
    set_choice(&g->policy[SIM_SCHED], choice);
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

/* ---- in the course of a launch ---- */

void gpu_list_states(gpu *g)
{
    g->policy[SIM_SCHED].state[0] = g->sched_state;
    g->policy[SIM_TLB].state[0] = g->tlb_state;
    g->policy[SIM_VM].state[0] = g->vm_state;
    for (uint32_t i = 0; i < g->n_sms; i++)
        g->policy[SIM_L1].state[i] = g->sms[i].l1.policy_state;
    for (uint32_t i = 0; i < g->n_banks; i++)
        g->policy[SIM_L2].state[i] = g->banks[i].policy_state;
    for (uint32_t i = 0; i < g->n_channels; i++)
        g->policy[SIM_DRAM].state[i] = g->channels[i].policy_state;
}

static void begin(policy_group *group, bool is_first, const policy_launch *launch)
{
    const policy_life *life = group->life;
    for (uint32_t i = 0; i < group->count; i++) {
        if (is_first && life->app_begin)
            life->app_begin(group->state[i], launch->app, launch->cycle);
        if (life->launch_begin)
            life->launch_begin(group->state[i], launch);
    }
    group->gather_at = life->gather ? launch->cycle : UINT64_MAX;
}

void gpu_begin_policies(gpu *g)
{
    const policy_launch launch = {.kernel = g->program.code_address,
                                  .warps = sim_warps_per_scheduler(&g->config, g->trace)};
    bool is_first = !g->began;
    g->began = true;
    gpu_list_states(g);
    for (sim_role role = 0; role < SIM_ROLES; role++)
        begin(&g->policy[role], is_first, &launch);
    for (uint32_t i = 0; g->sched->tick && i < g->n_sms; i++)
        g->sms[i].tick_at = 1;
}

uint64_t gpu_gather_at(const gpu *g)
{
    uint64_t at = UINT64_MAX;
    for (sim_role role = 0; role < SIM_ROLES; role++)
        at = earlier(at, g->policy[role].gather_at);
    return at;
}

void gpu_gather(gpu *g, uint64_t now)
{
    for (sim_role role = 0; role < SIM_ROLES; role++) {
        policy_group *group = &g->policy[role];
        if (group->gather_at > now)
            continue;
        g->gather_now = role == SIM_SCHED ? now : UINT64_MAX;
        group->gather_at = gpu_again_at(now, group->life->gather(group->state, group->count, now));
        for (uint32_t i = 0; role == SIM_SCHED && i < g->n_sms; i++)
            g->sms[i].next = 0; /* its tuple or its rights may be others */
    }
    g->gather_now = UINT64_MAX;
}

/* ---- what policies tell about themselves ---- */

static const char *fault_of_statistic(const policy_statistic *given, size_t i)
{
    const char *fault = policy_statistic_fault(given[i].name, given[i].unit);
    for (size_t k = 0; k < i && !fault; k++)
        if (strcmp(given[k].name, given[i].name) == 0)
            fault = "a name twice";
    return fault;
}

static int take_statistics(policy_group *group, sim_role role, poise_error *err)
{
    policy_statistic given[POLICY_STATISTICS] = {0};
    size_t n = group->life->statistics(group->state, group->count, given, POLICY_STATISTICS);
    if (n > POLICY_STATISTICS)
        return poise_fail(err, POISE_FAILED, "%s %s tells %zu statistics of %d at most", roles[role].called,
                          group->choice.label, n, POLICY_STATISTICS);
    for (size_t i = 0; i < n; i++) {
        const char *fault = fault_of_statistic(given, i);
        if (fault)
            return poise_fail(err, POISE_FAILED, "%s %s tells statistics that have %s", roles[role].called,
                              group->choice.label, fault);
        if (isfinite(given[i].value))
            group->statistic[group->n_statistics++] = given[i];
    }
    return POISE_OK;
}

int gpu_end_policies(gpu *g, uint64_t end, int code, poise_error *err)
{
    g->launch_end = end;
    for (sim_role role = 0; role < SIM_ROLES; role++) {
        policy_group *group = &g->policy[role];
        for (uint32_t i = 0; group->life->launch_end && i < group->count; i++)
            group->life->launch_end(group->state[i], 0, end);
        group->n_statistics = 0;
        if (code == POISE_OK && group->life->statistics)
            code = take_statistics(group, role, err);
    }
    return code ? code : contract_misuse_error(g, err);
}

void gpu_end_app(gpu *g)
{
    for (sim_role role = 0; role < SIM_ROLES && g->began; role++) {
        const policy_group *group = &g->policy[role];
        for (uint32_t i = 0; group->life->app_end && i < group->count; i++)
            group->life->app_end(group->state[i], 0, g->launch_end);
    }
    g->began = false;
}

size_t sim_policy_statistics(const simulator *sim, sim_role role, policy_statistic *statistics, size_t room)
{
    const policy_group *group = &((const gpu *)(const void *)sim)->policy[role];
    size_t n = group->n_statistics < room ? group->n_statistics : room;
    memcpy(statistics, group->statistic, n * sizeof *statistics);
    return n;
}

/* The policies of a machine, and the course of a launch as its scheduler policy sees it. */
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

int app_create_sched(sim_app *app, poise_error *err)
{
    gpu *g = app->gpu;
    app->sched_began = false;
    app->n_figures = 0;
    g->breach = 0;
    app->sched = (const sched_policy *)(const void *)g->sched_choice.policy;
    int code = POISE_OK;
    if (app->sched->create)
        code = app->sched->create(&app->host, g->sched_choice.options, &app->sched_state, err);
    return code ? code : contract_misuse_error(g, err);
}

void app_destroy_sched(sim_app *app)
{
    app->sched_began = false;
    if (app->sched && app->sched->destroy && app->sched_state)
        app->sched->destroy(app->sched_state);
    app->sched_state = NULL;
}

static int replace_sched(gpu *g, const policy_choice *choice, poise_error *err)
{
    for (uint32_t i = 0; i < g->n_apps; i++)
        app_destroy_sched(&g->apps[i]);
    policy_choice_free(&g->sched_choice);
    g->sched_choice = *choice;
    int code = POISE_OK;
    for (uint32_t i = 0; i < g->n_apps && !code; i++)
        code = app_create_sched(&g->apps[i], err);
    return code;
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

/* As sim_warps_per_scheduler, on the SMs of the program. */
static uint32_t warps_per_scheduler(const sim_app *app)
{
    sim_config config = app->gpu->config;
    config.sms = app->n_sms;
    return sim_warps_per_scheduler(&config, app->trace);
}

void app_begin_sched(sim_app *app)
{
    app->sched_began = true;
    app_note_memory(app);
    if (app->sched->kernel_begin)
        app->sched->kernel_begin(app->sched_state, app->began, warps_per_scheduler(app));
    for (uint32_t i = 0; app->sched->tick && i < app->n_sms; i++)
        app->gpu->sms[app->first_sm + i].tick_at = app->began + 1;
    app->gather_at = app->sched->gather ? app->began : UINT64_MAX;
}

void app_gather(sim_app *app, uint64_t now)
{
    app->gather_at = now; /* memory() looks at it */
    app->gathers = true;
    uint64_t again = app->sched->gather(app->sched_state, now);
    app->gathers = false;
    app->gather_at = gpu_again_at(now, again);
    for (uint32_t i = 0; i < app->n_sms; i++)
        app->gpu->sms[app->first_sm + i].next = 0; /* its tuple or its rights may be others */
}

/* ---- what a scheduler policy tells about itself ---- */

static const char *fault_of_figure(const policy_figure *given, size_t i)
{
    const char *fault = policy_figure_fault(given[i].name, given[i].unit);
    for (size_t k = 0; k < i && !fault; k++)
        if (strcmp(given[k].name, given[i].name) == 0)
            fault = "a name twice";
    return fault;
}

static int take_figures(sim_app *app, poise_error *err)
{
    const char *label = app->gpu->sched_choice.label;
    policy_figure given[POLICY_FIGURES] = {0};
    size_t n = app->sched->figures(app->sched_state, given, POLICY_FIGURES);
    if (n > POLICY_FIGURES)
        return poise_fail(err, POISE_FAILED, "scheduler policy %s tells %zu figures of %d at most", label, n,
                          POLICY_FIGURES);
    for (size_t i = 0; i < n; i++) {
        const char *fault = fault_of_figure(given, i);
        if (fault)
            return poise_fail(err, POISE_FAILED, "scheduler policy %s tells figures that have %s", label,
                              fault);
        if (isfinite(given[i].value))
            app->figures[app->n_figures++] = given[i];
    }
    return POISE_OK;
}

int app_end_sched(sim_app *app, uint64_t end, int code, poise_error *err)
{
    if (app->sched->kernel_end)
        app->sched->kernel_end(app->sched_state, end);
    app->n_figures = 0;
    if (code == POISE_OK && app->sched->figures)
        code = take_figures(app, err);
    return code ? code : contract_misuse_error(app->gpu, err);
}

size_t sim_sched_figures(const simulator *sim, policy_figure *figures, size_t room)
{
    const sim_app *app = ((const gpu *)(const void *)sim)->apps;
    size_t n = app->n_figures < room ? app->n_figures : room;
    memcpy(figures, app->figures, n * sizeof *figures);
    return n;
}

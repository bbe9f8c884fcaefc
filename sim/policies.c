/* The policies of a machine, and their life. */
#include "sim/gpu.h"
#include "sim_hooks/guard.h"
#include "sim_hooks/policy_calls.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int refuse_route_of_l1(const policy_choice *choice, poise_error *err)
{
    const cache_policy *policy = policy_functions(choice);
    if (!policy->route)
        return POISE_OK;
    return poise_fail(err, POISE_USAGE,
                      "cache policy %s needs route(), which this simulator calls for an L2 only",
                      choice->label);
}

/* ---- places ---- */

/* In sentences. */
static const char *const called[POLICY_PLACES] = {
    [POLICY_AT_SCHED] = "scheduler policy", [POLICY_AT_L1] = "L1 policy",   [POLICY_AT_L2] = "L2 policy",
    [POLICY_AT_DRAM] = "DRAM policy",       [POLICY_AT_TLB] = "tlb policy", [POLICY_AT_VM] = "vm policy",
};

static uint32_t instances(const gpu *g, policy_place place)
{
    switch (place) {
    case POLICY_AT_SCHED: return 0;
    case POLICY_AT_L1: return g->base.n_sms;
    case POLICY_AT_L2: return g->n_banks;
    case POLICY_AT_DRAM: return g->n_channels;
    default: return 1;
    }
}

static const policy_life *life_of(const policy_choice *choice)
{
    const policy_head *policy = policy_functions(choice);
    return &policy->life;
}

static int choose(gpu *g, policy_place place, const char *string, poise_error *err)
{
    policy_group *group = &g->policy[place];
    int code = policy_choose(policy_places[place].interface, string ? string : policy_places[place].baseline,
                             &group->choice, err);
    if (code != POISE_OK)
        return code;
    uint32_t count = instances(g, place);
    group->states = (policy_states){.life = life_of(&group->choice),
                                    .state = calloc(count + 1, sizeof *group->states.state),
                                    .count = count,
                                    .gather_at = UINT64_MAX};
    if (!group->states.state)
        return poise_fail(err, POISE_FAILED, "no memory for the states of policy %s", group->choice.label);
    return place == POLICY_AT_L1 ? refuse_route_of_l1(&group->choice, err) : POISE_OK;
}

int gpu_choose_policies(gpu *g, const sim_policies *p, poise_error *err)
{
    const sim_policies none = {0};
    p = p ? p : &none;
    const char *const string[POLICY_PLACES] = {p->sched, p->l1, p->l2, p->dram, p->tlb, p->vm};
    int code = POISE_OK;
    for (policy_place place = 0; place < POLICY_PLACES && code == POISE_OK; place++)
        code = choose(g, place, string[place], err);
    return code;
}

void gpu_free_policies(gpu *g)
{
    for (policy_place place = 0; place < POLICY_PLACES; place++) {
        policy_choice_free(&g->policy[place].choice);
        free(g->policy[place].states.state);
    }
}

/* ---- the scheduler ---- */

int app_create_sched(sim_app *app, poise_error *err)
{
    gpu *g = app->gpu;
    const policy_choice *choice = &g->policy[POLICY_AT_SCHED].choice;
    app->has_begun = app->gathers = false;
    contract_begin(&g->base.contract);
    app->kernel.sched = policy_functions(choice);
    app->sched_states = (policy_states){.life = &app->kernel.sched->life,
                                        .state = &app->kernel.sched_state,
                                        .count = 1,
                                        .gather_at = UINT64_MAX};
    int code = app->kernel.sched->create
                   ? app->kernel.sched->create(&app->host, choice->options, &app->kernel.sched_state, err)
                   : POISE_OK;
    code = policy_created(choice, code, err);
    return code != POISE_OK ? code : contract_misuse_error(g, err);
}

void app_destroy_sched(sim_app *app)
{
    app->has_begun = false;
    if (app->kernel.sched && app->kernel.sched->life.destroy && app->kernel.sched_state)
        app->kernel.sched->life.destroy(app->kernel.sched_state);
    app->kernel.sched_state = NULL;
}

static int replace_sched(gpu *g, const policy_choice *choice, poise_error *err)
{
    policy_calls_begin();
    for (uint32_t i = 0; i < g->n_apps; i++) {
        app_leave(&g->apps[i]);
        app_destroy_sched(&g->apps[i]);
    }
    policy_choice_free(&g->policy[POLICY_AT_SCHED].choice);
    g->policy[POLICY_AT_SCHED].choice = *choice;
    int code = POISE_OK;
    for (uint32_t i = 0; i < g->n_apps && code == POISE_OK; i++)
        code = app_create_sched(&g->apps[i], err);
    policy_calls_end();
    return code;
}

int sim_set_sched(simulator *sim, const char *string, poise_error *err)
{
    policy_choice choice;
    int code = policy_choose(POLICY_SCHED, string, &choice, err);
    return code != POISE_OK ? code : replace_sched((gpu *)sim, &choice, err);
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

/* ---- the states of a place ---- */

/* States first .. first + n - 1 serve the program that launches. */
static void begin(policy_states *states, uint32_t first, uint32_t n, bool is_new, const policy_launch *launch)
{
    const policy_life *life = states->life;
    for (uint32_t i = first; i < first + n; i++) {
        if (is_new && life->app_begin)
            life->app_begin(states->state[i], launch->app, launch->cycle);
        if (life->launch_begin)
            life->launch_begin(states->state[i], launch);
    }
    if (life->gather && states->gather_at == UINT64_MAX)
        states->gather_at = launch->cycle;
}

static const char *fault_of_statistic(const policy_statistic *given, size_t i)
{
    const char *fault = policy_statistic_fault(given[i].name, given[i].unit);
    for (size_t k = 0; k < i && !fault; k++)
        if (strcmp(given[k].name, given[i].name) == 0)
            fault = "a name twice";
    return fault;
}

static int take_statistics(const gpu *g, policy_place place, policy_states *states, poise_error *err)
{
    const char *label = g->policy[place].choice.label;
    policy_statistic given[POLICY_STATISTICS] = {0};
    size_t n = states->life->statistics(states->state, states->count, given, POLICY_STATISTICS);
    if (n > POLICY_STATISTICS)
        return poise_fail(err, POISE_FAILED, "%s %s tells %zu statistics of %d at most", called[place], label,
                          n, POLICY_STATISTICS);
    for (size_t i = 0; i < n; i++) {
        const char *fault = fault_of_statistic(given, i);
        if (fault)
            return poise_fail(err, POISE_FAILED, "%s %s tells statistics that have %s", called[place], label,
                              fault);
        if (isfinite(given[i].value))
            states->statistic[states->n_statistics++] = given[i];
    }
    return POISE_OK;
}

/* Around what a policy is told at an exchange. */
static void open_for(gpu *g, policy_place place, uint64_t now)
{
    if (place == POLICY_AT_VM)
        translation_open(&g->translation, now);
}

static void close_for(gpu *g, policy_place place)
{
    if (place == POLICY_AT_VM)
        translation_close(&g->translation);
}

static void gather(gpu *g, policy_place place, policy_states *states, uint64_t now)
{
    course_ask(g, place, states, now);
    open_for(g, place, now);
    uint64_t again = states->life->gather(states->state, states->count, now);
    close_for(g, place);
    states->gather_at = base_again_at(now, again);
}

/* Those that serve a program: its own scheduler and L1s, and all others. */
static policy_states *states_of(sim_app *app, policy_place place, uint32_t *first, uint32_t *n)
{
    policy_states *states = place == POLICY_AT_SCHED ? &app->sched_states : &app->gpu->policy[place].states;
    *first = place == POLICY_AT_L1 ? app->first_sm : 0;
    *n = place == POLICY_AT_L1 ? app->n_sms : states->count;
    return states;
}

/* ---- in the course of a launch ---- */

void gpu_list_states(gpu *g)
{
    g->policy[POLICY_AT_TLB].states.state[0] = g->translation.tlb_state;
    g->policy[POLICY_AT_VM].states.state[0] = g->translation.vm_state;
    for (uint32_t i = 0; i < g->base.n_sms; i++)
        g->policy[POLICY_AT_L1].states.state[i] = g->sms[i].l1.policy_state;
    for (uint32_t i = 0; i < g->n_banks; i++)
        g->policy[POLICY_AT_L2].states.state[i] = g->banks[i].policy_state;
    for (uint32_t i = 0; i < g->n_channels; i++)
        g->policy[POLICY_AT_DRAM].states.state[i] = g->channels[i].policy_state;
    for (policy_place place = 0; place < POLICY_PLACES; place++)
        g->policy[place].states.gather_at = UINT64_MAX;
    for (uint32_t i = 0; i < g->n_apps; i++)
        g->apps[i].sched_states.gather_at = UINT64_MAX;
}

/* As sim_warps_per_scheduler, on the SMs of the program. */
static uint32_t warps_per_scheduler(const sim_app *app)
{
    sim_config config = app->gpu->base.config;
    config.sms = app->n_sms;
    return sim_warps_per_scheduler(&config, app->kernel.trace);
}

void app_begin_policies(sim_app *app)
{
    const policy_launch launch = {.cycle = app->began,
                                  .kernel = app->kernel.program.code_address,
                                  .warps = warps_per_scheduler(app),
                                  .app = (uint16_t)app->kernel.index};
    bool is_new = !app->has_begun;
    app->has_begun = true;
    app_note_memory(app);
    for (policy_place place = 0; place < POLICY_PLACES; place++) {
        uint32_t first, n;
        policy_states *states = states_of(app, place, &first, &n);
        begin(states, first, n, is_new, &launch);
    }
    for (uint32_t i = 0; i < app->n_sms; i++)
        sm_begin_ticks(&app->gpu->sms[app->first_sm + i], app->began);
    for (uint32_t i = 0; i < app->gpu->n_banks; i++)
        l2_begin_ticks(&app->gpu->banks[i], app->began);
    translation_begin_ticks(&app->gpu->translation, app->began);
}

/* Those that CPU cores meet. */
static bool serves_cpus(policy_place place)
{
    return place == POLICY_AT_L2 || place == POLICY_AT_DRAM;
}

void gpu_begin_cpu_policies(gpu *g)
{
    for (policy_place place = 0; place < POLICY_PLACES; place++) {
        policy_states *states = &g->policy[place].states;
        if (serves_cpus(place) && states->life->gather)
            states->gather_at = 0;
    }
}

int gpu_end_cpu_policies(gpu *g, poise_error *err)
{
    int code = POISE_OK;
    for (policy_place place = 0; place < POLICY_PLACES && code == POISE_OK; place++) {
        policy_states *states = &g->policy[place].states;
        states->n_statistics = 0;
        if (serves_cpus(place) && states->life->statistics)
            code = take_statistics(g, place, states, err);
    }
    return code;
}

uint64_t gpu_gather_at(const gpu *g)
{
    uint64_t at = UINT64_MAX;
    for (policy_place place = 0; place < POLICY_PLACES; place++)
        at = earlier(at, g->policy[place].states.gather_at);
    return at;
}

void gpu_gather(gpu *g, uint64_t now)
{
    for (policy_place place = 0; place < POLICY_PLACES; place++)
        if (g->policy[place].states.gather_at <= now)
            gather(g, place, &g->policy[place].states, now);
}

void app_gather(sim_app *app, uint64_t now)
{
    app->sched_states.gather_at = now; /* memory() looks at it */
    app->gathers = true;
    gather(app->gpu, POLICY_AT_SCHED, &app->sched_states, now);
    app->gathers = false;
    for (uint32_t i = 0; i < app->n_sms; i++)
        app->gpu->sms[app->first_sm + i].next = 0; /* its tuple or its rights may be others */
}

int app_end_policies(sim_app *app, uint64_t end, int code, poise_error *err)
{
    app->launch_end = end;
    for (policy_place place = 0; place < POLICY_PLACES; place++) {
        uint32_t first, n;
        policy_states *states = states_of(app, place, &first, &n);
        if (code == POISE_OK)
            course_ask(app->gpu, place, states, end);
        open_for(app->gpu, place, end);
        for (uint32_t i = first; states->life->launch_end && i < first + n; i++)
            states->life->launch_end(states->state[i], (uint16_t)app->kernel.index, end);
        close_for(app->gpu, place);
        states->n_statistics = 0;
        if (code == POISE_OK && states->life->statistics)
            code = take_statistics(app->gpu, place, states, err);
    }
    code = code != POISE_OK ? code : course_error(app->gpu, err);
    return code != POISE_OK ? code : contract_misuse_error(app->gpu, err);
}

void app_leave(sim_app *app)
{
    for (policy_place place = 0; place < POLICY_PLACES && app->has_begun; place++) {
        uint32_t first, n;
        policy_states *states = states_of(app, place, &first, &n);
        open_for(app->gpu, place, app->launch_end);
        for (uint32_t i = first; states->life->app_end && i < first + n; i++)
            states->life->app_end(states->state[i], (uint16_t)app->kernel.index, app->launch_end);
        close_for(app->gpu, place);
    }
    if (app->has_begun)
        translation_forget(&app->gpu->translation, (uint16_t)app->kernel.index);
    app->has_begun = false;
}

size_t sim_policy_statistics(const simulator *sim, policy_place place, policy_statistic *statistics,
                             size_t room)
{
    const gpu *g = (const gpu *)(const void *)sim;
    const policy_states *states =
        place == POLICY_AT_SCHED ? &g->apps->sched_states : &g->policy[place].states;
    size_t n = states->n_statistics < room ? states->n_statistics : room;
    memcpy(statistics, states->statistic, n * sizeof *statistics);
    return n;
}

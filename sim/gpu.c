/* Construction of the machine. */
#include "sim/gpu.h"

#include "sim/sm/translate.h"
#include "sim_hooks/policy_calls.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

/* Like calloc, for types with members in cache lines of their own. */
static void *zeroed(size_t alignment, size_t size)
{
    void *memory = aligned_alloc(alignment, size);
    if (memory)
        memset(memory, 0, size);
    return memory;
}

static void connect_bank(gpu *g, uint32_t index)
{
    uint32_t banks = g->base.map->banks_per_channel_count;
    const dram_input input = l2_input(&g->banks[index]);
    dram_connect_bank(&g->channels[index / banks], index % banks, &input);
    const dram_input remote = l2_remote_input(&g->banks[index]);
    if (translation_has_remote(&g->translation))
        host_link_connect(&g->translation.link, index, &remote);
}

static int build_channels(gpu *g, poise_error *err)
{
    if (gpu_copies_pages(g) && page_copier_init(&g->copier, &g->base, err))
        return POISE_FAILED;
    g->channels = storage_take(&g->base.storage, g->n_channels, sizeof *g->channels);
    if (!g->channels)
        return poise_fail(err, POISE_FAILED, "no memory for the memory partitions");
    for (uint32_t i = 0; i < g->n_channels; i++)
        if (gpu_make_channel(g, i, err))
            return POISE_FAILED;
    return POISE_OK;
}

static int build_banks(gpu *g, poise_error *err)
{
    g->banks = storage_take(&g->base.storage, g->n_banks, sizeof *g->banks);
    if (!g->banks)
        return poise_fail(err, POISE_FAILED, "no memory for the memory partitions");
    int code = POISE_OK;
    for (uint32_t i = 0; i < g->n_banks && code == POISE_OK; i++)
        code = gpu_make_bank(g, i, err);
    return code;
}

/* dram_service = queue: a policy that wants to be told of the end of a service has one for each bank. */
static int check_service(const gpu *g, poise_error *err)
{
    const policy_choice *choice = &g->policy[POLICY_AT_DRAM].choice;
    const dram_policy *policy = policy_functions(choice);
    if (g->base.config.dram_service == SERVICE_BANK || !policy->done)
        return POISE_OK;
    return poise_fail(err, POISE_USAGE,
                      "DRAM policy %s keeps account of one request in service in each bank; with "
                      "dram_service = queue there may be more",
                      choice->label);
}

int gpu_make_channel(gpu *g, uint32_t index, poise_error *err)
{
    dram_channel *channel = &g->channels[index];
    int code = check_service(g, err);
    if (code != POISE_OK)
        return code;
    code = dram_init(channel, &g->base, index, &g->policy[POLICY_AT_DRAM].choice, err);
    if (code != POISE_OK)
        return code;
    for (uint32_t i = 0; g->banks && i < channel->n_bank_inputs; i++)
        connect_bank(g, index * channel->n_bank_inputs + i);
    const dram_input of_cpus = cpus_input(&g->cpus);
    if (g->base.n_cpus)
        dram_connect_cpus(channel, &of_cpus);
    const dram_input of_copies = page_copier_input(&g->copier, index);
    if (gpu_copies_pages(g))
        dram_connect_copier(channel, &of_copies);
    return POISE_OK;
}

int gpu_make_bank(gpu *g, uint32_t index, poise_error *err)
{
    const dram_channel *channel = &g->channels[index / g->base.map->banks_per_channel_count];
    const bool has_remote = translation_has_remote(&g->translation);
    const uint32_t over_link = has_remote ? (uint32_t)g->base.config.host_reads : 0;
    const l2_surroundings around = {.crossbar = &g->crossbar,
                                    .most_below = dram_most_requests(channel) + over_link,
                                    .has_remote = has_remote,
                                    .walker = translation_walker(&g->translation),
                                    .watcher = translation_watcher(&g->translation)};
    int code = l2_init(&g->banks[index], &g->base, index, &g->policy[POLICY_AT_L2].choice, &around, err);
    if (code == POISE_OK)
        connect_bank(g, index);
    return code;
}

static int build_translation(gpu *g, poise_error *err)
{
    int code = translation_make(&g->translation, &g->base, &g->policy[POLICY_AT_TLB].choice,
                                &g->policy[POLICY_AT_VM].choice, err);
    return code != POISE_OK ? code : contract_misuse_error(g, err);
}

static int build_cpus(gpu *g, const cpu_program *const *programs, poise_error *err)
{
    const cpus_surroundings around = {.crossbar = &g->crossbar, .channels = g->channels};
    g->cpu_results = storage_take(&g->base.storage, g->base.n_cpus + 1, sizeof *g->cpu_results);
    if (!g->cpu_results)
        return poise_fail(err, POISE_FAILED, "no memory for %u CPU cores", g->base.n_cpus);
    return cpus_make(&g->cpus, &g->base, programs, &around, err);
}

static int build_sms(gpu *g, poise_error *err)
{
    const sm_surroundings around = {.l1 = &g->policy[POLICY_AT_L1].choice, .translation = &g->translation};
    g->sms = storage_take(&g->base.storage, g->base.n_sms, sizeof *g->sms);
    if (!g->sms)
        return poise_fail(err, POISE_FAILED, "no memory for %u SMs", g->base.n_sms);
    for (uint32_t i = 0; i < g->base.n_sms; i++)
        if (!sm_init(&g->sms[i], &g->base, i, &around, err))
            return POISE_FAILED;
    for (uint32_t i = 0; i < g->base.n_sms; i++) {
        g->crossbar.port[i] = &g->sms[i].port;
        if (g->sms[i].translation)
            g->translation.port[i] = &g->sms[i].translation->port;
    }
    return POISE_OK;
}

static int build(gpu *g, const sim_policies *policies, const cpu_program *const *cpus, poise_error *err)
{
    const crossbar_replies replies = l2_replies(&g->base.config);
    g->n_banks = g->base.config.l2_banks;
    g->n_channels = g->base.config.channels;
    g->dram_apart = dram_runs_apart(&g->base);
    int code = gpu_choose_policies(g, policies, err);
    code = code != POISE_OK ? code : build_translation(g, err);
    code = code != POISE_OK ? code : base_make_wheel(&g->base, err);
    if (code == POISE_OK && !wheel_init(&g->arrivals, &g->base.storage, g->n_banks))
        code = poise_fail(err, POISE_FAILED, "no memory for the event wheel");
    code = code != POISE_OK ? code : crossbar_init(&g->crossbar, &g->base, &replies, err);
    code = code != POISE_OK ? code : build_channels(g, err);
    code = code != POISE_OK ? code : build_banks(g, err);
    g->translation.banks = g->banks;
    gpu_watch_pages(g);
    code = code != POISE_OK ? code : build_sms(g, err);
    code = code != POISE_OK ? code : cooperation_make(g, err);
    code = code != POISE_OK ? code : build_cpus(g, cpus, err);
    code = code != POISE_OK ? code : window_team_create(&g->windows, g, 1, err);
    return code != POISE_OK ? code : apps_make(g, &(sm_range){0, g->base.n_sms}, 1, err);
}

int sim_create(simulator **sim, const sim_config *config, const sim_policies *policies, poise_error *err)
{
    return sim_create_with_cpus(sim, config, policies, NULL, 0, err);
}

int sim_create_with_cpus(simulator **sim, const sim_config *config, const sim_policies *policies,
                         const cpu_program *const *cpus, uint32_t n_cpus, poise_error *err)
{
    *sim = NULL;
    if (n_cpus > SIM_MOST_CPUS)
        return poise_fail(err, POISE_USAGE, "%u CPU cores; at most %d can be simulated", n_cpus,
                          SIM_MOST_CPUS);
    int code = sim_config_check(config, err);
    if (code != POISE_OK)
        return code;
    gpu *g = zeroed(alignof(gpu), sizeof *g);
    if (!g)
        return poise_fail(err, POISE_FAILED, "no memory for the simulator");
    base_init(&g->base, config, n_cpus);
    policy_calls_begin();
    code = build(g, policies, cpus, err);
    policy_calls_end();
    if (code != POISE_OK) {
        sim_destroy((simulator *)g);
        return code;
    }
    *sim = (simulator *)g;
    return POISE_OK;
}

void sim_destroy(simulator *sim)
{
    gpu *g = (gpu *)sim;
    if (!g)
        return;
    policy_calls_begin();
    window_team_free(g->windows);
    apps_free(g);
    for (uint32_t i = 0; g->sms && i < g->base.n_sms; i++)
        sm_free(&g->sms[i]);
    for (uint32_t i = 0; g->banks && i < g->n_banks; i++)
        l2_free(&g->banks[i]);
    for (uint32_t i = 0; g->channels && i < g->n_channels; i++)
        dram_free(&g->channels[i]);
    page_copier_free(&g->copier);
    free(g->stuck);
    translation_free(&g->translation);
    gpu_free_policies(g);
    base_free(&g->base);
    free(g);
    policy_calls_end();
}

void sim_set_stop(simulator *sim, const atomic_bool *stop)
{
    ((gpu *)sim)->stop = stop;
}

void sim_observe_tuples(simulator *sim, sim_tuple_observer *observer, void *user)
{
    sim_app *app = ((gpu *)sim)->apps;
    app->observer = observer;
    app->observer_user = user;
}

int sim_set_threads(simulator *sim, uint32_t threads, poise_error *err)
{
    gpu *g = (gpu *)sim;
    window_team *windows;
    int code = window_team_create(&windows, g, threads ? threads : 1, err);
    if (code != POISE_OK)
        return code;
    window_team_free(g->windows);
    g->windows = windows;
    return POISE_OK;
}

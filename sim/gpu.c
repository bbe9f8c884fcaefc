/* Construction of the machine. */
#include "sim/translation/translation.h"

#include <stdalign.h>
#include <string.h>

/* Like calloc, for types with members in cache lines of their own. */
static void *zeroed(size_t alignment, size_t size)
{
    void *memory = aligned_alloc(alignment, size);
    if (memory)
        memset(memory, 0, size);
    return memory;
}

/* The latency of a traversal lies in front of the arbitration for requests (port.h) and behind it for
 * replies. */
static int build_networks(gpu *g, poise_error *err)
{
    const sim_config *c = &g->config;
    uint32_t sources = g->n_sms + g->n_cpus;
    g->requests = g->replies = (network){.clock = g->icnt_clock, .wheel = &g->wheel};
    g->requests.first_component = g->first_bank;
    g->replies.first_component = g->first_reply;
    g->replies.latency = (uint32_t)c->icnt_latency;
    g->replies.to_sm = true;
    g->replies.single_flits = l2_replies_are_single_flits(g);
    if (!network_init(&g->requests, sources, port_credits(c), g->n_banks) ||
        !network_init(&g->replies, g->n_banks, l2_reply_units(g), sources))
        return poise_fail(err, POISE_FAILED, "no memory for the crossbar");
    return 0;
}

static int build_memory(gpu *g, poise_error *err)
{
    g->banks = calloc(g->n_banks, sizeof *g->banks);
    g->channels = zeroed(alignof(dram_channel), g->n_channels * sizeof *g->channels);
    if (!g->banks || !g->channels)
        return poise_fail(err, POISE_FAILED, "no memory for the memory partitions");
    for (uint32_t i = 0; i < g->n_channels; i++)
        if (!dram_init(g, &g->channels[i], err))
            return POISE_FAILED;
    for (uint32_t i = 0; i < g->n_banks; i++)
        if (!l2_init(g, &g->banks[i], err))
            return POISE_FAILED;
    return 0;
}

static int build_sms(gpu *g, poise_error *err)
{
    g->sms = zeroed(alignof(sim_sm), g->n_sms * sizeof *g->sms);
    if (!g->sms)
        return poise_fail(err, POISE_FAILED, "no memory for %u SMs", g->n_sms);
    for (uint32_t i = 0; i < g->n_sms; i++)
        if (!sm_init(g, &g->sms[i], i, err))
            return POISE_FAILED;
    return 0;
}

static int build(gpu *g, const sim_policies *policies, const cpu_program *const *cpus, poise_error *err)
{
    const sim_config *c = &g->config;
    g->n_sms = (uint32_t)c->sms;
    g->n_banks = (uint32_t)c->l2_banks;
    g->n_channels = (uint32_t)c->channels;
    g->first_channel = 0;
    g->first_bank = g->n_channels;
    g->first_reply = g->first_bank + g->n_banks;
    g->first_cpu = g->first_reply + g->n_sms + g->n_cpus;
    g->n_components = g->first_cpu + g->n_cpus;
    g->icnt_clock = clock_domain_make(c->icnt_mhz, c->core_mhz);
    g->l2_clock = clock_domain_make(c->l2_mhz, c->core_mhz);
    g->dram_clock = clock_domain_make(c->dram_mhz, c->core_mhz);
    g->cpu_clock = clock_domain_make(c->cpu_mhz, c->core_mhz);
    g->window = clock_to_core(&g->icnt_clock, (uint64_t)c->icnt_latency);
    g->dram_apart = c->memory == MEMORY_REAL && (uint64_t)c->dram_latency >= 2 * g->window;
    address_map_init(&g->map, c);
    l2_make_tables(g);
    int code = gpu_choose_policies(g, policies, err);
    code = code ? code : gpu_create_translation(g, err);
    if (!code && !wheel_init(&g->wheel, g->n_components))
        return poise_fail(err, POISE_FAILED, "no memory for the event wheel");
    code = code ? code : build_networks(g, err);
    code = code ? code : build_memory(g, err);
    code = code ? code : build_sms(g, err);
    code = code ? code : cpus_make(g, cpus, err);
    code = code ? code : window_team_create(&g->windows, g, 1, err);
    return code ? code : apps_make(g, &(sm_range){0, g->n_sms}, 1, err);
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
    if (code)
        return code;
    gpu *g = zeroed(alignof(gpu), sizeof *g);
    if (!g)
        return poise_fail(err, POISE_FAILED, "no memory for the simulator");
    g->config = *config;
    g->n_cpus = n_cpus;
    code = build(g, policies, cpus, err);
    if (code) {
        sim_destroy((simulator *)g);
        return code;
    }
    *sim = (simulator *)g;
    return 0;
}

void sim_destroy(simulator *sim)
{
    gpu *g = (gpu *)sim;
    if (!g)
        return;
    window_team_free(g->windows);
    apps_free(g);
    for (uint32_t i = 0; g->sms && i < g->n_sms; i++)
        sm_free(&g->sms[i]);
    for (uint32_t i = 0; g->banks && i < g->n_banks; i++)
        l2_free(&g->banks[i]);
    for (uint32_t i = 0; g->channels && i < g->n_channels; i++)
        dram_free(&g->channels[i]);
    cpus_free(g);
    free(g->sms);
    free(g->banks);
    free(g->channels);
    network_free(&g->requests);
    network_free(&g->replies);
    wheel_free(&g->wheel);
    free(g->stuck);
    gpu_free_translation(g);
    gpu_free_policies(g);
    free(g);
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
    if (code)
        return code;
    window_team_free(g->windows);
    g->windows = windows;
    return 0;
}

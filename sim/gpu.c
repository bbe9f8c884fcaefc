/* Construction of the machine and the run of one launch. */
#include "sim/gpu.h"

#include "trace/trace.h"

#include <string.h>

/* ---- what a scheduler policy may ask ---- */

static void host_set_tuple(void *opaque, uint32_t sm_index, uint32_t n, uint32_t p)
{
    gpu *g = opaque;
    sim_sm *sm = &g->sms[sm_index];
    sm->n = n ? n : 1;
    sm->p = p ? p : 1;
    if (sm->p > sm->n)
        sm->p = sm->n;
    for (uint32_t i = 0; i < SM_MAX_SCHEDULERS; i++)
        sm->scheduler[i].stale = true;
}

static const sched_counters *host_counters(void *opaque, uint32_t sm_index)
{
    const gpu *g = opaque;
    return &g->sms[sm_index].hook;
}

/* ---- construction ---- */

static int choose_policies(gpu *g, const sim_policies *p, poise_error *err)
{
    const sim_policies none = {0};
    p = p ? p : &none;
    int code = policy_choose(POLICY_SCHED, p->sched ? p->sched : "gto", &g->sched_choice, err);
    code = code ? code : policy_choose(POLICY_CACHE, p->l1 ? p->l1 : "lru", &g->l1_choice, err);
    code = code ? code : policy_choose(POLICY_CACHE, p->l2 ? p->l2 : "lru", &g->l2_choice, err);
    return code ? code : policy_choose(POLICY_DRAM, p->dram ? p->dram : "frfcfs", &g->dram_choice, err);
}

static int create_sched(gpu *g, poise_error *err)
{
    const sim_config *c = &g->config;
    g->host = (sched_host){.sms = g->n_sms,
                           .schedulers = (uint32_t)c->schedulers,
                           .warps_per_scheduler = (uint32_t)((c->warps + c->schedulers - 1) / c->schedulers),
                           .opaque = g,
                           .set_tuple = host_set_tuple,
                           .counters = host_counters};
    g->sched = (const sched_policy *)(const void *)g->sched_choice.policy;
    return g->sched->create ? g->sched->create(&g->host, g->sched_choice.options, &g->sched_state, err)
                            : POISE_OK;
}

static void destroy_sched(gpu *g)
{
    if (g->sched && g->sched->destroy && g->sched_state)
        g->sched->destroy(g->sched_state);
    g->sched_state = NULL;
}

static int build_networks(gpu *g, poise_error *err)
{
    const sim_config *c = &g->config;
    network common = {.clock = g->icnt_clock,
                      .latency = (uint32_t)c->icnt_latency,
                      .header_bytes = (uint32_t)c->header_bytes,
                      .wheel = &g->wheel};
    g->requests = g->replies = common;
    g->requests.flit_bytes = (uint32_t)c->flit_request_bytes;
    g->requests.first_component = g->first_bank;
    g->replies.flit_bytes = (uint32_t)c->flit_reply_bytes;
    g->replies.first_component = g->first_reply;
    g->replies.to_sm = true;
    if (!network_init(&g->requests, g->n_sms, (uint32_t)c->l1_miss_queue, g->n_banks) ||
        !network_init(&g->replies, g->n_banks, (uint32_t)c->l2_response_queue, g->n_sms))
        return poise_fail(err, POISE_FAILED, "no memory for the crossbar");
    return 0;
}

static int build_memory(gpu *g, poise_error *err)
{
    g->banks = calloc(g->n_banks, sizeof *g->banks);
    g->channels = calloc(g->n_channels, sizeof *g->channels);
    if (!g->banks || !g->channels)
        return poise_fail(err, POISE_FAILED, "no memory for the memory partitions");
    for (uint32_t i = 0; i < g->n_banks; i++)
        if (!l2_init(g, &g->banks[i], err))
            return POISE_FAILED;
    for (uint32_t i = 0; i < g->n_channels; i++)
        if (!dram_init(g, &g->channels[i], err))
            return POISE_FAILED;
    return 0;
}

static int build_sms(gpu *g, poise_error *err)
{
    g->sms = calloc(g->n_sms, sizeof *g->sms);
    if (!g->sms)
        return poise_fail(err, POISE_FAILED, "no memory for %u SMs", g->n_sms);
    for (uint32_t i = 0; i < g->n_sms; i++)
        if (!sm_init(g, &g->sms[i], i, err))
            return POISE_FAILED;
    return 0;
}

static int build(gpu *g, const sim_policies *policies, poise_error *err)
{
    const sim_config *c = &g->config;
    g->n_sms = (uint32_t)c->sms;
    g->n_banks = (uint32_t)c->l2_banks;
    g->n_channels = (uint32_t)c->channels;
    g->first_channel = 0;
    g->first_bank = g->n_channels;
    g->first_reply = g->first_bank + g->n_banks;
    g->first_sm = g->first_reply + g->n_sms;
    g->icnt_clock = clock_domain_make(c->icnt_mhz, c->core_mhz);
    g->l2_clock = clock_domain_make(c->l2_mhz, c->core_mhz);
    g->dram_clock = clock_domain_make(c->dram_mhz, c->core_mhz);
    address_map_init(&g->map, c);
    if (!wheel_init(&g->wheel, g->first_sm + g->n_sms))
        return poise_fail(err, POISE_FAILED, "no memory for the event wheel");
    int code = choose_policies(g, policies, err);
    code = code ? code : build_networks(g, err);
    code = code ? code : build_memory(g, err);
    code = code ? code : build_sms(g, err);
    return code ? code : create_sched(g, err);
}

int sim_create(simulator **sim, const sim_config *config, const sim_policies *policies, poise_error *err)
{
    *sim = NULL;
    int code = sim_config_check(config, err);
    if (code)
        return code;
    gpu *g = calloc(1, sizeof *g);
    if (!g)
        return poise_fail(err, POISE_FAILED, "no memory for the simulator");
    g->config = *config;
    code = build(g, policies, err);
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
    destroy_sched(g);
    for (uint32_t i = 0; g->sms && i < g->n_sms; i++)
        sm_free(&g->sms[i]);
    for (uint32_t i = 0; g->banks && i < g->n_banks; i++)
        l2_free(&g->banks[i]);
    for (uint32_t i = 0; g->channels && i < g->n_channels; i++)
        dram_free(&g->channels[i]);
    free(g->sms);
    free(g->banks);
    free(g->channels);
    network_free(&g->requests);
    network_free(&g->replies);
    wheel_free(&g->wheel);
    policy_choice_free(&g->sched_choice);
    policy_choice_free(&g->l1_choice);
    policy_choice_free(&g->l2_choice);
    policy_choice_free(&g->dram_choice);
    free(g);
}

int sim_set_sched(simulator *sim, const char *string, poise_error *err)
{
    gpu *g = (gpu *)sim;
    policy_choice choice;
    int code = policy_choose(POLICY_SCHED, string, &choice, err);
    if (code)
        return code;
    destroy_sched(g);
    policy_choice_free(&g->sched_choice);
    g->sched_choice = choice;
    return create_sched(g, err);
}

/* ---- a launch ---- */

/* Blocks of one kernel that fit an SM together. Source: ARCHITECTURE.md section 5, occupancy as in GPGPU-Sim
 * max_cta. */
static uint32_t resident_blocks(const sim_config *c, const warp_trace *trace)
{
    const trace_header *h = &trace->header;
    uint64_t blocks = (uint64_t)c->thread_blocks;
    uint64_t by_warps = (uint64_t)c->warps / trace->warps_per_block;
    uint64_t registers = (uint64_t)h->registers_per_thread * trace->warps_per_block * TRACE_WARP_SIZE;
    uint64_t by_registers = registers ? (uint64_t)c->registers / registers : blocks;
    uint64_t by_shared =
        h->shared_bytes_per_block ? (uint64_t)c->shared_bytes / h->shared_bytes_per_block : blocks;
    blocks = by_warps < blocks ? by_warps : blocks;
    blocks = by_registers < blocks ? by_registers : blocks;
    return (uint32_t)(by_shared < blocks ? by_shared : blocks);
}

uint32_t sim_warps_per_scheduler(const sim_config *config, const warp_trace *trace)
{
    uint64_t warps = (uint64_t)resident_blocks(config, trace) * trace->warps_per_block;
    /* A launch smaller than the machine leaves slots empty: blocks go round robin over the SMs. */
    uint64_t blocks_per_sm = (trace->n_thread_blocks + (uint64_t)config->sms - 1) / (uint64_t)config->sms;
    uint64_t present = blocks_per_sm * trace->warps_per_block;
    warps = present < warps ? present : warps;
    return (uint32_t)((warps + (uint64_t)config->schedulers - 1) / (uint64_t)config->schedulers);
}

static int begin(gpu *g, const warp_trace *trace, poise_error *err)
{
    g->resident_blocks = resident_blocks(&g->config, trace);
    if (!g->resident_blocks)
        return poise_fail(
            err, POISE_USAGE,
            "a thread block of kernel %s (%u warps, %u registers per thread, %u bytes of shared "
            "memory) does not fit an SM of this machine",
            trace->header.kernel, trace->warps_per_block, trace->header.registers_per_thread,
            trace->header.shared_bytes_per_block);
    int code = program_make(&g->program, &trace->header, &g->config, err);
    if (code)
        return code;
    g->trace = trace;
    g->next_block = 0;
    g->last_warp_end = 0;
    g->blocks_left = trace->n_thread_blocks;
    wheel_reset(&g->wheel);
    network_reset(&g->requests);
    network_reset(&g->replies);
    for (uint32_t i = 0; i < g->n_banks; i++)
        l2_reset(&g->banks[i]);
    for (uint32_t i = 0; i < g->n_channels && !code; i++)
        code = dram_reset(g, &g->channels[i], err);
    for (uint32_t i = 0; i < g->n_sms && !code; i++)
        code = sm_begin(&g->sms[i], trace->header.n_registers, err);
    return code;
}

/* Thread blocks go to the SMs in turn, one each, until all SMs are full. */
static void start_blocks(gpu *g)
{
    for (uint32_t slot = 0; slot < g->resident_blocks; slot++) {
        for (uint32_t i = 0; i < g->n_sms && g->next_block < g->trace->n_thread_blocks; i++) {
            sm_start_block(&g->sms[i], slot, g->next_block++, 0);
            gpu_wake_sm(g, i, 1);
        }
    }
}

static void start_policy(gpu *g)
{
    if (g->sched->kernel_begin)
        g->sched->kernel_begin(g->sched_state, 0, sim_warps_per_scheduler(&g->config, g->trace));
    for (uint32_t i = 0; g->sched->tick && i < g->n_sms; i++)
        g->sms[i].tick_at = 1;
}

static void run_reply_port(gpu *g, uint32_t index)
{
    uint64_t now = gpu_now(g), cycle = clock_last(&g->icnt_clock, now);
    uint64_t retry = cycle + 1;
    packet p;
    if (clock_to_core(&g->icnt_clock, cycle) == now && network_grant(&g->replies, index, cycle, &p, &retry)) {
        sm_receive(&g->sms[index], &p, clock_to_core(&g->icnt_clock, p.ready));
        l2_response_left(g, p.bank);
    }
    if (retry != UINT64_MAX)
        wheel_wake(&g->wheel, g->first_reply + index, clock_to_core(&g->icnt_clock, retry));
}

static void run_component(gpu *g, uint32_t component)
{
    if (component >= g->first_sm)
        sm_run(&g->sms[component - g->first_sm], gpu_now(g));
    else if (component >= g->first_reply)
        run_reply_port(g, component - g->first_reply);
    else if (component >= g->first_bank)
        l2_run(g, component - g->first_bank);
    else
        dram_run(g, component);
}

/* Launch-relative times are kept in 32 bits in the scoreboard. */
static const uint64_t longest_launch = UINT64_C(4000000000);

static void wake_everything(gpu *g)
{
    for (uint32_t component = 0; component < g->first_sm + g->n_sms; component++)
        wheel_wake(&g->wheel, component, gpu_now(g) + 1);
}

static int run(gpu *g, int *cut_short, poise_error *err)
{
    uint64_t limit = g->config.max_cycles ? (uint64_t)g->config.max_cycles : longest_launch;
    while (wheel_next(&g->wheel)) {
        if (gpu_now(g) > limit)
            break;
        run_component(g, g->wheel.current);
        if (g->config.wake_always && g->blocks_left)
            wake_everything(g);
    }
    *cut_short = gpu_now(g) > limit;
    if (g->policy_failed)
        return poise_fail(err, POISE_FAILED, "scheduler policy %s picked a warp that cannot issue",
                          g->sched_choice.label);
    if (*cut_short && !g->config.max_cycles)
        return poise_fail(err, POISE_FAILED, "kernel %s runs for more than %llu cycles",
                          g->trace->header.kernel, (unsigned long long)longest_launch);
    if (!*cut_short && g->blocks_left)
        return poise_fail(
            err, POISE_FAILED,
            "kernel %s is deadlocked in cycle %llu: %u thread blocks have not ended and nothing can move",
            g->trace->header.kernel, (unsigned long long)gpu_now(g), g->blocks_left);
    return 0;
}

static void collect_sm(sim_sm *sm, uint64_t cycles)
{
    sim_counters *c = &sm->count;
    if (sm->live_blocks) /* cut short */
        c->sm_active_cycles += cycles - sm->active_since;
    c->warp_insts = sm->hook.warp_insts;
    c->global_loads = sm->hook.global_loads;
    c->l1_read_accesses = sm->hook.l1_accesses;
    c->l1_read_hits = sm->hook.l1_hits;
    c->l1_intra_hits = sm->hook.l1_intra_hits;
    c->miss_latency = sm->hook.miss_latency;
    c->misses_returned = sm->hook.misses_returned;
    c->l1_evictions = sm->l1.evictions;
    uint64_t slots = c->sm_active_cycles * (uint64_t)sm->gpu->config.schedulers;
    c->issue_slots_idle = slots > c->warp_insts ? slots - c->warp_insts : 0;
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static uint64_t last_free(const network *net)
{
    uint64_t cycle = 0;
    for (uint32_t i = 0; i < net->n_outputs; i++)
        cycle = later(cycle, net->output[i].free_at);
    return clock_to_core(&net->clock, cycle);
}

/* The launch is over when its last warp has ended and the memory system is empty, as GPGPU-Sim counts. A
 * component may be woken later than that in vain, so the time is read off the resources. */
static uint64_t end_of_launch(const gpu *g)
{
    uint64_t end = later(g->last_warp_end, later(last_free(&g->requests), last_free(&g->replies)));
    for (uint32_t i = 0; i < g->n_banks; i++)
        end = later(end, clock_to_core(&g->l2_clock, g->banks[i].port_free));
    for (uint32_t i = 0; i < g->n_channels; i++)
        end = later(end, clock_to_core(&g->dram_clock, g->channels[i].last_column));
    return end;
}

static void collect(gpu *g, uint64_t cycles, sim_counters *out)
{
    *out = (sim_counters){.cycles = cycles};
    for (uint32_t i = 0; i < g->n_sms; i++) {
        collect_sm(&g->sms[i], cycles);
        sim_counters_add(out, &g->sms[i].count);
    }
    for (uint32_t i = 0; i < g->n_banks; i++)
        sim_counters_add(out, &g->banks[i].count);
    for (uint32_t i = 0; i < g->n_channels; i++)
        sim_counters_add(out, &g->channels[i].count);
    out->request_flits = g->requests.flits;
    out->reply_flits = g->replies.flits;
}

int sim_launch(simulator *sim, const warp_trace *trace, sim_counters *counters, int *cut_short,
               poise_error *err)
{
    gpu *g = (gpu *)sim;
    int was_cut = 0;
    int code = begin(g, trace, err);
    if (!code) {
        start_blocks(g);
        start_policy(g);
        code = run(g, &was_cut, err);
        if (g->sched->kernel_end)
            g->sched->kernel_end(g->sched_state, gpu_now(g));
        collect(g, was_cut ? gpu_now(g) : end_of_launch(g), counters);
    }
    program_free(&g->program);
    if (cut_short)
        *cut_short = was_cut;
    return code;
}

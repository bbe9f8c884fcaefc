/* The run of one launch: occupancy, start of thread blocks, the event loop. */
#include "sim/gpu.h"
#include "sim/sm/translate.h"
#include "sim_hooks/policy_calls.h"
#include "trace/trace.h"

#include <stdio.h>
#include <stdlib.h>

/* Bytes of shared memory that a thread block takes. */
static uint64_t shared_of_block(const sim_config *c, const warp_trace *trace)
{
    return (uint64_t)trace->header.shared_bytes_per_block + c->block_shared_bytes;
}

/* Blocks of one kernel that fit an SM together. Source: occupancy as in GPGPU-Sim
 * max_cta. */
static uint32_t resident_blocks(const sim_config *c, const warp_trace *trace)
{
    const trace_header *h = &trace->header;
    uint64_t blocks = c->thread_blocks;
    uint64_t by_warps = c->warps / trace->warps_per_block;
    uint64_t registers = (uint64_t)h->registers_per_thread * trace->warps_per_block * TRACE_WARP_SIZE;
    uint64_t by_registers = registers ? c->registers / registers : blocks;
    const uint64_t shared = shared_of_block(c, trace);
    uint64_t by_shared = shared ? c->shared_bytes / shared : blocks;
    blocks = by_warps < blocks ? by_warps : blocks;
    blocks = by_registers < blocks ? by_registers : blocks;
    return (uint32_t)(by_shared < blocks ? by_shared : blocks);
}

uint32_t sim_warps_per_scheduler(const sim_config *config, const warp_trace *trace)
{
    uint64_t warps = (uint64_t)resident_blocks(config, trace) * trace->warps_per_block;
    /* A launch smaller than the machine leaves slots empty: blocks go round robin over the SMs. */
    uint64_t blocks_per_sm = (trace->n_thread_blocks + config->sms - 1) / config->sms;
    uint64_t present = blocks_per_sm * trace->warps_per_block;
    warps = present < warps ? present : warps;
    return sim_warps_of_scheduler(config, warps);
}

/* Ways of the L1 beside the shared memory of all blocks that an SM holds. Source: GPGPU-Sim's
 * shader_core_config::max_cta, adaptive_cache_config. */
static uint32_t l1_ways_of(const sim_config *c, const sim_app *app)
{
    static const struct {
        uint32_t n, kilobytes[10];
    } sizes[] = {{6, {0, 8, 16, 32, 64, 96}},
                 {2, {32, 64}},
                 {6, {0, 8, 16, 32, 64, 100}},
                 {10, {0, 8, 16, 32, 64, 100, 132, 164, 196, 228}}};
    const uint64_t shared = shared_of_block(c, app->kernel.trace) * app->resident_blocks;
    if (!c->l1_unified_bytes)
        return c->l1_ways;
    const uint32_t n = sizes[c->l1_shared_sizes].n, *kilobytes = sizes[c->l1_shared_sizes].kilobytes;
    uint32_t i = 0;
    while (i + 1 < n && kilobytes[i] * UINT64_C(1024) < shared)
        i++;
    const double left = c->l1_ways - kilobytes[i] * 1024.0 / (c->l1_sets * 128.0);
    return left >= 1 ? (uint32_t)(left + 0.5) : 1;
}

static int begin_sms(sim_app *app, poise_error *err)
{
    const uint32_t ways = l1_ways_of(&app->gpu->base.config, app);
    int code = POISE_OK;
    for (uint32_t i = 0; i < app->n_sms && code == POISE_OK; i++) {
        sim_sm *sm = &app->gpu->sms[app->first_sm + i];
        app->insts_before += sm->count.thread_insts;
        l1_resize(&sm->l1, ways);
        code = sm_begin(sm, app->kernel.trace->header.n_registers, app->kernel.trace->header.n_inst,
                        app->began, err);
    }
    return code;
}

/* How policies have kept their contracts in what they were told at an exchange. */
static int faults_at_exchange(const gpu *g, int code, poise_error *err)
{
    code = code != POISE_OK ? code : contract_misuse_error(g, err);
    return code != POISE_OK ? code : pages_error(&g->translation.pages, err);
}

int app_announce(sim_app *app, const warp_trace *trace, uint64_t now, poise_error *err)
{
    gpu *g = app->gpu;
    app->resident_blocks = resident_blocks(&g->base.config, trace);
    if (!app->resident_blocks)
        return poise_fail(
            err, POISE_USAGE,
            "a thread block of kernel %s (%u warps, %u registers per thread, %u bytes of shared "
            "memory) does not fit an SM of this machine",
            trace->header.kernel, trace->warps_per_block, trace->header.registers_per_thread,
            trace->header.shared_bytes_per_block);
    int code = program_make(&app->kernel.program, &trace->header, &g->base.config, err);
    if (code != POISE_OK)
        return code;
    app->kernel.trace = trace;
    app->waits = true;
    g->base.launches_waiting++;
    code = translation_announce(&g->translation, &app->kernel.pages, trace, app->kernel.program.code_address,
                                now, err);
    return faults_at_exchange(g, code, err);
}

static void end_wait(sim_app *app)
{
    app->gpu->base.launches_waiting -= app->waits;
    app->waits = false;
}

int app_begin(sim_app *app, uint64_t now, poise_error *err)
{
    gpu *g = app->gpu;
    const warp_trace *trace = app->kernel.trace;
    end_wait(app);
    int code =
        translation_place_pages(&g->translation, &app->kernel.pages, trace, app->kernel.program.code_address,
                                g->n_apps + g->base.n_cpus > 1, now, err);
    code = faults_at_exchange(g, code, err);
    if (code != POISE_OK)
        return code;
    app->next_block = 0;
    app->blocks_left = trace->n_thread_blocks;
    app->began = now;
    app->ran_out = 0;
    watchdog_begin(app, now);
    return begin_sms(app, err);
}

/* Thread blocks go to the SMs in turn, one each, until all SMs are full. */
void app_start_blocks(sim_app *app)
{
    sim_sm *sms = &app->gpu->sms[app->first_sm];
    app->gpu->base.blocks_left += app->blocks_left;
    for (uint32_t slot = 0; slot < app->resident_blocks; slot++)
        for (uint32_t i = 0; i < app->n_sms && app->next_block < app->kernel.trace->n_thread_blocks; i++)
            sm_start_block(&sms[i], slot, app->next_block++, app->began);
}

void app_end(sim_app *app)
{
    end_wait(app);
    program_free(&app->kernel.program);
}

int gpu_begin_run(gpu *g, poise_error *err)
{
    int code = POISE_OK;
    contract_begin(&g->base.contract);
    g->base.window_number = 0;
    g->base.blocks_left = 0;
    g->base.launches_waiting = 0;
    g->base.stalled_until = 0;
    g->is_stopped = false;
    free(g->stuck);
    g->stuck = NULL;
    gpu_clear_counters(g);
    wheel_reset(&g->base.wheel);
    crossbar_reset(&g->crossbar);
    for (uint32_t i = 0; i < g->n_banks; i++)
        l2_reset(&g->banks[i]);
    for (uint32_t i = 0; i < g->n_channels && code == POISE_OK; i++)
        code = dram_reset(&g->channels[i], err);
    for (uint32_t i = 0; i < g->base.n_sms && code == POISE_OK; i++) {
        port_reset(&g->sms[i].port);
        if (!g->sms[i].kernel)
            code = sm_begin(&g->sms[i], 0, 0, 0, err);
    }
    if (gpu_copies_pages(g))
        page_copier_reset(&g->copier);
    cooperation_begin(g);
    gpu_list_states(g);
    translation_begin(&g->translation);
    for (uint32_t i = 0; i < g->base.n_sms; i++)
        sm_translation_reset(&g->sms[i]);
    gpu_begin_cpus(g);
    return code;
}

/* The launch is over when its last warp has ended and the memory system is empty, as GPGPU-Sim counts. The
 * time is read off the resources. */
static uint64_t end_of_launch(const gpu *g)
{
    uint64_t end = 0;
    for (uint32_t i = 0; i < g->base.n_sms; i++)
        end = later(end, g->sms[i].last_warp_end);
    for (uint32_t i = 0; i < g->n_banks; i++)
        end = later(end, clock_to_core(&g->base.l2_clock, g->banks[i].port_free));
    for (uint32_t i = 0; i < g->n_channels; i++)
        end = later(end, clock_to_core(&g->base.dram_clock, g->channels[i].last_column));
    return later(end, host_link_end(&g->translation.link));
}

bool app_runs_out(sim_app *app, uint64_t now)
{
    const gpu *g = app->gpu;
    uint64_t most = g->base.config.max_insts, issued = 0;
    if (most == 0)
        return false;
    for (uint32_t i = 0; i < app->n_sms; i++)
        issued += g->sms[app->first_sm + i].count.thread_insts;
    if (issued < most)
        return false;
    app->ran_out = now;
    return true;
}

int app_stuck(sim_app *app, poise_error *err)
{
    gpu *g = app->gpu;
    char blame[POISE_ERROR_TEXT / 4] = "";
    for (uint32_t i = 0; i < app->n_sms && !*blame; i++)
        if (g->sms[app->first_sm + i].restricted)
            snprintf(blame, sizeof blame, "; scheduler policy %.100s holds warps back",
                     g->policy[POLICY_AT_SCHED].choice.label);
    for (uint32_t i = 0; i < app->n_sms && !*blame; i++)
        if (g->sms[app->first_sm + i].translation && g->sms[app->first_sm + i].translation->mshrs.used)
            snprintf(blame, sizeof blame, "; requests wait for translations of tlb policy %.100s",
                     g->policy[POLICY_AT_TLB].choice.label);
    const char *kernel = app->kernel.trace->header.kernel;
    uint64_t fired_at = app->watchdog.fired_at;
    g->stuck = stuck_report(app, fired_at ? fired_at : base_now(&g->base));
    if (fired_at)
        return poise_fail(
            err, POISE_FAILED,
            "kernel %s is stopped in cycle %llu: no instruction has retired for %llu cycles (machine option "
            "watchdog), %u thread blocks have not ended%s",
            kernel, (unsigned long long)fired_at, (unsigned long long)(fired_at - app->watchdog.since),
            app->blocks_left, blame);
    return poise_fail(
        err, POISE_FAILED,
        "kernel %s is deadlocked in cycle %llu: %u thread blocks have not ended and nothing can move%s",
        kernel, (unsigned long long)base_now(&g->base), app->blocks_left, blame);
}

const char *sim_stuck_report(const simulator *sim)
{
    return ((const gpu *)(const void *)sim)->stuck;
}

static int outcome(gpu *g, bool cut_short, poise_error *err)
{
    const char *kernel = g->apps->kernel.trace->header.kernel;
    int code = gpu_policy_fault(g, err);
    if (code != POISE_OK)
        return code;
    if (g->is_stopped)
        return poise_fail(err, POISE_INCOMPLETE, "kernel %s was stopped in cycle %llu", kernel,
                          (unsigned long long)base_now(&g->base));
    if (cut_short && !g->base.config.max_cycles && !g->apps->ran_out)
        return poise_fail(err, POISE_FAILED, "kernel %s runs for more than %llu cycles", kernel,
                          (unsigned long long)GPU_LONGEST_RUN);
    return !cut_short && g->base.blocks_left ? app_stuck(g->apps, err) : POISE_OK;
}

static int run(gpu *g, uint64_t *end, int *cut_short, poise_error *err)
{
    const uint64_t most = g->base.config.max_cycles, began = g->apps->began;
    uint64_t limit = most ? began + most : GPU_LONGEST_RUN;
    *cut_short = gpu_run_windows(g, began, limit);
    limit = g->apps->ran_out ? g->apps->ran_out : limit;
    *end = *cut_short ? limit : end_of_launch(g);
    return outcome(g, *cut_short, err);
}

int app_waits_for_ever(const sim_app *app, poise_error *err)
{
    return poise_fail(err, POISE_FAILED, "vm policy %s lets the launch of kernel %s wait for ever",
                      app->gpu->policy[POLICY_AT_VM].choice.label, app->kernel.trace->header.kernel);
}

/* Until the vm policy admits the launch, in core cycle *now. */
static int wait_for_memory(sim_app *app, uint64_t *now, poise_error *err)
{
    gpu *g = app->gpu;
    *now = 0;
    if (translation_admits(&g->translation, app->kernel.pages.space, 0))
        return faults_at_exchange(g, POISE_OK, err);
    app->began = UINT64_MAX;
    (void)gpu_run_windows(g, 0, GPU_LONGEST_RUN);
    int code = faults_at_exchange(g, POISE_OK, err);
    if (code == POISE_OK && g->is_stopped)
        return poise_fail(err, POISE_INCOMPLETE, "kernel %s was stopped before it began",
                          app->kernel.trace->header.kernel);
    if (code == POISE_OK && app->began == UINT64_MAX)
        return app_waits_for_ever(app, err);
    *now = app->began;
    return code;
}

/* Core cycles before the first block, in which the machine does nothing: they are only counted. */
static uint64_t latency_of(const sim_config *c, const warp_trace *trace)
{
    return c->launch_latency + c->block_launch_latency * trace->n_thread_blocks;
}

int sim_launch(simulator *sim, const warp_trace *trace, sim_counters *counters, int *cut_short,
               poise_error *err)
{
    gpu *g = (gpu *)sim;
    sim_app *app = g->apps;
    if (g->base.n_cpus)
        return poise_fail(err, POISE_USAGE, "a machine with CPU cores runs mixes, not single launches");
    int was_cut = 0;
    uint64_t now = 0, end = 0;
    policy_calls_begin();
    int code = gpu_begin_run(g, err);
    code = code != POISE_OK ? code : app_announce(app, trace, 0, err);
    code = code != POISE_OK ? code : wait_for_memory(app, &now, err);
    code = code != POISE_OK ? code : app_begin(app, now, err);
    if (code == POISE_OK) {
        course_begin(g);
        app_begin_policies(app);
        app_start_blocks(app);
        code = run(g, &end, &was_cut, err);
        course_end(g, end);
        code = app_end_policies(app, end, code, err);
        gpu_collect(g, end, counters);
        counters->cycles += latency_of(&g->base.config, trace) - app->began;
    }
    app_end(app);
    policy_calls_end();
    if (cut_short)
        *cut_short = was_cut;
    return code;
}

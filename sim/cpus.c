/* What CPU cores beside the SMs have done in a run. */
#include "sim/gpu.h"

#include <string.h>

void gpu_begin_cpus(gpu *g)
{
    cpus_begin(&g->cpus);
    memset(g->cpu_results, 0, g->cpus.n * sizeof *g->cpu_results);
}

static bool ends_by_time(const gpu *g)
{
    return g->base.config.mix_cycles != 0;
}

static void take_result(gpu *g, uint32_t index)
{
    const cpu_core *core = &g->cpus.cpu[index].core;
    g->cpu_results[index] =
        (sim_cpu_result){.has_ended = core->has_ended,
                         .counts = ends_by_time(g) ? cpu_core_counts_until_now(core) : cpu_core_counts(core),
                         .below = gpu_counted_for(g, g->n_apps + index)};
}

static bool is_over(const sim_cpu_result *result)
{
    return result->has_ended || result->cut_short;
}

void gpu_take_ended_cpus(gpu *g)
{
    for (uint32_t i = 0; i < g->cpus.n && !ends_by_time(g); i++)
        if (g->cpus.cpu[i].core.has_ended && !is_over(&g->cpu_results[i]))
            take_result(g, i);
}

/* At the first exchange from the limit on, also where windows are skipped there. */
void gpu_limit_cpus(gpu *g, uint64_t end, uint64_t next)
{
    const uint64_t window = g->base.window, most = g->base.config.max_cycles;
    uint64_t exchange = later(end, (most + window - 1) / window * window);
    if (!most || exchange > next || ends_by_time(g) || gpu_cpus_have_ended(g))
        return;
    if (base_now(&g->base) < exchange)
        wheel_skip(&g->base.wheel, exchange);
    for (uint32_t i = 0; i < g->cpus.n; i++) {
        sim_cpu_result *result = &g->cpu_results[i];
        if (is_over(result))
            continue;
        cpus_catch_up(&g->cpus, i, exchange);
        take_result(g, i);
        result->cut_short = !result->has_ended;
    }
}

void gpu_end_cpus(gpu *g)
{
    for (uint32_t i = 0; i < g->cpus.n; i++) {
        const cpu_core *core = &g->cpus.cpu[i].core;
        cpus_catch_up(&g->cpus, i, base_now(&g->base));
        if (!is_over(&g->cpu_results[i]))
            take_result(g, i);
        g->cpu_results[i].restarts = core->retired / core->program->totals.instructions;
        g->cpu_results[i].requests = core->count.reads + core->count.write_backs;
    }
}

bool gpu_cpus_have_ended(const gpu *g)
{
    for (uint32_t i = 0; i < g->cpus.n; i++)
        if (!is_over(&g->cpu_results[i]))
            return false;
    return true;
}

double gpu_cpus_share_done(const gpu *g)
{
    double least = 1, of_limit = 0;
    if (g->base.config.max_cycles)
        of_limit = (double)base_now(&g->base) / (double)g->base.config.max_cycles;
    for (uint32_t i = 0; i < g->cpus.n; i++) {
        const cpu_core *core = &g->cpus.cpu[i].core;
        double share = (double)core->retired / (double)core->program->totals.instructions;
        share = share > of_limit ? share : of_limit;
        if (!is_over(&g->cpu_results[i]) && share < least)
            least = share;
    }
    return least;
}

sim_cpu_result sim_cpu_result_of(const simulator *sim, uint32_t cpu)
{
    return ((const gpu *)(const void *)sim)->cpu_results[cpu];
}

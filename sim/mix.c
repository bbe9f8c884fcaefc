/* The course of programs side by side. Launches end and begin between windows, so all of this is done by one
 * thread and does not depend on how many there are. */
#include "sim/mix.h"

#include "sim/gpu.h"
#include "sim_hooks/policy_calls.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Where a program stands. */
typedef struct mix_app {
    size_t launch;        /* that runs */
    bool runs;            /* it has begun and not ended */
    bool is_cut;          /* it was, and what it has in flight comes to an end */
    uint64_t cut_at;      /* core cycle */
    bool has_ended;       /* the program, once */
    sim_counters counted; /* for the program below the L1s, when the launch began */
} mix_app;

struct mix_run {
    const sim_mix *mix;
    sim_mix_result *results;
    sim_counters machine; /* of the SMs, of launches that have ended */
    int code;             /* of what went wrong between windows; POISE_OK = nothing has */
    poise_error *err;
    size_t n_left;       /* programs that have not ended */
    bool is_past;        /* the mix ends by time, and that has come */
    uint64_t pass_again; /* core cycle in which to say how much is done */
    mix_app app[];
};

static bool ends_by_time(const gpu *g)
{
    return g->base.config.mix_cycles != 0;
}

/* ---- launches ---- */

static int announce_launch(mix_run *run, sim_app *app, uint64_t now)
{
    const uint32_t program = app->kernel.index;
    const warp_trace *trace = NULL;
    int code = run->mix->read(run->mix->user, program, run->app[program].launch, &trace, run->err);
    code = code != POISE_OK ? code : app_announce(app, trace, now, run->err);
    return code != POISE_OK ? poise_error_prefix(run->err, "program %u", program) : POISE_OK;
}

static int begin_launch(mix_run *run, sim_app *app, uint64_t now)
{
    mix_app *state = &run->app[app->kernel.index];
    if (app_begin(app, now, run->err) != POISE_OK)
        return poise_error_prefix(run->err, "program %u", app->kernel.index);
    state->runs = true;
    state->is_cut = false;
    state->counted = gpu_counted_for(app->gpu, app->kernel.index);
    app_begin_policies(app);
    app_start_blocks(app);
    return POISE_OK;
}

static uint64_t last_warp_end(const sim_app *app)
{
    uint64_t end = app->began;
    for (uint32_t i = 0; i < app->n_sms; i++)
        end = later(end, app->gpu->sms[app->first_sm + i].last_warp_end);
    return end;
}

/* The counters of a launch that is over in core cycle `end`, or of as much of it as there is. */
static sim_counters counters_of(mix_run *run, sim_app *app, uint64_t end)
{
    const mix_app *state = &run->app[app->kernel.index];
    sim_counters below = gpu_counted_for(app->gpu, app->kernel.index), count = {0};
    app_collect(app, end, &count);
    sim_counters_add(&run->machine, &count);
    sim_counters_subtract(&below, &state->counted);
    sim_counters_add(&count, &below);
    count.cycles = end - app->began;
    return count;
}

static void take_results(mix_run *run, sim_app *app, const sim_counters *count)
{
    const mix_app *state = &run->app[app->kernel.index];
    sim_mix_result *result = &run->results[app->kernel.index];
    sim_counters_add(&result->counters, count);
    result->cut_short += state->is_cut;
    const policy_states *sched = &app->sched_states;
    result->n_statistics = sched->n_statistics;
    memcpy(result->statistics, sched->statistic, sched->n_statistics * sizeof *sched->statistic);
    const sim_mix_launch ended = {.program = app->kernel.index,
                                  .launch = state->launch,
                                  .began = app->began,
                                  .counters = *count,
                                  .cut_short = state->is_cut};
    if (run->mix->ended)
        run->mix->ended(run->mix->user, &ended);
}

/* Goes on to the next launch of the program, which may be its first again. */
static void advance(mix_run *run, sim_app *app, uint64_t end)
{
    mix_app *state = &run->app[app->kernel.index];
    sim_mix_result *result = &run->results[app->kernel.index];
    if (++state->launch < run->mix->programs[app->kernel.index].n_launches)
        return;
    state->launch = 0;
    app_leave(app);
    if (!state->has_ended) {
        state->has_ended = true;
        result->counters.cycles = end;
        run->n_left--;
    }
    result->restarts += !mix_is_over(app->gpu);
}

static int end_launch(mix_run *run, sim_app *app)
{
    mix_app *state = &run->app[app->kernel.index];
    uint64_t end = state->is_cut ? state->cut_at : last_warp_end(app);
    state->runs = false;
    int code = app_end_policies(app, end, POISE_OK, run->err);
    const sim_counters count = counters_of(run, app, end);
    if (code == POISE_OK && (!state->has_ended || ends_by_time(app->gpu)))
        take_results(run, app, &count);
    app_end(app);
    advance(run, app, end);
    return code;
}

/* ---- between windows ---- */

/* The launch ends here. Its requests go on, and the next launch waits for them. */
static void cut(mix_run *run, sim_app *app, uint64_t now)
{
    mix_app *state = &run->app[app->kernel.index];
    state->is_cut = true;
    state->cut_at = now;
    for (uint32_t i = 0; i < app->n_sms; i++)
        sm_cut(&app->gpu->sms[app->first_sm + i], now);
    app->gpu->base.blocks_left -= app->blocks_left;
    app->blocks_left = 0;
}

static bool is_at_limit(sim_app *app, uint64_t now)
{
    uint64_t most = app->gpu->base.config.max_cycles;
    return (most && now - app->began >= most) || app_runs_out(app, now);
}

static bool is_quiet(const sim_app *app)
{
    bool quiet = !app->blocks_left;
    for (uint32_t i = 0; i < app->n_sms && quiet; i++)
        quiet = sm_is_quiet(&app->gpu->sms[app->first_sm + i]);
    return quiet;
}

bool mix_is_over(const gpu *g)
{
    const mix_run *run = g->mix;
    if (run->code || ends_by_time(g))
        return run->code || run->is_past;
    return !run->n_left && (run->mix->without_cpus || gpu_cpus_have_ended(g));
}

/* Core cycles between two words on how much is done; our choice. */
enum { PASSING = 50000 };

static double share_done(const gpu *g)
{
    const mix_run *run = g->mix;
    if (ends_by_time(g))
        return fmin(1, (double)base_now(&g->base) / (double)g->base.config.mix_cycles);
    double least = run->mix->without_cpus ? 1 : gpu_cpus_share_done(g);
    for (uint32_t i = 0; i < g->n_apps; i++) {
        const sim_app *app = &g->apps[i];
        const mix_app *state = &run->app[i];
        double blocks = state->runs ? (double)app->kernel.trace->n_thread_blocks : 0;
        double launch = blocks > 0 ? 1 - app->blocks_left / blocks : 0;
        double share = ((double)state->launch + launch) / (double)run->mix->programs[i].n_launches;
        if (!state->has_ended && share < least)
            least = share;
    }
    return least;
}

static void pass(const gpu *g, uint64_t now)
{
    mix_run *run = g->mix;
    if (!run->mix->passed || now < run->pass_again)
        return;
    run->pass_again = now + PASSING;
    run->mix->passed(run->mix->user, share_done(g));
}

/* Whether the launch that waits has begun. */
static bool begin_if_admitted(mix_run *run, sim_app *app, uint64_t now)
{
    translation *t = &app->gpu->translation;
    if (run->code != POISE_OK || !translation_admits(t, app->kernel.pages.space, now))
        return false;
    run->code = begin_launch(run, app, now);
    return true;
}

bool mix_exchange(gpu *g, uint64_t now)
{
    mix_run *run = g->mix;
    bool began = false;
    gpu_take_ended_cpus(g);
    pass(g, now);
    for (uint32_t i = 0; i < g->n_apps && !run->code; i++) {
        sim_app *app = &g->apps[i];
        if (app->blocks_left && is_at_limit(app, now))
            cut(run, app, now);
        if (!is_quiet(app))
            continue;
        run->code = run->app[i].runs ? end_launch(run, app) : POISE_OK;
        if (mix_is_over(g))
            break;
        run->code = app->waits ? POISE_OK : announce_launch(run, app, now);
        began |= begin_if_admitted(run, app, now);
    }
    return began;
}

void mix_limit(gpu *g, uint64_t end, uint64_t next)
{
    const uint64_t window = g->base.window, most = g->base.config.mix_cycles;
    const uint64_t exchange = later(end, (most + window - 1) / window * window);
    if (!most || exchange > next || next == UINT64_MAX)
        return;
    if (base_now(&g->base) < exchange)
        wheel_skip(&g->base.wheel, exchange);
    g->mix->is_past = true;
}

/* ---- the run ---- */

static int check(const gpu *g, const sim_mix *mix, poise_error *err)
{
    if (g->base.config.stalls)
        return poise_fail(err, POISE_USAGE, "stall causes are not measured for programs side by side");
    for (uint32_t sm = 0; sm < g->base.n_sms; sm++) {
        uint32_t owners = 0;
        for (size_t i = 0; i < mix->n; i++)
            owners += sm - mix->programs[i].first_sm < mix->programs[i].n_sms;
        if (owners > 1)
            return poise_fail(err, POISE_USAGE, "SM %u belongs to %u programs", sm, owners);
    }
    for (size_t i = 0; i < mix->n; i++) {
        const sim_mix_program *p = &mix->programs[i];
        if (!p->n_sms)
            return poise_fail(err, POISE_USAGE, "program %zu has no SM", i);
        if (p->first_sm >= g->base.n_sms || p->n_sms > g->base.n_sms - p->first_sm)
            return poise_fail(err, POISE_USAGE, "program %zu has SMs %u to %u; the machine has %u", i,
                              p->first_sm, p->first_sm + p->n_sms - 1, g->base.n_sms);
        if (!p->n_launches)
            return poise_fail(err, POISE_USAGE, "program %zu has no launches", i);
    }
    return mix->n || g->base.n_cpus ? POISE_OK : poise_fail(err, POISE_USAGE, "a mix needs a program");
}

static int make_apps(gpu *g, const sim_mix *mix, poise_error *err)
{
    sm_range *ranges = calloc(mix->n + 1, sizeof *ranges);
    if (!ranges)
        return poise_fail(err, POISE_FAILED, "no memory for %zu programs", mix->n);
    for (size_t i = 0; i < mix->n; i++)
        ranges[i] = (sm_range){mix->programs[i].first_sm, mix->programs[i].n_sms};
    int code = apps_make(g, ranges, (uint32_t)mix->n, err);
    free(ranges);
    for (size_t i = 0; i < mix->n && code == POISE_OK; i++) {
        g->apps[i].observer = mix->programs[i].observer;
        g->apps[i].observer_user = mix->programs[i].observer_user;
    }
    return code;
}

/* How the windows have come to their end. */
static int outcome(gpu *g, const mix_run *run, bool goes_on, poise_error *err)
{
    int code = run->code ? run->code : gpu_policy_fault(g, err);
    if (code != POISE_OK || mix_is_over(g))
        return code;
    if (g->is_stopped)
        return poise_fail(err, POISE_INCOMPLETE, "the programs were stopped in cycle %llu",
                          (unsigned long long)base_now(&g->base));
    if (goes_on)
        return poise_fail(err, POISE_FAILED, "the programs run for more than %llu cycles",
                          (unsigned long long)GPU_LONGEST_RUN);
    if (!run->n_left)
        return poise_fail(err, POISE_FAILED, "a CPU core waits for ever: nothing can move in cycle %llu",
                          (unsigned long long)base_now(&g->base));
    for (uint32_t i = 0; i < g->n_apps && !g->base.blocks_left; i++)
        if (g->apps[i].waits)
            return app_waits_for_ever(&g->apps[i], err);
    sim_app *blamed = g->apps;
    for (uint32_t i = g->n_apps; i-- > 0;)
        if (g->apps[i].blocks_left && (g->apps[i].watchdog.fired_at || !blamed->watchdog.fired_at))
            blamed = &g->apps[i];
    return app_stuck(blamed, err);
}

/* What runs again ends here, with `code`, and counts for the machine; policies that serve all programs tell
 * their statistics of the whole run then. */
static int end_rest(gpu *g, uint64_t end, int code, poise_error *err)
{
    poise_error none;
    for (uint32_t i = 0; i < g->n_apps; i++) {
        sim_app *app = &g->apps[i];
        if (!g->mix->app[i].runs) {
            app_end(app);
            continue;
        }
        const int ended = app_end_policies(app, end, code, code != POISE_OK ? &none : err);
        code = code != POISE_OK ? code : ended;
        const sim_counters count = counters_of(g->mix, app, end);
        if (code == POISE_OK && ends_by_time(g))
            take_results(g->mix, app, &count);
        app_end(app);
    }
    return code == POISE_OK && !g->n_apps ? gpu_end_cpu_policies(g, err) : code;
}

static int run_windows(gpu *g, mix_run *run, poise_error *err)
{
    int code = gpu_begin_run(g, err);
    if (!g->n_apps)
        gpu_begin_cpu_policies(g);
    for (uint32_t i = 0; i < g->n_apps && code == POISE_OK; i++) {
        run->code = announce_launch(run, &g->apps[i], 0);
        (void)begin_if_admitted(run, &g->apps[i], 0);
        code = run->code;
    }
    code = code != POISE_OK ? code : mix_course_begin(g, err);
    if (code != POISE_OK)
        return code;
    bool goes_on = gpu_run_windows(g, 0, GPU_LONGEST_RUN);
    return outcome(g, run, goes_on, err);
}

static int run_programs(gpu *g, const sim_mix *mix, sim_mix_result *results, sim_counters *machine,
                        poise_error *err)
{
    mix_run *run = calloc(1, sizeof *run + mix->n * sizeof *run->app);
    if (!run)
        return poise_fail(err, POISE_FAILED, "no memory for %zu programs", mix->n);
    *run = (mix_run){.mix = mix, .results = results, .err = err, .n_left = mix->n};
    g->mix = run;
    int code = run_windows(g, run, err);
    mix_course_end(g, base_now(&g->base));
    uint64_t end = 0;
    for (size_t i = 0; i < mix->n; i++)
        end = later(end, results[i].counters.cycles);
    code = end_rest(g, later(end, base_now(&g->base)), code, err);
    for (size_t i = 0; i < mix->n && ends_by_time(g); i++)
        results[i].counters.cycles = base_now(&g->base);
    gpu_end_cpus(g);
    if (machine) {
        *machine = gpu_counted_below(g);
        cooperation_collect(g, machine);
        sim_counters_add(machine, &run->machine);
        machine->cycles = g->base.n_cpus || ends_by_time(g) ? later(end, base_now(&g->base)) : end;
    }
    g->mix = NULL;
    free(run);
    return code;
}

/* One program on all SMs goes the way of sim_launch. */
static int run_alone(simulator *sim, const sim_mix *mix, sim_mix_result *result, poise_error *err)
{
    int code = POISE_OK;
    for (size_t i = 0; i < mix->programs->n_launches && code == POISE_OK; i++) {
        const warp_trace *trace;
        sim_mix_launch launch = {.launch = i, .began = result->counters.cycles};
        int cut_short = 0;
        code = mix->read(mix->user, 0, i, &trace, err);
        code = code != POISE_OK ? code : sim_launch(sim, trace, &launch.counters, &cut_short, err);
        if (code != POISE_OK)
            return code;
        launch.cut_short = cut_short != 0;
        result->cut_short += launch.cut_short;
        sim_counters_add(&result->counters, &launch.counters);
        if (mix->ended)
            mix->ended(mix->user, &launch);
    }
    result->n_statistics = sim_policy_statistics(sim, POLICY_AT_SCHED, result->statistics, POLICY_STATISTICS);
    return code;
}

int sim_run_mix(simulator *sim, const sim_mix *mix, sim_mix_result *results, sim_counters *machine,
                poise_error *err)
{
    gpu *g = (gpu *)sim;
    int code = check(g, mix, err);
    if (code != POISE_OK)
        return code;
    memset(results, 0, mix->n * sizeof *results);
    policy_calls_begin();
    code = make_apps(g, mix, err);
    if (code == POISE_OK && mix->n == 1 && mix->programs->n_sms == g->base.n_sms && !g->base.n_cpus &&
        !mix->always_mixed) {
        const gpu_course watched = g->course;
        g->course.observer = NULL;
        code = run_alone(sim, mix, results, err);
        g->course = watched;
        if (machine)
            *machine = results->counters;
    } else if (code == POISE_OK) {
        code = run_programs(g, mix, results, machine, err);
    }
    poise_error again;
    int restored = apps_make(g, &(sm_range){0, g->base.n_sms}, 1, code != POISE_OK ? &again : err);
    policy_calls_end();
    return code != POISE_OK ? code : restored;
}

int sim_run_cpus(simulator *sim, sim_counters *machine, poise_error *err)
{
    sim_mix_result none;
    return sim_run_mix(sim, &(sim_mix){0}, &none, machine, err);
}

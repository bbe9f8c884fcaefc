#include "profile/sweep/load_windows.h"

#include "sim_hooks/sched/order.h"
#include "sim_hooks/sched/poise_load_counter.h"

#include <stdlib.h>

/* As the options of the policy, poise_shared_options.def: settle, window, lookups, share. An SM counts as if
 * there were eight at least, and a window is looked at LOOKS times. */
enum { SETTLE = 700, WINDOW = 6000, LOOKUPS = 32, SHARE = 50, LEAST_SMS = 8, LOOKS = 8 };

typedef enum phase { AT_MAX, SETTLES, AT_ONE } phase;

typedef struct windows {
    sched_host host;
    profile_kernel *kernel;
    phase phase;
    uint32_t warps;
    uint64_t due, ends;              /* cycles of the next look and of the end of the phase */
    poise_load_counter *counter;     /* of each SM, since the phase began */
    poise_load_table at_max, at_one; /* of the windows that run */
} windows;

/* Points to what is to be used; the caller frees what is in it. */
static int create(const sched_host *host, const void *options, void **state, poise_error *err)
{
    windows *w = *(windows *const *)options;
    w->host = *host;
    w->counter = calloc(host->sms, sizeof *w->counter);
    bool has_room = w->counter != NULL;
    for (uint32_t sm = 0; has_room && sm < host->sms; sm++)
        has_room = poise_load_counter_create(&w->counter[sm], &host->l1, true);
    if (!has_room)
        return poise_fail(err, POISE_FAILED, "no memory to sample loads on %u SMs", host->sms);
    *state = w;
    return POISE_OK;
}

/* Adds what the SMs have counted since the last look; who has brought which line stays known. */
static void collect(windows *w, poise_load_table *sum)
{
    for (uint32_t sm = 0; sm < w->host.sms; sm++) {
        if (sum != NULL)
            poise_load_table_add(sum, &w->counter[sm].table);
        poise_load_counter_go_on(&w->counter[sm]);
    }
}

static void enter(windows *w, phase next, uint64_t cycle)
{
    const uint32_t n = next == AT_MAX ? w->warps : 1;
    w->phase = next;
    w->ends = cycle + (next == SETTLES ? SETTLE : WINDOW);
    w->due = next == AT_ONE ? cycle + WINDOW / LOOKS + 1 : w->ends;
    for (uint32_t sm = 0; sm < w->host.sms && next != AT_ONE; sm++) {
        w->host.set_tuple(w->host.opaque, sm, n, n);
        poise_load_counter_begin(&w->counter[sm]);
    }
}

static void launch_begin(void *state, const policy_launch *launch)
{
    windows *w = state;
    w->warps = launch->warps;
    enter(w, AT_MAX, launch->cycle);
}

static void add(const profile_kernel *kernel, const poise_load_table *table, bool at_max)
{
    for (uint32_t i = 0; i < table->count; i++) {
        uint32_t k = 0;
        while (k < kernel->n_loads && kernel->loads[k].pc != table->load[i].pc)
            k++;
        if (k == kernel->n_loads)
            continue;
        profile_load_window *sum = at_max ? &kernel->loads[k].window_at_max : &kernel->loads[k].window_at_one;
#define LOAD_WINDOW_COUNT(member, meaning) sum->member += table->load[i].sample.member;
#include "profile/load_window_counts.def"
#undef LOAD_WINDOW_COUNT
    }
}

static void keep(windows *w)
{
    add(w->kernel, &w->at_max, true);
    add(w->kernel, &w->at_one, false);
    w->at_max.count = w->at_one.count = 0;
}

static bool has_seen_enough(const windows *w)
{
    const uint32_t sms = w->host.sms > LEAST_SMS ? w->host.sms : LEAST_SMS;
    return !poise_loads_undecided(&w->at_max, &w->at_one, SHARE, LOOKUPS * sms);
}

static poise_load_table *table_of(windows *w)
{
    return w->phase == AT_MAX ? &w->at_max : w->phase == AT_ONE ? &w->at_one : NULL;
}

static uint64_t gather(void *const *states, uint32_t count, uint64_t cycle)
{
    (void)count;
    windows *w = states[0];
    if (cycle < w->due)
        return w->due - cycle;
    collect(w, table_of(w));
    if (w->phase == AT_MAX) {
        enter(w, SETTLES, cycle);
    } else if (w->phase == SETTLES) {
        enter(w, AT_ONE, cycle);
    } else if (cycle >= w->ends || has_seen_enough(w)) {
        keep(w);
        enter(w, AT_MAX, cycle);
    } else {
        const uint64_t next = cycle + WINDOW / LOOKS + 1;
        w->due = next < w->ends ? next : w->ends;
    }
    return w->due - cycle;
}

/* Windows of the engine go on in the next launch of the kernel: what they have seen counts. */
static void launch_end(void *state, uint16_t app, uint64_t cycle)
{
    (void)app;
    (void)cycle;
    windows *w = state;
    collect(w, table_of(w));
    keep(w);
}

static void l1_access(void *state, const sched_access *access)
{
    const windows *w = state;
    poise_load_counter_access(&w->counter[access->at.sm], access);
}

static void l1_evict(void *state, const sched_eviction *eviction)
{
    const windows *w = state;
    poise_load_counter_evict(&w->counter[eviction->at.sm], eviction);
}

static const sched_policy sampler = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(sched_policy),
             .name = "load_windows",
             .summary = "counts what single load instructions do, in windows as policy poise",
             .source = "our own",
             .options_size = sizeof(windows *)},
    .create = create,
    .pick = sched_pick_gto,
    .life.launch_begin = launch_begin,
    .life.launch_end = launch_end,
    .life.gather = gather,
    .l1_access = l1_access,
    .l1_evict = l1_evict,
};

int sweep_sample_load_windows(const sim_config *config, const sim_policies *policies, const warp_trace *trace,
                              profile_kernel *kernel, const atomic_bool *stop, poise_error *err)
{
    windows own = {.kernel = kernel}, *w = &own;
    simulator *sim;
    sim_counters machine;
    for (uint32_t i = 0; i < kernel->n_loads; i++)
        kernel->loads[i].window_at_max = kernel->loads[i].window_at_one = (profile_load_window){0};
    int code = sim_create(&sim, config, policies, err);
    if (code != POISE_OK)
        return code;
    sim_set_stop(sim, stop);
    code = sim_use_sched(sim, &sampler, &w, err);
    if (code == POISE_OK)
        code = sim_launch(sim, trace, &machine, NULL, err);
    sim_destroy(sim);
    for (uint32_t sm = 0; own.counter != NULL && sm < own.host.sms; sm++)
        poise_load_counter_free(&own.counter[sm]);
    free(own.counter);
    return code;
}

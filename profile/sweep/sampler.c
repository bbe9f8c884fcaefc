#include "profile/sweep/sampler.h"

#include "infer/poise_infer.h"
#include "sim_hooks/sched/order.h"

#include <stdlib.h>

/* Where an SM is in its epoch: what the next tick ends. */
typedef enum sampler_phase {
    WARM_MAX,
    WINDOW_MAX,
    WARM_ONE,
    WINDOW_ONE,
    REST,
    PHASES,
} sampler_phase;

typedef struct sampler_sm {
    sampler_phase phase;
    uint64_t due;         /* cycle in which the phase ends */
    sched_counters began; /* totals when the window began */
    sched_counters at_max;
} sampler_sm;

typedef struct sampler {
    sched_host host;
    profile_sample *samples;
    uint32_t warps; /* of the kernel, per scheduler */
    sampler_sm sm[];
} sampler;

static uint64_t length_of(sampler_phase phase)
{
    const poise_hie_parameters *thesis = &poise_hie_thesis;
    uint64_t sampling = 2ull * (thesis->warmup + thesis->feature_window);
    switch (phase) {
    case WARM_MAX:
    case WARM_ONE: return thesis->warmup;
    case WINDOW_MAX:
    case WINDOW_ONE: return thesis->feature_window;
    default: return thesis->period - sampling;
    }
}

static int create(const sched_host *host, const void *options, void **state, poise_error *err)
{
    sampler *s = calloc(1, sizeof *s + host->sms * sizeof s->sm[0]);
    if (s == NULL)
        return poise_fail(err, POISE_FAILED, "no memory to sample %u SMs", host->sms);
    s->host = *host;
    s->samples = *(profile_sample *const *)options;
    *state = s;
    return POISE_OK;
}

static void add(sched_counters *sum, const sched_counters *part)
{
#define SCHED_COUNTER(member, name, unit, meaning, meaning_in_sm) sum->name += part->name;
#include "sim_hooks/counters.def"
}

static sched_counters growth(const sched_counters *before, const sched_counters *now)
{
    return (sched_counters){
#define SCHED_COUNTER(member, name, unit, meaning, meaning_in_sm) .name = now->name - before->name,
#include "sim_hooks/counters.def"
    };
}

static void enter(sampler *s, uint32_t sm, sampler_phase phase, uint64_t cycle)
{
    sampler_sm *at = &s->sm[sm];
    uint32_t warps = phase == WARM_ONE || phase == WINDOW_ONE ? 1 : s->warps;
    at->phase = phase;
    at->due = cycle + length_of(phase);
    at->began = *s->host.counters(s->host.opaque, sm);
    s->host.set_tuple(s->host.opaque, sm, warps, warps);
}

/* An SM that loads nothing at (max, max) has no features: the engine keeps all its warps. */
static void keep(profile_sample *sample, const sched_counters *at_max, const sched_counters *at_one)
{
    if (at_max->global_loads == 0)
        return;
    sample->windows++;
    add(&sample->at_max, at_max);
    add(&sample->at_one, at_one);
}

static void leave(sampler *s, uint32_t sm)
{
    sampler_sm *at = &s->sm[sm];
    sched_counters window = growth(&at->began, s->host.counters(s->host.opaque, sm));
    if (at->phase == WINDOW_MAX)
        at->at_max = window;
    if (at->phase == WINDOW_ONE)
        keep(&s->samples[sm], &at->at_max, &window);
}

static void launch_begin(void *state, const policy_launch *launch)
{
    sampler *s = state;
    s->warps = launch->warps;
    for (uint32_t sm = 0; sm < s->host.sms; sm++)
        enter(s, sm, WARM_MAX, launch->cycle);
}

/* The first call of a kernel comes before anything is due and only tells when to come back. */
static uint64_t tick(void *state, uint32_t sm, uint64_t cycle)
{
    sampler *s = state;
    sampler_sm *at = &s->sm[sm];
    if (cycle >= at->due) {
        leave(s, sm);
        enter(s, sm, (at->phase + 1) % PHASES, cycle);
    }
    return at->due - cycle;
}

/* Greedy-then-oldest, as under the engine. */
static unsigned pick(void *state, const sched_view *view)
{
    (void)state;
    return sched_gto_pick(view);
}

const sched_policy sweep_sampler = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(sched_policy),
             .name = "sampler",
             .summary = "samples counters as the hardware inference engine does",
             .source = "thesis, Table 5.5 and section 5.6",
             .options_size = sizeof(profile_sample *)},
    .create = create,
    .life.destroy = free,
    .pick = pick,
    .life.launch_begin = launch_begin,
    .tick = tick,
};

int sweep_sample(const sim_config *config, const sim_policies *policies, const warp_trace *trace,
                 const atomic_bool *stop, profile_sample *samples, poise_error *err)
{
    simulator *sim;
    sim_counters counters;
    int code = sim_create(&sim, config, policies, err);
    if (code != POISE_OK)
        return code;
    sim_set_stop(sim, stop);
    code = sim_use_sched(sim, &sweep_sampler, &samples, err);
    if (code == POISE_OK)
        code = sim_launch(sim, trace, &counters, NULL, err);
    sim_destroy(sim);
    return code;
}

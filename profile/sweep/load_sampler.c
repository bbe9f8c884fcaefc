#include "profile/sweep/load_sampler.h"

#include "profile/sweep/load_patterns.h"
#include "sim_hooks/sched/order.h"

#include <stdlib.h>
#include <string.h>

enum { NO_LOAD = PROFILE_MOST_LOADS };

/* A line of an L1 whose load is known. */
typedef struct held_line {
    uint64_t address;
    uint8_t load; /* that has brought it; NO_LOAD = no line */
    bool is_used; /* has been hit since */
} held_line;

typedef struct load_sampler {
    sched_host host;
    const profile_kernel *kernel;
    const sim_config *config;
    load_patterns *patterns;
    uint32_t n, lines;
    profile_load_counts (*counts)[PROFILE_MOST_LOADS]; /* of each SM, since threads share them */
    held_line *line;                                   /* of each SM, `lines` */
} load_sampler;

/* Points to the sampler that is to be used; the caller frees what is in it. */
static int create(const sched_host *host, const void *options, void **state, poise_error *err)
{
    load_sampler *s = *(load_sampler *const *)options;
    s->host = *host;
    s->lines = host->l1.sets * host->l1.ways;
    s->counts = calloc(host->sms, sizeof *s->counts);
    s->line = calloc((size_t)host->sms * s->lines, sizeof *s->line);
    s->patterns = load_patterns_create(s->config, host->sms, host->warps);
    if (s->counts == NULL || s->line == NULL || s->patterns == NULL)
        return poise_fail(err, POISE_FAILED, "no memory to sample loads on %u SMs", host->sms);
    for (size_t i = 0; i < (size_t)host->sms * s->lines; i++)
        s->line[i].load = NO_LOAD;
    *state = s;
    return POISE_OK;
}

static void launch_begin(void *state, const policy_launch *launch)
{
    (void)launch;
    load_sampler *s = state;
    for (uint32_t sm = 0; sm < s->host.sms; sm++)
        s->host.set_tuple(s->host.opaque, sm, s->n, s->n);
}

static uint8_t find_load(const load_sampler *s, uint32_t pc)
{
    for (uint32_t i = 0; i < s->kernel->n_loads; i++)
        if (s->kernel->loads[i].pc == pc)
            return (uint8_t)i;
    return NO_LOAD;
}

/* The entry of a line, or one that is free when `address` is not held; NULL when neither is there. */
static held_line *find_line(const load_sampler *s, uint32_t sm, uint64_t address)
{
    held_line *line = &s->line[(size_t)sm * s->lines], *unused = NULL;
    for (uint32_t i = 0; i < s->lines; i++) {
        if (line[i].load == NO_LOAD)
            unused = &line[i];
        else if (line[i].address == address)
            return &line[i];
    }
    return unused;
}

static void l1_access(void *state, const sched_access *access)
{
    load_sampler *s = state;
    const uint8_t load = find_load(s, access->pc);
    held_line *line = find_line(s, access->at.sm, access->address);
    if (line != NULL && line->load != NO_LOAD)
        line->is_used = true; /* a hit, or a miss that joins */
    if (line != NULL && line->load == NO_LOAD && access->reserves && load != NO_LOAD)
        *line = (held_line){access->address, load, false};
    load_patterns_touch(s->patterns, access->at.sm, access->address, load, s->counts[access->at.sm]);
    if (load == NO_LOAD)
        return;
    profile_load_counts *counts = &s->counts[access->at.sm][load];
    if (access->first)
        load_patterns_execute(s->patterns, access->at.sm, access->at.warp, access->address, load, counts);
    counts->executions += access->first;
    counts->lookups++;
    counts->hits += access->outcome == SCHED_HIT;
    counts->intra_hits += access->outcome == SCHED_HIT && access->intra;
    counts->merges += access->outcome == SCHED_MERGED;
}

static void l1_evict(void *state, const sched_eviction *eviction)
{
    load_sampler *s = state;
    held_line *line = find_line(s, eviction->at.sm, eviction->address);
    if (line == NULL || line->load == NO_LOAD)
        return;
    s->counts[eviction->at.sm][line->load].evicted_unused += !line->is_used;
    line->load = NO_LOAD;
}

static void load_done(void *state, const sched_place *at, uint32_t pc, uint64_t latency)
{
    load_sampler *s = state;
    const uint8_t load = find_load(s, pc);
    if (load != NO_LOAD)
        s->counts[at->sm][load].latency += latency;
}

static const sched_policy sampler = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(sched_policy),
             .name = "load_sampler",
             .summary = "counts what single load instructions do",
             .source = "our own",
             .options_size = sizeof(load_sampler *)},
    .create = create,
    .pick = sched_pick_gto,
    .life.launch_begin = launch_begin,
    .l1_access = l1_access,
    .l1_evict = l1_evict,
    .load_done = load_done,
};

static void add(profile_load_counts *sum, const profile_load_counts *part)
{
#define LOAD_COUNT(member, unit, meaning) sum->member += part->member;
#include "profile/load_counts.def"
#undef LOAD_COUNT
}

int sweep_sample_loads(const sim_config *config, const sim_policies *policies, const warp_trace *trace,
                       uint32_t n, const profile_kernel *kernel, const atomic_bool *stop,
                       profile_load_counts *counts, poise_error *err)
{
    load_sampler own = {.kernel = kernel, .config = config, .n = n}, *s = &own;
    simulator *sim;
    sim_counters machine;
    int code = sim_create(&sim, config, policies, err);
    if (code != POISE_OK)
        return code;
    sim_set_stop(sim, stop);
    code = sim_use_sched(sim, &sampler, &s, err);
    if (code == POISE_OK)
        code = sim_launch(sim, trace, &machine, NULL, err);
    for (uint32_t sm = 0; code == POISE_OK && sm < own.host.sms; sm++)
        for (uint32_t i = 0; i < kernel->n_loads; i++)
            add(&counts[i], &own.counts[sm][i]);
    sim_destroy(sim);
    free(own.counts);
    free(own.line);
    load_patterns_free(own.patterns);
    return code;
}

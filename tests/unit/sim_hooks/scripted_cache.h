/* A cache policy driven by hand: a cache of tags that calls it as sim_hooks/cache.h promises. A line that is
 * missed is there at once. Stores that miss take no line, as in a cache that writes through. */
#ifndef POISE_TESTS_SIM_HOOKS_SCRIPTED_CACHE_H
#define POISE_TESTS_SIM_HOOKS_SCRIPTED_CACHE_H

#include "sim_hooks/builtin.h"
#include "sim_hooks/registry.h"
#include "tests/policy_figure.h"
#include "tests/test.h"

enum { CACHE_MOST_LINES = 1 << 12, CACHE_EMPTY = -1 };

typedef struct scripted_cache {
    const cache_policy *policy;
    policy_choice choice;
    cache_host host;
    void *state;
    int64_t line[CACHE_MOST_LINES];
    uint32_t around, look_ups, fills; /* requests that went around; look-ups; lines that came in */
} scripted_cache;

/* A policy by its string, in the cache of a host; a launch begins. */
static inline void cache_open_at(scripted_cache *c, const char *string, const cache_host *host)
{
    poise_error err;
    const uint32_t sets = host->shape.sets, ways = host->shape.ways;
    *c = (scripted_cache){.host = *host};
    if (policy_choose(POLICY_CACHE, string, &c->choice, &err))
        fail_msg("%s", err.text);
    c->policy = (const cache_policy *)(const void *)c->choice.policy;
    if (c->policy->create(&c->host, c->choice.options, &c->state, &err))
        fail_msg("%s", err.text);
    for (uint32_t i = 0; i < sets * ways; i++)
        c->line[i] = CACHE_EMPTY;
    if (c->policy->flush)
        c->policy->flush(c->state);
    if (c->policy->life.launch_begin)
        c->policy->life.launch_begin(c->state, &(policy_launch){.warps = 24});
}

/* In an L1. */
static inline void cache_open(scripted_cache *c, const char *string, uint32_t sets, uint32_t ways)
{
    const cache_host host = {.instance = {0, 1}, .shape = {sets, ways}, .level = 1, .sms = 1};
    cache_open_at(c, string, &host);
}

/* In the only bank of an L2 that writes through, of 2 SMs with 4 warps each. */
static inline void cache_open_l2(scripted_cache *c, const char *string, uint32_t sets, uint32_t ways)
{
    const cache_host host = {
        .instance = {0, 1}, .shape = {sets, ways}, .level = 2, .sms = 2, .warps = 4, .writes_through = true};
    cache_open_at(c, string, &host);
}

static inline void cache_close(scripted_cache *c)
{
    c->policy->life.destroy(c->state);
    policy_choice_free(&c->choice);
}

static inline uint32_t cache_set(const scripted_cache *c, int64_t line)
{
    return (uint32_t)(line % c->host.shape.sets);
}

/* Ways of the set of `line` that hold `wanted`, a mask. */
static inline uint32_t cache_ways_with(const scripted_cache *c, int64_t line, int64_t wanted)
{
    const int64_t *set = &c->line[cache_set(c, line) * c->host.shape.ways];
    uint32_t ways = 0;
    for (uint32_t way = 0; way < c->host.shape.ways; way++)
        ways |= (uint32_t)(set[way] == wanted) << way;
    return ways;
}

static inline bool cache_has(const scripted_cache *c, int64_t line)
{
    return cache_ways_with(c, line, line) != 0;
}

/* The line of a request comes in. */
static inline void cache_bring(scripted_cache *c, const mem_request *request)
{
    int64_t line = (int64_t)mem_line(request);
    uint32_t set = cache_set(c, line), all = (uint32_t)((UINT64_C(1) << c->host.shape.ways) - 1);
    uint32_t empty = cache_ways_with(c, line, CACHE_EMPTY);
    uint32_t way = c->policy->victim(c->state, set, empty ? empty : all, request);
    int64_t *place = &c->line[set * c->host.shape.ways + way];
    assert_true((empty ? empty : all) >> way & 1);
    if (*place != CACHE_EMPTY && c->policy->evicted)
        c->policy->evicted(c->state, set, way, (uint64_t)*place, false);
    *place = line;
    c->policy->fill(c->state, set, way, request);
    c->fills++;
}

/* A request comes. Returns whether it hit. */
static inline bool cache_ask(scripted_cache *c, const mem_request *request)
{
    int64_t line = (int64_t)mem_line(request);
    uint32_t set = cache_set(c, line), hit = cache_ways_with(c, line, line);
    if (c->policy->route && request->kind != MEM_ATOMIC &&
        c->policy->route(c->state, request) == CACHE_BYPASS) {
        c->around++;
        return false;
    }
    c->look_ups++;
    if (hit)
        c->policy->access(c->state, set, (uint32_t)__builtin_ctz(hit), request);
    else if (request->kind != MEM_STORE &&
             (!c->policy->allocate || c->policy->allocate(c->state, set, request)))
        cache_bring(c, request);
    if (c->policy->result)
        c->policy->result(c->state, request, hit != 0);
    return hit != 0;
}

/* `warp` asks for a line by load `pc`. Returns whether it hit. */
static inline bool cache_load(scripted_cache *c, uint16_t warp, uint32_t pc, int64_t line)
{
    const mem_request request = {
        .address = line_address((uint64_t)line), .pc = pc, .warp = warp, .kind = MEM_LOAD};
    return cache_ask(c, &request);
}

static inline double cache_figure(const scripted_cache *c, const char *name)
{
    policy_statistic all[POLICY_STATISTICS];
    size_t n = c->policy->life.statistics(&c->state, 1, all, POLICY_STATISTICS);
    return figure_named(all, n, name);
}

#endif

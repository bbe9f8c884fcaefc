/* Policies that know warp types, in the bank of an L2 (scripted_cache.h). */
#ifndef POISE_TESTS_SIM_HOOKS_MEDIC_SCRIPT_H
#define POISE_TESTS_SIM_HOOKS_MEDIC_SCRIPT_H

#include "sim_hooks/cache/medic.h"
#include "tests/unit/sim_hooks/scripted_cache.h"

static scripted_cache c;
static int64_t fresh; /* a line that nobody has asked for */

static inline mem_request request_of(uint16_t warp, mem_kind kind, int64_t line)
{
    return (mem_request){
        .address = line_address((uint64_t)line), .pc = 1, .warp = warp, .kind = (uint8_t)kind};
}

static inline bool ask(uint16_t warp, mem_kind kind, int64_t line)
{
    const mem_request request = request_of(warp, kind, line);
    return cache_ask(&c, &request);
}

/* `hits` of `n` loads of a warp hit. */
static inline void profile(uint16_t warp, uint32_t n, uint32_t hits)
{
    for (uint32_t i = 0; i < n; i++) {
        const mem_request request = request_of(warp, MEM_LOAD, 0);
        c.policy->result(c.state, &request, i < hits);
    }
}

static inline const warp_types *types(void)
{
    return &((const medic_state *)c.state)->shared->types;
}

static inline uint64_t gather(uint64_t cycle)
{
    return c.policy->life.gather(&c.state, 1, cycle);
}

static inline void open_policy(const char *string, uint32_t sets, uint32_t ways)
{
    fresh = 1 << 20;
    cache_open_l2(&c, string, sets, ways);
    (void)gather(0);
}

#endif

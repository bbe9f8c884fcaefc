/* Cache replacement, admission and routing.
 *
 * Contract. One state per cache (an L1, or one L2 bank). The simulator owns tags and line states; the policy
 * owns whatever it needs to choose, recency included: where a line is inserted is decided by what fill()
 * writes there. A request is that of sim_hooks/mem_request.h; its line is mem_line(), in L1 and L2 alike, and
 * `line` of the functions below is the same number. A look-up that is refused for want of resources is
 * repeated and is not reported. In order:
 *
 *   route()     before the request waits for the cache at all: look up, or go around (MeDiC's bypass of the
 * L2 queue, MASK's bypass of translations); access()    on a hit; result() after every look-up, hit or not,
 * merges with a miss in flight included; allocate()  on a load that misses: false = fetch the line for the
 * request but reserve none (PCAL's tokens); victim()    on a miss that wants a line, with the ways that may
 * be taken: invalid ones are offered alone when there are any, ways reserved by misses in flight never are.
 * The answer must be one of them. It is asked again when the L2 then finds no MSHR or no room below;
 *   evicted()   a valid line leaves, by replacement or because a store writes it (EAF, shadow tags);
 *   fill()      a way has been taken for the request;
 *   mark()      a miss goes below: what DRAM schedulers may look at, such as MeDiC's warp type;
 *   peer(), probe()  cooperative caching: whether a miss asks the other L1s first, in ring order, and what an
 * L1 answers from its shadow tags.
 *
 * access, victim and fill are mandatory, all others optional (NULL). The simulator says which of them it
 * calls and refuses a policy that needs another. L1 states are called by the threads of their SMs, the states
 * of all L2 banks by one. */
#ifndef POISE_SIM_HOOKS_CACHE_H
#define POISE_SIM_HOOKS_CACHE_H

#include "sim_hooks/mem_request.h"
#include "sim_hooks/policy.h"

#include <stdbool.h>

typedef struct cache_geometry {
    uint32_t sets, ways;
} cache_geometry;

typedef enum cache_route { CACHE_LOOK_UP, CACHE_BYPASS } cache_route;

typedef struct cache_policy {
    policy_info info;
    int (*create)(const cache_geometry *geometry, const void *options, void **state, poise_error *err);
    void (*destroy)(void *state);
    uint64_t (*storage_bits)(const void *state);
    void (*access)(void *state, uint32_t set, uint32_t way, const mem_request *request); /* mandatory */
    uint32_t (*victim)(void *state, uint32_t set, uint32_t candidates,
                       const mem_request *request);                                    /* mandatory */
    void (*fill)(void *state, uint32_t set, uint32_t way, const mem_request *request); /* mandatory */

    cache_route (*route)(void *state, const mem_request *request);
    void (*result)(void *state, const mem_request *request, bool hit);
    bool (*allocate)(void *state, uint32_t set, const mem_request *request);
    void (*evicted)(void *state, uint32_t set, uint32_t way, uint64_t line, bool by_store);
    uint8_t (*mark)(void *state, const mem_request *request);
    bool (*peer)(void *state, const mem_request *request);
    bool (*probe)(void *state, uint64_t line);
    /* Called first in cycle 0 of a kernel, then after the returned number of cycles; 0 = no more. */
    uint64_t (*tick)(void *state, uint64_t cycle);
} cache_policy;

#endif

/* Cache replacement and routing.
 *
 * Contract. One state per cache (an L1, or one L2 bank). The simulator owns tags and line states; the policy
 * owns whatever it needs to choose a victim. access() is called on every hit, victim() on a miss that wants a
 * line, with the ways that may be taken (invalid ways are offered alone when there are any; ways reserved by
 * misses in flight never are); fill() when a way has been taken. The policy must return one of `candidates`.
 */
#ifndef POISE_SIM_HOOKS_CACHE_H
#define POISE_SIM_HOOKS_CACHE_H

#include "sim_hooks/policy.h"

typedef struct cache_geometry {
    uint32_t sets, ways;
} cache_geometry;

/* Who asks: tags every policy of the literature may look at. */
typedef struct cache_request {
    uint64_t line; /* byte address / 128 */
    uint32_t sm;
    uint32_t warp; /* hardware warp number in the SM */
    uint8_t is_write;
} cache_request;

typedef struct cache_policy {
    policy_info info;
    int (*create)(const cache_geometry *geometry, const void *options, void **state, poise_error *err);
    void (*destroy)(void *state);
    uint64_t (*storage_bits)(const void *state);
    void (*access)(void *state, uint32_t set, uint32_t way, const cache_request *request); /* mandatory */
    uint32_t (*victim)(void *state, uint32_t set, uint32_t candidates,
                       const cache_request *request);                                    /* mandatory */
    void (*fill)(void *state, uint32_t set, uint32_t way, const cache_request *request); /* mandatory */
} cache_policy;

#endif

/* Cache replacement, admission and routing.
 *
 * Contract. One state per cache (an L1, or one L2 bank). The simulator owns tags and line states; the policy
 * owns whatever it needs to choose, recency included: where a line is inserted is decided by what fill()
 * writes there. A request is that of sim_hooks/mem_request.h; its line is mem_line(), in L1 and L2 alike, and
 * `line` of the functions below is the same number. A look-up that is refused for want of resources is
 * repeated, and is reported once, when it is not refused any more. In order:
 *
 *   route()     of an L2, once for each request but an atomic, when it has arrived and before it waits for
 * the bank: look up, or go around (MeDiC's bypass of the L2 queue, MASK's bypass of translations). What goes
 * around needs room in the miss queue, is fetched from DRAM by itself and answered without a fill; a store
 * that does is written there. Lines of the bank stay as they are;
 *   access()    on a hit; result() after every look-up, hit or not, merges with a miss in flight included.
 * The L1 looks up loads, prefetches and stores, the L2 whatever does not go around it;
 *   allocate()  once for each request that misses and wants a line, before victim(): false = serve the
 * request but keep no line (PCAL's tokens). The L1 asks for loads, the L2 for all. A load that is not kept is
 * fetched and answered; what asks for the same line until then is answered with it, and is not asked about.
 * A store that is not kept goes through to DRAM, an atomic is fetched and goes through;
 *   victim()    on a miss that wants a line, with the ways that may be taken: invalid ones are offered alone
 * when there are any, ways reserved by misses in flight never are. The answer must be one of them. It is
 * asked again when the L2 then finds no MSHR or no room below;
 *   evicted()   a valid line leaves, by replacement or because a store writes it (EAF, shadow tags);
 *   fill()      a way has been taken for the request;
 *   mark()      the request goes below, a write-back too: what DRAM schedulers may look at, such as MeDiC's
 * warp type. It arrives as request->mark; that of the L2 replaces that of the L1;
 *   flush()     all lines have left at once: those of an L1, before each launch;
 *   tick()      when a launch begins and then after the number of core cycles that it returns, as long as
 * there are thread blocks, for an L1 on its SM; 0 = no more until the next launch.
 *
 * All but route() and mark() are told alike whatever the machine option `memory` says; with memory = infinite
 * nothing waits and nothing is below the L2. A launch that is cut short takes lines on their way with it,
 * untold.
 *
 * access, victim and fill are mandatory, all others optional (NULL). An L1 policy with route() is refused. L1
 * states are called by the threads of their SMs, the states of all L2 banks by one. */
#ifndef POISE_SIM_HOOKS_CACHE_H
#define POISE_SIM_HOOKS_CACHE_H

#include "sim_hooks/mem_request.h"
#include "sim_hooks/policy.h"

#include <stdbool.h>

typedef struct cache_shape {
    uint32_t sets, ways;
} cache_shape;

/* What the simulator offers to the policy of one cache. */
typedef struct cache_host {
    policy_instance instance; /* of the L1s: the SM; of the banks of the L2 */
    cache_shape shape;
    uint32_t level;                  /* 1 or 2 */
    uint32_t sms;                    /* of the GPU */
    uint32_t warps;                  /* hardware warps of an SM */
    bool writes_through;             /* no line is ever dirty: what is below is always current */
    void *opaque;                    /* the simulator's own */
    uint64_t (*cycle)(void *opaque); /* core cycle of the access or call that is served */
} cache_host;

typedef enum cache_route { CACHE_LOOK_UP, CACHE_BYPASS } cache_route;

typedef struct cache_policy {
    policy_info info;
    policy_life life; /* destroy and storage_bits are mandatory */
    int (*create)(const cache_host *host, const void *options, void **state,
                  poise_error *err); /* mandatory; *host lives as long as the state */
    void (*access)(void *state, uint32_t set, uint32_t way, const mem_request *request); /* mandatory */
    uint32_t (*victim)(void *state, uint32_t set, uint32_t candidates,
                       const mem_request *request);                                    /* mandatory */
    void (*fill)(void *state, uint32_t set, uint32_t way, const mem_request *request); /* mandatory */

    cache_route (*route)(void *state, const mem_request *request);
    void (*result)(void *state, const mem_request *request, bool hit);
    bool (*allocate)(void *state, uint32_t set, const mem_request *request);
    void (*evicted)(void *state, uint32_t set, uint32_t way, uint64_t line, bool by_store);
    uint8_t (*mark)(void *state, const mem_request *request);
    void (*flush)(void *state);
    uint64_t (*tick)(void *state, uint64_t cycle);
} cache_policy;

#endif

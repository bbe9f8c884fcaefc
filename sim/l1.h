/* The L1 data cache of one SM: tags, miss status holding registers (MSHRs), no-allocate misses.
 * Lines are the trace's line numbers; the cache is emptied between launches. Source: bandwidth_ccn.md
 * section 1.4 (4, 5). */
#ifndef POISE_SIM_L1_H
#define POISE_SIM_L1_H

#include "sim/address.h"
#include "sim/bottleneck.h"
#include "sim/number_pool.h"
#include "sim_hooks/cache/cache.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum l1_outcome {
    L1_HIT,
    L1_MERGED,      /* hit on a line or request in flight: joined its MSHR */
    L1_MISS,        /* new MSHR; a request must be sent */
    L1_STALL_LINE,  /* refused: every way of the set is reserved */
    L1_STALL_MSHR,  /* refused: no MSHR free */
    L1_STALL_MERGE, /* refused: the MSHR of the line has its merge list full */
    L1_STALL_QUEUE, /* refused: no room in the miss queue */
} l1_outcome;

enum { L1_NO_WAY = 0xffff, L1_NOBODY = 0xffff };

typedef struct l1_mshr {
    uint32_t set, way; /* of the reserved line; way = L1_NO_WAY for a no-allocate miss */
    uint32_t n_merged; /* loads waiting, in merged[] of the cache */
    uint64_t started;  /* cycle in which the load reached the head of the queue */
    bool is_prefetch;
} l1_mshr;

/* Ways of a set, as masks; the others are invalid. */
typedef struct l1_set {
    uint32_t valid, reserved;
} l1_set;

/* The hardware warp whose miss has reserved a line, with L1_PREFETCHED set while a prefetch has brought it
 * and nobody has used it. */
typedef uint16_t l1_owner;
enum { L1_PREFETCHED = 0x8000 };
static inline uint16_t l1_owner_warp(l1_owner owner)
{
    return owner & (uint16_t)~L1_PREFETCHED;
}
static inline bool l1_owner_is_prefetch(l1_owner owner)
{
    return (owner & L1_PREFETCHED) != 0;
}

/* The valid line that the last l1_load, l1_prefetch or l1_store has removed. */
typedef struct l1_evicted {
    uint32_t line; /* L1_NO_LINE = none */
    l1_owner owner;
} l1_evicted;

typedef struct l1_cache {
    const cache_policy *policy;
    void *policy_state;
    const address_map *map;
    uint32_t sets, ways;
    l1_set *set;
    uint32_t *line;      /* [set * ways + way]; L1_NO_LINE when invalid */
    uint16_t *line_mshr; /* of a reserved line */
    uint32_t *last_warp; /* launch-wide number of the warp that touched the line last */
    l1_owner *owner;
    uint32_t merge_limit;
    number_pool mshrs; /* numbers of mshr[] */
    uint32_t no_allocate_used;
    l1_mshr *mshr;
    uint32_t *no_allocate_line; /* per MSHR: line of a no-allocate miss in flight, otherwise L1_NO_LINE */
    uint16_t *merged;           /* [mshr * merge_limit + i] loads */
    uint64_t evictions;
    l1_owner found; /* of the line that the last l1_load found present or in flight, before this use */
    l1_evicted evicted;
    bool policy_failed; /* the policy chose a way that it may not take */
} l1_cache;

#define L1_NO_LINE UINT32_MAX

typedef struct l1_load_access {
    uint32_t line;
    uint32_t warp; /* launch-wide warp number: who touched last */
    cache_request request;
    uint16_t load;   /* to be woken by the fill; L1_NOBODY: a prefetch */
    bool pollute;    /* may reserve a line */
    bool queue_room; /* the miss queue has room for a request */
    uint64_t started;
} l1_load_access;

bool l1_init(l1_cache *l1, const sim_config *config, const address_map *map, const cache_policy *policy,
             const void *policy_options, poise_error *err);
void l1_free(l1_cache *l1);
/* Invalidates every line and forgets what is in flight (a launch that was cut short). */
void l1_flush(l1_cache *l1);

/* One load access. For L1_HIT *intra tells whether the line was last touched by the same warp; for L1_MISS
 * *mshr is the number that the request must carry. A refusal changes nothing. */
l1_outcome l1_load(l1_cache *l1, const l1_load_access *access, bool *intra, uint16_t *mshr);

/* As l1_load, for nobody: brings a line in that is neither present (L1_HIT) nor on its way (L1_MERGED). */
l1_outcome l1_prefetch(l1_cache *l1, const l1_load_access *access, uint16_t *mshr);

/* What refuses a load of `line` that l1_load has just refused: a set of l1_cause bits. */
uint32_t l1_obstacles(const l1_cache *l1, uint32_t line, bool pollute, bool queue_room);

/* A store: a hit invalidates the line (write-evict), a miss does nothing. [T3.1] */
void l1_store(l1_cache *l1, uint32_t line);

/* The reply for MSHR `mshr`: the line becomes valid. Returns the MSHR, whose loads stand in l1_merged(); call
 * l1_release afterwards. */
const l1_mshr *l1_fill(l1_cache *l1, uint16_t mshr);
static inline const uint16_t *l1_merged(const l1_cache *l1, uint16_t mshr)
{
    return l1->merged + (size_t)mshr * l1->merge_limit;
}
void l1_release(l1_cache *l1, uint16_t mshr);

#endif

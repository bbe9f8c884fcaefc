/* The L1 data cache of one SM: tags, miss status holding registers (MSHRs), no-allocate misses.
 * Lines are the trace's line numbers; the cache is emptied between launches. Source: [S3.4.1],
 * [GS].
 *
 * What a miss asks for. A load that reserves a line asks for the whole line, or, with l1_sector_bytes = 32,
 * for the sectors that it touches [GS sector_cache_block]. A load that may not reserve one (no pollute bit, a
 * policy's allocate() that says no) asks for what l1_no_allocate_fetch says: it will keep nothing, so
 * GPGPU-Sim leaves such a request as small as the coalescer made it and widens only allocating ones [GS
 * baseline_cache::send_read_request]. Requests of one line share an MSHR: a load that needs sectors which are
 * not on their way adds a further request for them, and waits for its own sectors only (our choice). An
 * allocating load that meets a no-allocate miss in flight reserves a line for it and asks for the rest, so
 * that the line is not lost; with l1_no_allocate_fetch = line it joins without one, as in the recorded runs
 * of Accel-Sim (docs/FIDELITY.md).
 *
 * With coalesce_bytes = 32 a request is for one sector, and an MSHR of the machine is of one sector as well
 * [GS cache_config::mshr_addr()]: those of a line still share an l1_mshr, but each sector on its way counts
 * as one of l1_mshrs, and l1_merge loads may wait for each.
 *
 * With l1_allocate = fill no line is reserved: a miss only holds its MSHR, which others on the line join, and
 * each reply puts its sectors where the line is by then, or in the place of another [GS tag_array::fill()].
 *
 * Sets of more than 32 ways, which the contract of cache policies has no masks for, are LRU.
 *
 * Stores. With l1_write = evict what they hit becomes invalid [T3.1]. With l1_write = through they go to the
 * L2 all the same, and take a line: sectors that they write as a whole can be read, of others a load fetches
 * what it needs; lines with written sectors are replaced only when l1_written_percent of all lines are such.
 * [GS data_cache::wr_miss_wa_lazy_fetch_on_read(), tag_array::probe(); unlike there they are replaced too
 * when a set has no others (our choice), and what several stores write of a sector is not put together.] */
#ifndef POISE_SIM_SM_L1_H
#define POISE_SIM_SM_L1_H

#include "sim/base/base.h"
#include "sim/base/number_pool.h"
#include "sim/base/question.h"
#include "sim/measure/bottleneck.h"
#include "sim_hooks/cache.h"
#include "sim_hooks/registry.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum l1_outcome {
    L1_HIT,
    L1_MERGED,      /* hit on a line or request in flight: joined its MSHR */
    L1_MISS,        /* a request must be sent */
    L1_STALL_LINE,  /* refused: every way of the set is reserved */
    L1_STALL_MSHR,  /* refused: no MSHR free */
    L1_STALL_MERGE, /* refused: the MSHR of the line has its merge list full */
    L1_STALL_QUEUE, /* refused: no room in the miss queue */
} l1_outcome;

enum {
    L1_NO_WAY = 0xffff,
    L1_NOBODY = 0xffff,
    L1_MOST_MERGED = 255,                          /* of l1_merge */
    L1_MOST_WOKEN = L1_MOST_MERGED * LINE_SECTORS, /* by one fill */
};

/* MSHRs that are expected to be in use (our choice). */
enum { L1_FIRST_MSHRS = 64 };

/* The choices of l1_no_allocate_fetch. */
enum { L1_FETCH_LINE, L1_FETCH_SEGMENT, L1_FETCH_SECTORS };

typedef struct l1_mshr {
    uint32_t set, way; /* of the reserved line; way = L1_NO_WAY for a no-allocate miss */
    uint16_t n_merged; /* loads waiting, in merged[] of the cache */
    uint8_t pending;   /* sectors on their way, a mask */
    bool is_prefetch;
    bool takes_line; /* at the fill; way = L1_NO_WAY */
} l1_mshr;

typedef struct l1_waiter {
    uint16_t load;
    uint8_t sectors; /* of those on their way, the ones that it waits for */
} l1_waiter;

/* A reserved line waits for sectors, and cannot be replaced. */
typedef enum l1_state { L1_INVALID, L1_VALID, L1_RESERVED } l1_state;

/* Ways of a set, as masks, where a mask has room for them; the others are invalid. */
enum { L1_MOST_MASKED = 32 };
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

/* What a way holds besides its tag: a line that is valid or waits for sectors. */
typedef struct l1_held {
    uint64_t address;   /* of the line in memory */
    uint32_t last_warp; /* launch-wide number of the warp that touched it last */
    uint16_t mshr;      /* of a reserved line */
    l1_owner owner;
    uint8_t sectors; /* those that can be read, a mask */
    uint8_t written; /* those that a store has left here, a mask; readable or not */
    uint8_t state;   /* l1_state */
} l1_held;

/* The valid line that the last l1_load, l1_prefetch, l1_store or l1_fill has removed. */
typedef struct l1_evicted {
    uint32_t line; /* L1_NO_LINE = none */
    l1_owner owner;
} l1_evicted;

typedef struct l1_cache {
    uint32_t *line; /* [set * ways + way]; L1_NO_LINE when invalid */
    l1_held *held;  /* the same */
    l1_set *set;
    const cache_policy *policy;
    void *policy_state;
    const address_map *map;
    uint32_t sets, ways;
    uint32_t all_ways; /* a mask; 0: the sets are too wide for one */
    uint32_t *used;    /* of too wide sets, like `line`: when it was used last; otherwise NULL */
    uint32_t uses;
    uint32_t written_lines; /* lines with written sectors */
    uint32_t most_written;  /* from so many on they can be replaced: `written_percent` of all */
    uint32_t written_percent;
    bool writes_through; /* l1_write: stores take lines */
    uint8_t widening;    /* sectors that every allocating miss asks for, a mask: all, or none with sectors */
    bool has_sectors;    /* l1_sector_bytes = 32 */
    bool at_fill;        /* l1_allocate: a miss takes its line then */
    bool no_allocate_mshr; /* a no-allocate miss holds an MSHR */
    uint8_t fetch;         /* l1_no_allocate_fetch */
    number_pool mshrs;     /* numbers of mshr[] */
    l1_mshr *mshr;
    /* [mshr * merge_room + i]: few MSHRs are mostly in use, whose numbers are small; the others are in the
     * second, which is seldom touched. */
    l1_waiter *merged, *merged_more;
    uint32_t merge_limit;
    bool is_per_sector; /* MSHRs are of sectors: of these `sector_limit`, in use `sectors_pending` */
    uint32_t sector_limit, sectors_pending, merge_room; /* of merged[], for each l1_mshr */
    uint32_t no_allocate_used;
    uint32_t *no_allocate_line; /* per MSHR: line of a miss in flight that has reserved none, otherwise
                                   L1_NO_LINE */
    uint64_t evictions;
    l1_evicted evicted;
    l1_owner found; /* of the line that the last l1_load found present or in flight, before this use */
    cache_question may_allocate; /* of the look-up that is being refused */
    bool policy_failed;          /* the policy chose a way that it may not take */
    cache_host host;
} l1_cache;

#define L1_NO_LINE UINT32_MAX

typedef struct l1_load_access {
    const mem_request *request;
    uint32_t line;   /* number in the trace of the line at request->address */
    uint32_t warp;   /* launch-wide warp number: who touched last */
    uint16_t load;   /* to be woken by the fill; L1_NOBODY: a prefetch */
    bool pollute;    /* may reserve a line */
    bool queue_room; /* the miss queue has room for a request */
    bool other_room; /* a miss that reserves a line needs none: the request goes another way */
} l1_load_access;

/* What an access that is not refused leads to. */
typedef struct l1_answer {
    bool intra;          /* L1_HIT: the line was last touched by the same warp */
    bool reserves;       /* L1_MISS, L1_MERGED: a line has been reserved, or will be taken at the fill */
    bool is_around;      /* L1_MISS: the request goes around the MSHRs; its reply ends the access */
    bool is_no_allocate; /* L1_MISS: no line is reserved */
    bool is_sector_miss; /* L1_MISS: the line or an MSHR of it was there, without the sectors */
    uint16_t mshr;       /* L1_MISS: that the request must carry */
    uint8_t sectors;     /* L1_MISS: to be asked for */
} l1_answer;

/* `host` without shape and level; `choice` names a cache_policy. */
bool l1_init(l1_cache *l1, sim_base *base, const cache_host *host, const policy_choice *choice,
             poise_error *err);
void l1_free(l1_cache *l1);
/* Before l1_flush: how many of the ways that it was made with it has. */
void l1_resize(l1_cache *l1, uint32_t ways);
/* Before a launch: invalidates every line and forgets what is in flight (a launch that was cut short). */
void l1_flush(l1_cache *l1);
/* The lines of the base page at physical `address` are no longer valid, but for those on their way: its data
 * are written through. */
void l1_lose_page(l1_cache *l1, uint64_t address);

/* One load access. *answer is zero before. A refusal changes nothing. */
l1_outcome l1_load(l1_cache *l1, const l1_load_access *access, l1_answer *answer);

/* As l1_load, for nobody: brings a whole line in that is neither present (L1_HIT) nor on its way (L1_MERGED).
 * Whether it may allocate is not asked. */
l1_outcome l1_prefetch(l1_cache *l1, const l1_load_access *access, l1_answer *answer);

/* What refuses a load that l1_load has just refused: a set of l1_cause bits. */
uint32_t l1_stall_causes(const l1_cache *l1, const l1_load_access *access);

/* A store to sectors of a line. False: refused, no line is free. */
bool l1_store(l1_cache *l1, uint32_t line, const mem_request *request);

/* The reply to `request`, which MSHR `mshr` has sent for a load of launch-wide warp `warp`: its sectors. Puts
 * the loads that have now got all of theirs into woken[], room for L1_MOST_WOKEN, in the order in which they
 * came; returns how many. *is_done: nothing of the MSHR is on its way any more, call l1_release when its last
 * load has left. */
uint32_t l1_fill(l1_cache *l1, uint16_t mshr, const mem_request *request, uint32_t warp, uint16_t *woken,
                 bool *is_done);
void l1_release(l1_cache *l1, uint16_t mshr);
/* Whether a miss would find no MSHR. */
static inline bool l1_mshrs_full(const l1_cache *l1)
{
    return pool_full(&l1->mshrs) || (l1->is_per_sector && l1->sectors_pending >= l1->sector_limit);
}

#endif

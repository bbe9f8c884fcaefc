/* The instruction cache of one SM: read-only, LRU, lines allocated when they arrive. Addresses are those of
 * sim_program.code_address, so contents survive a launch. Source: GPGPU-Sim -gpgpu_cache:il1 [GS]. */
#ifndef POISE_SIM_SM_ICACHE_H
#define POISE_SIM_SM_ICACHE_H

#include "sim/base/address.h"
#include "sim/base/storage.h"

#include <stdbool.h>
#include <stdint.h>

enum { ICACHE_MAX_MSHRS = 64, ICACHE_MAX_WARPS = 64, ICACHE_NOBODY = 0xff };

typedef enum icache_outcome { ICACHE_HIT, ICACHE_MISS, ICACHE_MERGED, ICACHE_REFUSED } icache_outcome;

typedef struct icache {
    divider sets; /* 0: it never misses */
    uint32_t ways, mshrs, merge;
    uint64_t *line; /* [set * ways + way], ICACHE_NOTHING = none */
    uint64_t *used; /* when it was used last, in accesses */
    uint64_t accesses;
    uint64_t missing[ICACHE_MAX_MSHRS]; /* lines under way */
    /* Lists of hardware warps, ICACHE_NOBODY at the end: that wait for each, and whose line has arrived. */
    uint8_t waiting[ICACHE_MAX_MSHRS], filled;
    uint8_t n_waiting[ICACHE_MAX_MSHRS]; /* how many */
    uint8_t behind[ICACHE_MAX_WARPS];    /* each is in one list at most */
    bool by_number;                      /* the lowest warp whose line has arrived goes on first */
} icache;
#define ICACHE_NOTHING UINT64_MAX

bool icache_init(icache *cache, storage *from, const sim_config *config);
/* Forgets what is under way. */
void icache_reset(icache *cache);

/* Asks for line number `line` (address / 128) on behalf of hardware warp `warp`. ICACHE_MISS: a request with
 * tag *mshr must be sent. */
icache_outcome icache_access(icache *cache, uint64_t line, uint32_t warp, uint16_t *mshr);
/* The line of `mshr` has arrived: returns how many warps have waited for it. */
uint32_t icache_fill(icache *cache, uint16_t mshr);
/* Which of the warps whose line has arrived goes on, by fetch_order; there must be one. */
uint32_t icache_take_filled(icache *cache);
/* Whether a line is under way. */
bool icache_waits(const icache *cache);

#endif

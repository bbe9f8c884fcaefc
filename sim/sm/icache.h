/* The instruction cache of one SM: read-only, LRU, lines allocated when they arrive. Addresses are those of
 * sim_program.code_address, so contents survive a launch. Source: GPGPU-Sim -gpgpu_cache:il1 [GS]. */
#ifndef POISE_SIM_SM_ICACHE_H
#define POISE_SIM_SM_ICACHE_H

#include "sim/base/address.h"
#include "sim/base/storage.h"

#include <stdbool.h>
#include <stdint.h>

enum { ICACHE_MAX_MSHRS = 64 };

typedef enum icache_outcome { ICACHE_HIT, ICACHE_MISS, ICACHE_MERGED, ICACHE_REFUSED } icache_outcome;

typedef struct icache {
    divider sets; /* 0: it never misses */
    uint32_t ways, mshrs;
    uint64_t *line; /* [set * ways + way], ICACHE_NOTHING = none */
    uint64_t *used; /* when it was used last, in accesses */
    uint64_t accesses;
    uint64_t missing[ICACHE_MAX_MSHRS]; /* lines under way */
    uint64_t waiting[ICACHE_MAX_MSHRS]; /* hardware warps that wait for them, a mask */
} icache;
#define ICACHE_NOTHING UINT64_MAX

bool icache_init(icache *cache, storage *from, const sim_config *config);
/* Forgets what is under way. */
void icache_reset(icache *cache);

/* Asks for line number `line` (address / 128) on behalf of hardware warp `warp`. ICACHE_MISS: a request with
 * tag *mshr must be sent. */
icache_outcome icache_access(icache *cache, uint64_t line, uint32_t warp, uint16_t *mshr);
/* The line of `mshr` has arrived: returns the warps that waited for it. */
uint64_t icache_fill(icache *cache, uint16_t mshr);
/* Whether a line is under way. */
bool icache_waits(const icache *cache);

#endif

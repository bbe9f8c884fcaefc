/* How loads use their lines, as small tables in an SM could see it: reuse distances in a few sets of the L1,
 * and strides of first lines. For every load of a kernel, on every SM (docs/BEYOND.md). */
#ifndef POISE_PROFILE_SWEEP_LOAD_PATTERNS_H
#define POISE_PROFILE_SWEEP_LOAD_PATTERNS_H

#include "profile/profile.h"
#include "sim/config/config.h"

/* Sets of an L1 that are looked at, in equal distances; all where it has fewer. Our choice. */
enum { LOAD_PATTERNS_SETS = 4 };

typedef struct load_patterns load_patterns;

/* For `sms` SMs with `warps` hardware warps each; NULL without memory. */
load_patterns *load_patterns_create(const sim_config *config, uint32_t sms, uint32_t warps);
void load_patterns_free(load_patterns *patterns);

/* An SM looks a line up for the load of that number; PROFILE_MOST_LOADS = for one that is not counted. Adds
 * to counts[] of the load that touched the line before how far away that was, in distinct lines of the set,
 * as multiples of the ways; lines are remembered up to 8 times the ways. */
void load_patterns_touch(load_patterns *patterns, uint32_t sm, uint64_t address, uint32_t load,
                         profile_load_counts *counts);

/* A warp executes the load; `address` is its first line. Adds to the load's counts whether that is where the
 * warp's own last two executions lead to, and whether it is where those of the last two warps do: the latter
 * is the prefetch table of APRES (sim_hooks/sched/sap.h), which knows one warp, address and stride a load. */
void load_patterns_execute(load_patterns *patterns, uint32_t sm, uint32_t warp, uint64_t address,
                           uint32_t load, profile_load_counts *counts);

#endif

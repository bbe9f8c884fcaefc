#include "profile/sweep/load_patterns.h"

#include "sim/base/address.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 8 }; /* lines that a set remembers, in ways */

typedef struct touched_line {
    uint64_t line;
    uint32_t load; /* that touched it last */
} touched_line;

/* A first line, and its distance from the one before. */
typedef struct trail {
    uint64_t address;
    int64_t stride;
    uint32_t warp;
    bool has_address, has_stride;
} trail;

struct load_patterns {
    address_map map;
    uint32_t ways, warps;
    uint32_t set_distance; /* every such set is looked at */
    uint32_t *used;        /* of each SM, of each of its sets that are looked at: lines that are remembered */
    touched_line *line;    /* likewise: DEEPEST * ways, the last touched first */
    trail *last;           /* of each SM: of each load */
    trail *of_warp;        /* of each SM: of each load, of each warp */
};

load_patterns *load_patterns_create(const sim_config *config, uint32_t sms, uint32_t warps)
{
    load_patterns *p = calloc(1, sizeof *p);
    if (p == NULL)
        return NULL;
    address_map_init(&p->map, config, 0);
    p->ways = (uint32_t)config->l1_ways;
    p->warps = warps;
    p->set_distance = (p->map.l1_sets + LOAD_PATTERNS_SETS - 1) / LOAD_PATTERNS_SETS;
    const size_t sets = (size_t)sms * LOAD_PATTERNS_SETS, loads = (size_t)sms * PROFILE_MOST_LOADS;
    p->used = calloc(sets, sizeof *p->used);
    p->line = calloc(sets * DEEPEST * p->ways, sizeof *p->line);
    p->last = calloc(loads, sizeof *p->last);
    p->of_warp = calloc(loads * warps, sizeof *p->of_warp);
    if (p->used != NULL && p->line != NULL && p->last != NULL && p->of_warp != NULL)
        return p;
    load_patterns_free(p);
    return NULL;
}

void load_patterns_free(load_patterns *p)
{
    if (p == NULL)
        return;
    free(p->used);
    free(p->line);
    free(p->last);
    free(p->of_warp);
    free(p);
}

/* ---- reuse ---- */

/* The line comes again after `distance` other lines of its set. */
static void count_reuse(profile_load_counts *counts, uint32_t distance, uint32_t ways)
{
    counts->reuses_1 += distance < ways;
    counts->reuses_2 += distance >= ways && distance < 2 * ways;
    counts->reuses_4 += distance >= 2 * ways && distance < 4 * ways;
    counts->reuses_8 += distance >= 4 * ways;
}

void load_patterns_touch(load_patterns *p, uint32_t sm, uint64_t address, uint32_t load,
                         profile_load_counts *counts)
{
    const uint64_t line = address >> LINE_SHIFT;
    const uint32_t set = address_l1_set(&p->map, (uint32_t)line);
    if (set % p->set_distance != 0)
        return;
    const size_t place = (size_t)sm * LOAD_PATTERNS_SETS + set / p->set_distance;
    const uint32_t most = DEEPEST * p->ways;
    touched_line *first = p->line + place * most;
    uint32_t *used = &p->used[place], distance = 0;
    while (distance < *used && first[distance].line != line)
        distance++;
    if (distance < *used && first[distance].load < PROFILE_MOST_LOADS)
        count_reuse(&counts[first[distance].load], distance, p->ways);
    if (distance == *used)
        *used += *used < most;
    memmove(first + 1, first, (distance < most ? distance : most - 1) * sizeof *first);
    *first = (touched_line){line, load};
    if (load < PROFILE_MOST_LOADS)
        counts[load].touches++;
}

/* ---- strides ---- */

static void follow_warp(trail *t, uint64_t address, profile_load_counts *counts)
{
    const int64_t stride = (int64_t)(address - t->address);
    if (t->has_address) {
        counts->warp_repeats += stride == 0;
        counts->warp_strides += stride != 0 && t->has_stride && stride == t->stride;
        t->stride = stride;
        t->has_stride = true;
    }
    t->address = address;
    t->has_address = true;
}

/* Strides are per warp number, and whole. */
static void follow_load(trail *t, uint32_t warp, uint64_t address, profile_load_counts *counts)
{
    const int64_t step = (int64_t)(address - t->address), warps = (int64_t)warp - t->warp;
    if (t->has_address && warps != 0) {
        const bool is_whole = step % warps == 0;
        counts->next_repeats += step == 0;
        counts->next_strides += step != 0 && t->has_stride && is_whole && step / warps == t->stride;
        t->stride = step / warps;
        t->has_stride = is_whole;
    }
    t->warp = warp;
    t->address = address;
    t->has_address = true;
}

void load_patterns_execute(load_patterns *p, uint32_t sm, uint32_t warp, uint64_t address, uint32_t load,
                           profile_load_counts *counts)
{
    const size_t place = (size_t)sm * PROFILE_MOST_LOADS + load;
    follow_warp(&p->of_warp[place * p->warps + warp], address, counts);
    follow_load(&p->last[place], warp, address, counts);
}

#include "sim_hooks/sched/victim_tags.h"

#include "common/line.h"
#include "sim_hooks/sched/order.h"

#include <stdlib.h>
#include <string.h>

int victim_tags_init(victim_tags *tags, uint32_t warps, int64_t entries, int64_t ways, const char *policy,
                     poise_error *err)
{
    *tags = (victim_tags){.warps = warps};
    if (entries % ways)
        return poise_fail(err, POISE_USAGE,
                          "policy %s: vta_entries (%lld) must be a multiple of vta_ways (%lld)", policy,
                          (long long)entries, (long long)ways);
    tags->sets = (uint32_t)(entries / ways);
    tags->ways = (uint32_t)ways;
    tags->line = calloc((size_t)warps * (size_t)entries, sizeof *tags->line);
    tags->next = calloc((size_t)warps * tags->sets, sizeof *tags->next);
    return tags->line && tags->next
               ? POISE_OK
               : poise_fail(err, POISE_FAILED, "no memory for victim tags of %s", policy);
}

void victim_tags_free(victim_tags *tags)
{
    free(tags->line);
    free(tags->next);
}

void victim_tags_clear(victim_tags *tags, uint32_t warp)
{
    for (size_t set = warp; set < (size_t)tags->sets * tags->warps; set += tags->warps) {
        memset(tags->line + set * tags->ways, 0, tags->ways * sizeof *tags->line);
        tags->next[set] = 0;
    }
}

static size_t set_of(const victim_tags *tags, uint32_t warp, uint64_t address)
{
    return (size_t)(line_of(address) % tags->sets) * tags->warps + warp;
}

/* The entry with the line, NULL = none. */
static uint64_t *find(const victim_tags *tags, uint32_t warp, uint64_t address)
{
    uint64_t *way = tags->line + set_of(tags, warp, address) * tags->ways;
    for (uint32_t i = 0; i < tags->ways; i++)
        if (way[i] == line_of(address) + 1)
            return &way[i];
    return NULL;
}

void victim_tags_insert(victim_tags *tags, uint32_t warp, uint64_t address)
{
    if (find(tags, warp, address))
        return;
    const size_t set = set_of(tags, warp, address);
    tags->line[set * tags->ways + tags->next[set]] = line_of(address) + 1;
    tags->next[set] = (uint8_t)((tags->next[set] + 1) % tags->ways);
}

bool victim_tags_find(const victim_tags *tags, uint32_t warp, uint64_t address)
{
    return find(tags, warp, address) != NULL;
}

void victim_tags_written(victim_tags *tags, uint64_t address)
{
    uint64_t *way = tags->line + set_of(tags, 0, address) * tags->ways;
    for (size_t i = 0; i < (size_t)tags->warps * tags->ways; i++)
        way[i] = way[i] == line_of(address) + 1 ? 0 : way[i];
}

uint64_t victim_tags_bits(const victim_tags *tags)
{
    const uint64_t set = (uint64_t)tags->ways * VICTIM_TAG_BITS + policy_bits_for(tags->ways);
    return (uint64_t)tags->warps * tags->sets * set;
}

/* A victim tag array: per warp the tags of the last lines that it had brought into the L1 and lost. A warp
 * that misses a line whose tag it finds here has lost locality of its own. Part of CCWS and DAWS. Source:
 * Rogers et al., MICRO 2012 [C], section 3.3.1; first-in-first-out replacement, and that a tag that was found
 * stays, as in the authors' simulator [C-src]. */
#ifndef POISE_SIM_HOOKS_VICTIM_TAGS_H
#define POISE_SIM_HOOKS_VICTIM_TAGS_H

#include "common/error.h"

#include <stdbool.h>
#include <stdint.h>

enum { VICTIM_TAG_BITS = 40 }; /* of a tag in hardware [C 5.7] */

typedef struct victim_tags {
    uint32_t warps, sets, ways;
    uint64_t *line; /* [(set * warps + warp) * ways + way]: line number + 1, 0 = empty */
    uint8_t *next;  /* [set * warps + warp]: way to be taken next */
} victim_tags;

/* `entries` tags for each of `warps` warps, in sets of `ways`. POISE_USAGE when sets would not be whole,
 * POISE_FAILED without memory; the sentence names `policy`. Free with victim_tags_free in any case. */
int victim_tags_init(victim_tags *tags, uint32_t warps, int64_t entries, int64_t ways, const char *policy,
                     poise_error *err);
void victim_tags_free(victim_tags *tags);

/* Forgets the tags of a warp. */
void victim_tags_clear(victim_tags *tags, uint32_t warp);
/* The L1 line of byte `address`, brought in by `warp`, has been replaced. */
void victim_tags_insert(victim_tags *tags, uint32_t warp, uint64_t address);
bool victim_tags_find(const victim_tags *tags, uint32_t warp, uint64_t address);
/* The line has been written: nobody can expect to find its old contents. [C-src] */
void victim_tags_written(victim_tags *tags, uint64_t address);

/* Bits in hardware: tags, and an order of replacement for each set. */
uint64_t victim_tags_bits(const victim_tags *tags);

#endif

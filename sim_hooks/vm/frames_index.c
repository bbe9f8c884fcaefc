/* Hash tables of frames.h: linear probing, half full at most; what is removed leaves no mark (Knuth, The Art
 * of Computer Programming, volume 3, 6.4, algorithm R). */
#include "common/mix.h"
#include "sim_hooks/tlb/page_table.h"
#include "sim_hooks/vm/frames_state.h"

#include <stdlib.h>

int frames_index_init(frames_index *index, const uint64_t *key, uint64_t n, poise_error *err)
{
    uint64_t slots = 2;
    while (slots < 2 * n)
        slots *= 2;
    *index = (frames_index){.slot = calloc(slots, sizeof *index->slot), .mask = slots - 1, .key = key};
    return index->slot ? POISE_OK : poise_fail(err, POISE_FAILED, "no memory for a table of pages");
}

/* Where the key is, or the empty slot behind where it would be. */
static uint64_t slot_of(const frames_index *index, uint64_t key)
{
    uint64_t at = poise_mix(key) & index->mask;
    while (index->slot[at] && index->key[index->slot[at] - 1] != key)
        at = (at + 1) & index->mask;
    return at;
}

uint32_t frames_index_find(const frames_index *index, uint64_t key)
{
    const uint32_t found = index->slot[slot_of(index, key)];
    return found ? found - 1 : FRAMES_NIL;
}

void frames_index_insert(frames_index *index, uint32_t i)
{
    index->slot[slot_of(index, index->key[i])] = i + 1;
}

/* Those behind it, up to the next empty slot, come forward unless that puts them before where they begin. */
void frames_index_remove(frames_index *index, uint64_t key)
{
    uint64_t hole = slot_of(index, key);
    if (!index->slot[hole])
        return;
    for (uint64_t at = (hole + 1) & index->mask; index->slot[at]; at = (at + 1) & index->mask) {
        const uint64_t begin = poise_mix(index->key[index->slot[at] - 1]) & index->mask;
        if (((at - begin) & index->mask) >= ((at - hole) & index->mask)) {
            index->slot[hole] = index->slot[at];
            hole = at;
        }
    }
    index->slot[hole] = 0;
}

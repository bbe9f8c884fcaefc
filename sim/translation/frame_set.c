#include "sim/translation/frame_set.h"

#include <stdlib.h>
#include <string.h>

static uint64_t place_of(const frame_set *set, uint64_t key)
{
    uint64_t i = frame_set_hash(key) & (set->slots - 1);
    while (set->slot[i] && set->slot[i] != key)
        i = (i + 1) & (set->slots - 1);
    return i;
}

bool frame_set_grow(frame_set *set, uint64_t slots)
{
    frame_set grown = {.slot = calloc(slots, sizeof *grown.slot), .slots = slots};
    if (!grown.slot)
        return false;
    for (uint64_t i = 0; i < set->slots; i++)
        if (set->slot[i])
            grown.slot[place_of(&grown, set->slot[i])] = set->slot[i];
    free(set->slot);
    *set = grown;
    return true;
}

void frame_set_clear(frame_set *set)
{
    memset(set->slot, 0, set->slots * sizeof *set->slot);
}

void frame_set_free(frame_set *set)
{
    free(set->slot);
    *set = (frame_set){0};
}

bool frame_set_take(frame_set *set, uint64_t frame)
{
    uint64_t i = place_of(set, frame + 1);
    bool is_free = !set->slot[i];
    set->slot[i] = frame + 1;
    return is_free;
}

/* What has gone past the place that is empty now moves up (Knuth, volume 3, 6.4, algorithm R). */
void frame_set_leave(frame_set *set, uint64_t frame)
{
    uint64_t mask = set->slots - 1, hole = place_of(set, frame + 1);
    for (uint64_t i = (hole + 1) & mask; set->slot[i]; i = (i + 1) & mask) {
        uint64_t home = frame_set_hash(set->slot[i]) & mask;
        if (((i - home) & mask) < ((i - hole) & mask))
            continue;
        set->slot[hole] = set->slot[i];
        hole = i;
    }
    set->slot[hole] = 0;
}

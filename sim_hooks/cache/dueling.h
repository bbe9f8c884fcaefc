/* Set dueling (Qureshi et al., ISCA 2007): a few sets of a cache always insert lines by one rule, as many by
 * another, and a counter of their misses says which rule the rest follows. Each cache, an L2 bank included,
 * has a duel of its own; how many sets lead is our choice, as banks have few. */
#ifndef POISE_SIM_HOOKS_CACHE_DUELING_H
#define POISE_SIM_HOOKS_CACHE_DUELING_H

#include <stdbool.h>
#include <stdint.h>

enum { DUEL_BITS = 10, DUEL_MOST = (1 << DUEL_BITS) - 1, DUEL_MIDDLE = 1 << (DUEL_BITS - 1) };

typedef struct set_duel {
    uint32_t distance; /* between sets that lead by the same rule; 0 = no duel, the first rule everywhere */
    uint32_t counter;  /* above the middle the first rule misses more */
} set_duel;

/* `leaders` sets for each rule, fewer if there are not so many. */
static inline set_duel duel_make(uint32_t sets, uint32_t leaders)
{
    uint32_t distance = leaders ? sets / leaders : 0;
    return (set_duel){.distance = leaders && sets > 1 && distance < 2 ? 2
                                  : sets > 1                          ? distance
                                                                      : 0,
                      .counter = DUEL_MIDDLE};
}

/* Whether a line that comes into `set` is inserted by the second rule. */
static inline bool duel_takes_second(const set_duel *duel, uint32_t set)
{
    uint32_t place = duel->distance ? set % duel->distance : 1;
    if (duel->distance && place == 0)
        return false;
    if (duel->distance && place == duel->distance / 2)
        return true;
    return duel->counter > DUEL_MIDDLE;
}

/* A miss in `set`. */
static inline void duel_missed(set_duel *duel, uint32_t set)
{
    if (!duel->distance)
        return;
    uint32_t place = set % duel->distance;
    if (place == 0 && duel->counter < DUEL_MOST)
        duel->counter++;
    else if (place == duel->distance / 2 && duel->counter > 0)
        duel->counter--;
}

#endif

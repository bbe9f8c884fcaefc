/* States of the learner of mode shared of policy poise, for its exhaustive test: what is explored, and which
 * states have been found. */
#ifndef POISE_TESTS_SHARED_STATES_H
#define POISE_TESTS_SHARED_STATES_H

#include "sim_hooks/sched/poise_learner.h"
#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

/* Slots of the table of states, states that wait to be followed, and the cycles of what is measured. */
enum { SLOTS = 1 << 22, ROOM = 1 << 16, LOADS = 2, SETS = 1 << LOADS, CYCLES = 1000, WEIGHT_ONE = 1 << 20 };

static const uint32_t pc_of[LOADS] = {4, 70};

/* What is explored: a machine, the loads, and the two rates that an arm may have, instructions in CYCLES. */
typedef struct setting {
    const char *name;
    uint32_t warps, lanes, slow, fast;
    uint32_t loads; /* that there are, up to LOADS */
    bool diagonal, doubles, launches;
} setting;

typedef struct exploration {
    setting of;
    poise_shared_parameters parameters;
    poise_learner *waiting;
    uint64_t *key; /* hash table of SLOTS, 0 = free */
    unsigned n_waiting, n_found;
    unsigned phases[POISE_PHASES], looks, ways_back, waits, moved;
    bool followed[SETS][SETS]; /* a set that goes around by the next one */
} exploration;

static exploration all;

static inline uint64_t mix(uint64_t key, uint64_t part)
{
    return (key ^ part) * UINT64_C(0x9e3779b97f4a7c15) ^ key >> 29;
}

/* The loads of a set of the list, as bits of pc_of. */
static inline uint32_t loads_of(const poise_learner *l, uint32_t set)
{
    uint32_t loads = 0;
    for (uint32_t i = 0; i < l->loads.count; i++)
        for (uint32_t load = 0; load < LOADS; load++)
            loads |= (uint32_t)(set >> i & 1 && l->loads.pc[i] == pc_of[load]) << load;
    return loads;
}

static inline uint64_t key_of_tuple(const poise_learner *l, poise_tuple t)
{
    return (uint64_t)t.n << 16 | (uint64_t)t.p << 8 | loads_of(l, t.around);
}

static inline uint64_t key_of_arm(const poise_learner *l, const poise_arm *arm)
{
    const uint64_t rate = arm->sm_cycles == 0 ? 0 : arm->instructions * CYCLES / arm->sm_cycles + 1;
    return mix(mix(1, key_of_tuple(l, arm->tuple)), rate);
}

/* Arms that are known are a set, those of a window are in order. */
static inline uint64_t mix_arms(uint64_t key, const poise_learner *l, const poise_arms *arms, bool in_order)
{
    uint64_t sum = arms->count;
    for (uint32_t i = 0; i < arms->count; i++)
        sum = in_order ? mix(sum, key_of_arm(l, &arms->arm[i])) : sum + key_of_arm(l, &arms->arm[i]);
    return mix(key, sum);
}

/* What decides how it goes on: all but timers, samples and what was measured and compared. In what order
 * tuples are known does not tell states apart: it decides between equal rates only. */
static inline uint64_t key_of(const poise_learner *l)
{
    const uint64_t part[] = {l->phase,
                             l->stride_n,
                             l->stride_p,
                             l->move,
                             l->wins,
                             l->rival,
                             l->tried,
                             l->looked,
                             l->owes_look,
                             l->predicted,
                             l->stay,
                             l->doubts,
                             l->crowds,
                             l->filled,
                             l->finalists,
                             l->fading,
                             loads_of(l, l->around),
                             l->arms.from,
                             l->arms.until};
    uint64_t key = 1;
    for (size_t i = 0; i < sizeof part / sizeof part[0]; i++)
        key = mix(key, part[i]);
    key = mix(mix(key, key_of_tuple(l, l->centre)), key_of_arm(l, &l->all_warps));
    key = mix_arms(mix_arms(key, l, &l->known, false), l, &l->arms, true);
    for (uint32_t i = 0; i < l->finalists; i++)
        key = mix(key, key_of_tuple(l, l->finalist[i]));
    return key != 0 ? key : 1;
}

/* What the next steps cannot see any more is zero, so that states that differ in it are one. */
static inline void forget(poise_learner *l)
{
    const poise_shared_parameters *p = &all.parameters;
    l->doubts = l->phase != POISE_WATCH ? 0 : l->doubts < p->doubts ? l->doubts : p->doubts;
    l->crowds = l->phase != POISE_WATCH ? 0 : l->crowds < p->doubts ? l->crowds : p->doubts;
    l->filled = l->filled >= p->fill && l->phase == POISE_WATCH ? p->fill : 0;
    l->at_all = 0;
    l->length = 0;
    l->issued = l->most_issued = 0;
    if (l->phase == POISE_RUN || l->phase == POISE_WATCH)
        l->arms = (poise_arms){0};
    if (l->predicted)
        l->loads_at_max.count = 0;
}

static inline void remember(const poise_learner *found)
{
    poise_learner l = *found;
    forget(&l);
    const uint64_t key = key_of(&l);
    size_t slot = (size_t)(key >> 40) % SLOTS;
    while (all.key[slot] != 0 && all.key[slot] != key)
        slot = (slot + 1) % SLOTS;
    if (all.key[slot] == key)
        return;
    assert_true(all.n_found++ < SLOTS / 2);
    all.key[slot] = key;
    all.phases[l.phase]++;
    assert_true(all.n_waiting < ROOM);
    all.waiting[all.n_waiting++] = l;
}

#endif

/* What policies of all interfaces need to tell about themselves: sizes in hardware, statistics. */
#ifndef POISE_SIM_HOOKS_POLICY_STATISTICS_H
#define POISE_SIM_HOOKS_POLICY_STATISTICS_H

#include "sim_hooks/policy.h"

#include <stdbool.h>

/* Bits that tell `n` things apart. */
static inline uint64_t policy_bits_for(uint64_t n)
{
    uint64_t bits = 0;
    while (n > 1ull << bits)
        bits++;
    return bits;
}

/* Gives the first `room` of `n` statistics; returns how many. */
static inline size_t policy_give_statistics(const policy_statistic *all, size_t n, policy_statistic *out,
                                            size_t room)
{
    const size_t given = n < room ? n : room;
    for (size_t i = 0; i < given; i++)
        out[i] = all[i];
    return given;
}

/* Whether a launch begins with which statistics of policies that serve all programs begin: not one beside
 * others in a mix, of which they tell as a whole (docs/MIXES.md). */
static inline bool policy_begins_anew(const policy_launch *launch)
{
    return launch->cycle == 0;
}

#endif

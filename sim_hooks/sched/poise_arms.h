/* Warp-tuples that mode shared of policy poise measures and compares. Pure functions of integers. Everything
 * here is our choice. */
#ifndef POISE_SIM_HOOKS_POISE_ARMS_H
#define POISE_SIM_HOOKS_POISE_ARMS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct poise_tuple {
    uint8_t n, p;
    uint32_t around; /* set of loads that allocate nothing (poise_load_table.h) */
} poise_tuple;

static inline bool poise_tuple_is(poise_tuple a, poise_tuple b)
{
    return a.n == b.n && a.p == b.p && a.around == b.around;
}

/* A tuple and what the SMs that ran it have measured. */
typedef struct poise_arm {
    poise_tuple tuple;
    bool stopped; /* far behind: its SMs have been given to the best one */
    uint64_t instructions, sm_cycles;
} poise_arm;

enum { POISE_MOST_ARMS = 16 };

typedef struct poise_arms {
    uint32_t count;
    uint32_t from, until; /* those that are being measured */
    poise_arm arm[POISE_MOST_ARMS];
} poise_arms;

/* Appends an arm without measurements, unless it is there already or there is no room. Returns whether it
 * did. */
bool poise_arms_add(poise_arms *arms, poise_tuple tuple);

/* Makes the arms the diagonal N = p with `around`: `warps` (1 .. 64), then 1, 2, 3, 4, 6, 9 and on in steps
 * of half of N. Of at most `most` (2 .. POISE_MOST_ARMS) points the one or two below `warps` are left out;
 * where that is not enough, steps are wider. */
void poise_arms_diagonal(poise_arms *arms, uint32_t warps, uint32_t around, uint32_t most);

/* Whether `a` issued more instructions per cycle than `b` times `per_mille` / 1000 (at most 4000). Anything
 * measured is faster than what is not. */
bool poise_arm_exceeds(const poise_arm *a, const poise_arm *b, uint32_t per_mille);

/* The fastest of the arms that are being measured. */
const poise_arm *poise_arms_best(const poise_arms *arms);

/* Stops those being measured that have less than `quit` per mille of the best one's instructions per cycle.
 * Returns whether more than one, or the only one, goes on. */
bool poise_arms_stop(poise_arms *arms, uint32_t quit);

/* Replaces what is known of the tuple of `arm`, or appends it if there is room; all are then being measured.
 */
void poise_arms_note(poise_arms *arms, const poise_arm *arm);

/* Puts the fastest first. */
void poise_arms_rank(poise_arms *arms);

/* The move-th neighbour of `centre` in the triangle 0 <= p <= N <= warps: two along the diagonal, then four
 * along one coordinate. A stride is shortened to a quarter of N and half of p, but not below 1: small tuples
 * differ much. */
enum { POISE_MOVES_DIAGONAL = 2, POISE_MOVES = 6 };
poise_tuple poise_neighbour(poise_tuple centre, uint32_t move, uint32_t warps, uint32_t stride_n,
                            uint32_t stride_p);

#endif

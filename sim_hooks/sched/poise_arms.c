#include "sim_hooks/sched/poise_arms.h"

bool poise_arms_add(poise_arms *arms, poise_tuple tuple)
{
    for (uint32_t i = 0; i < arms->count; i++)
        if (poise_tuple_is(arms->arm[i].tuple, tuple))
            return false;
    if (arms->count == POISE_MOST_ARMS)
        return false;
    arms->arm[arms->count++] = (poise_arm){.tuple = tuple};
    return true;
}

static uint32_t next_on_diagonal(uint32_t n, uint32_t halves)
{
    return n + (n * halves > 3 ? n * halves / 2 : 1);
}

static uint32_t points_of_diagonal(uint32_t warps, uint32_t halves)
{
    uint32_t points = 1;
    for (uint32_t n = 1; n < warps; n = next_on_diagonal(n, halves))
        points++;
    return points;
}

void poise_arms_diagonal(poise_arms *arms, uint32_t warps, uint32_t around, uint32_t most)
{
    uint32_t halves = 1;
    while (points_of_diagonal(warps, halves) > most + 2)
        halves *= 2;
    arms->count = 0;
    poise_arms_add(arms, (poise_tuple){(uint8_t)warps, (uint8_t)warps, around});
    for (uint32_t n = 1; n < warps && arms->count < most; n = next_on_diagonal(n, halves))
        poise_arms_add(arms, (poise_tuple){(uint8_t)n, (uint8_t)n, around});
}

/* The same rate in numbers whose products fit. */
static poise_arm shortened(poise_arm arm)
{
    while ((arm.instructions | arm.sm_cycles) >> 26) {
        arm.instructions >>= 1;
        arm.sm_cycles >>= 1;
    }
    return arm;
}

bool poise_arm_exceeds(const poise_arm *a, const poise_arm *b, uint32_t per_mille)
{
    if (a->sm_cycles == 0 || b->sm_cycles == 0)
        return a->sm_cycles != 0;
    poise_arm x = shortened(*a), y = shortened(*b);
    return x.instructions * y.sm_cycles * 1000 > y.instructions * x.sm_cycles * per_mille;
}

static uint32_t fastest(const poise_arms *arms, uint32_t from, uint32_t until)
{
    uint32_t best = from;
    for (uint32_t i = from + 1; i < until; i++)
        if (poise_arm_exceeds(&arms->arm[i], &arms->arm[best], 1000))
            best = i;
    return best;
}

const poise_arm *poise_arms_best(const poise_arms *arms)
{
    return &arms->arm[fastest(arms, arms->from, arms->until)];
}

/* Whether `best` would still be ahead with `part` per mille of its rate. */
static bool is_behind(const poise_arm *arm, poise_arm best, uint32_t part)
{
    best.instructions = best.instructions * part / 1000;
    return poise_arm_exceeds(&best, arm, 1000);
}

bool poise_arms_stop(poise_arms *arms, uint32_t quit)
{
    const poise_arm best = *poise_arms_best(arms);
    uint32_t going_on = 0;
    for (uint32_t i = arms->from; i < arms->until; i++) {
        poise_arm *arm = &arms->arm[i];
        arm->stopped = arm->stopped || is_behind(arm, best, quit);
        going_on += !arm->stopped;
    }
    return going_on > 1 || arms->until - arms->from == 1;
}

void poise_arms_note(poise_arms *arms, const poise_arm *arm)
{
    poise_arms_add(arms, arm->tuple);
    for (uint32_t i = 0; i < arms->count; i++)
        if (poise_tuple_is(arms->arm[i].tuple, arm->tuple))
            arms->arm[i] = *arm;
    arms->from = 0;
    arms->until = arms->count;
}

void poise_arms_rank(poise_arms *arms)
{
    for (uint32_t kept = 0; kept < arms->count; kept++) {
        uint32_t best = fastest(arms, kept, arms->count);
        poise_arm next = arms->arm[best];
        for (uint32_t i = best; i > kept; i--)
            arms->arm[i] = arms->arm[i - 1];
        arms->arm[kept] = next;
    }
}

static uint8_t between(int value, int low, int high)
{
    return (uint8_t)(value < low ? low : value > high ? high : value);
}

static int stride_of(uint32_t value, uint32_t stride, uint32_t part)
{
    uint32_t most = value / part > 0 ? value / part : 1;
    return (int)(stride < most ? stride : most);
}

poise_tuple poise_neighbour(poise_tuple centre, uint32_t move, uint32_t warps, uint32_t stride_n,
                            uint32_t stride_p)
{
    const uint32_t around = centre.around;
    int n = centre.n, p = centre.p, most = (int)warps;
    int dn = stride_of(centre.n, stride_n, 4), dp = stride_of(centre.p, stride_p, 2);
    uint8_t lower = between(n - dn, 1, most);
    switch (move) {
    case 0: return (poise_tuple){lower, between(p - dn, p > 0, lower), around};
    case 1: return (poise_tuple){between(n + dn, 1, most), between(p > 0 ? p + dn : 0, 0, most), around};
    case 2: return (poise_tuple){between(n + dn, p, most), centre.p, around};
    case 3: return (poise_tuple){centre.n, between(p - dp, 0, n), around};
    case 4: return (poise_tuple){between(n - dn, p > 1 ? p : 1, most), centre.p, around};
    default: return (poise_tuple){centre.n, between(p + dp, 1, n), around};
    }
}

/* One-per-cycle resources that are booked ahead: the result bus of the load-store unit, the write port of a
 * register bank. The next 64 cycles are bits; what lies further ahead is not booked (our choice: long
 * latencies meet nobody by plan). */
#ifndef POISE_SIM_BASE_SLOTS_H
#define POISE_SIM_BASE_SLOTS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct slots {
    uint64_t from; /* cycle of bit 0 */
    uint64_t taken;
} slots;

/* Forgets what lies before `now`. */
static inline void slots_advance(slots *s, uint64_t now)
{
    uint64_t passed = now - s->from;
    s->taken = passed < 64 ? s->taken >> passed : 0;
    s->from = now;
}

/* Books cycle `when`, at or after the last slots_advance. */
static inline void slots_book(slots *s, uint64_t when)
{
    if (when - s->from < 64)
        s->taken |= 1ull << (when - s->from);
}

/* The first cycle at or after `when` that is not booked. */
static inline uint64_t slots_first_free(const slots *s, uint64_t when)
{
    uint64_t ahead = when - s->from;
    if (ahead >= 64)
        return when;
    uint64_t open = ~s->taken >> ahead;
    return open ? when + (uint64_t)__builtin_ctzll(open) : s->from + 64;
}

/* Books the first free cycle at or after `when` and returns it. */
static inline uint64_t slots_take(slots *s, uint64_t when)
{
    uint64_t cycle = slots_first_free(s, when);
    slots_book(s, cycle);
    return cycle;
}

#endif

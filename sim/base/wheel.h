/* The event wheel: which components want to run in which core cycle. Components are small integers; asking
 * twice for the same cycle is one wake-up, and a wake-up too many does no harm. Within a cycle components run
 * in order of their number, so a simulation is deterministic. */
#ifndef POISE_SIM_BASE_WHEEL_H
#define POISE_SIM_BASE_WHEEL_H

#include "sim/base/storage.h"

#include <stdbool.h>
#include <stdint.h>

enum { WHEEL_SLOTS = 1024, WHEEL_HORIZON = WHEEL_SLOTS - 1 };

typedef struct event_wheel {
    uint64_t now;   /* cycle that is being run */
    uint32_t turn;  /* components below it have had their turn in this cycle */
    uint32_t words; /* of 64 components */
    uint64_t *due;  /* [word][slot] */
    uint64_t occupied[WHEEL_SLOTS / 64];
} event_wheel;

/* False: no memory. */
bool wheel_init(event_wheel *wheel, storage *from, uint32_t components);
/* Empties the wheel and returns to cycle 0. */
void wheel_reset(event_wheel *wheel);

/* Wakes `component` at cycle `when`. A time beyond the horizon wakes it at the horizon (it then asks again);
 * the present means this cycle if the component's turn is still to come and the next one otherwise. */
static inline void wheel_wake(event_wheel *wheel, uint32_t component, uint64_t when)
{
    if (when <= wheel->now)
        when = wheel->now + (component < wheel->turn);
    else if (when - wheel->now > WHEEL_HORIZON)
        when = wheel->now + WHEEL_HORIZON;
    uint32_t slot = (uint32_t)when & (WHEEL_SLOTS - 1);
    wheel->due[component / 64 * WHEEL_SLOTS + slot] |= 1ull << (component & 63);
    wheel->occupied[slot / 64] |= 1ull << (slot & 63);
}

/* Runs everything that is due before cycle `end`, in order; `now` is then `end`, or unchanged when it was
 * later. */
void wheel_run(event_wheel *wheel, uint64_t end, void (*run)(void *context, uint32_t component),
               void *context);
/* Nothing is due before `cycle`: goes there. */
static inline void wheel_skip(event_wheel *wheel, uint64_t cycle)
{
    wheel->now = cycle;
    wheel->turn = 0;
}
/* The next cycle with something due, UINT64_MAX when the wheel is empty. */
uint64_t wheel_peek(const event_wheel *wheel);

#endif

#include "sim/base/wheel.h"

#include <string.h>

bool wheel_init(event_wheel *wheel, storage *from, uint32_t components)
{
    *wheel = (event_wheel){.words = (components + 63) / 64};
    wheel->due = storage_take(from, (size_t)WHEEL_SLOTS * wheel->words, sizeof *wheel->due);
    return wheel->due != NULL;
}

void wheel_reset(event_wheel *wheel)
{
    memset(wheel->due, 0, (size_t)WHEEL_SLOTS * wheel->words * sizeof *wheel->due);
    memset(wheel->occupied, 0, sizeof wheel->occupied);
    wheel->now = 0;
    wheel->turn = 0;
}

uint64_t wheel_peek(const event_wheel *wheel)
{
    uint32_t start = (uint32_t)wheel->now & (WHEEL_SLOTS - 1);
    uint32_t word = start / 64;
    uint64_t bits = wheel->occupied[word] & (~0ull << (start & 63));
    for (uint32_t i = 0; i <= WHEEL_SLOTS / 64; i++) {
        if (bits) {
            uint32_t slot = word * 64 + (uint32_t)__builtin_ctzll(bits);
            return wheel->now + ((slot - start) & (WHEEL_SLOTS - 1));
        }
        word = (word + 1) & (WHEEL_SLOTS / 64 - 1);
        bits = wheel->occupied[word];
    }
    return UINT64_MAX;
}

/* Everything due in the current cycle, including what is woken for it meanwhile. */
static void run_cycle(event_wheel *wheel, void (*run)(void *context, uint32_t component), void *context)
{
    uint32_t slot = (uint32_t)wheel->now & (WHEEL_SLOTS - 1);
    if (!(wheel->occupied[slot / 64] >> (slot & 63) & 1))
        return;
    for (uint32_t word = 0; word < wheel->words; word++) {
        uint64_t *due = &wheel->due[word * WHEEL_SLOTS + slot];
        while (*due) {
            uint32_t component = word * 64 + (uint32_t)__builtin_ctzll(*due);
            *due &= *due - 1;
            wheel->turn = component + 1;
            run(context, component);
        }
    }
    wheel->occupied[slot / 64] &= ~(1ull << (slot & 63));
}

void wheel_run(event_wheel *wheel, uint64_t end, void (*run)(void *context, uint32_t component),
               void *context)
{
    while (wheel->now < end) {
        run_cycle(wheel, run, context);
        wheel->turn = 0;
        uint64_t next = wheel_peek(wheel);
        wheel->now = next < end ? next : end;
    }
}

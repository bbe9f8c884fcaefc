/* Which application gives up memory, and which gets it back. */
#include "swap/swap_state.h"

uint32_t swap_active_apps(const swap *s)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->options.apps; i++)
        n += s->app[i].bytes[SWAP_VRAM] + s->app[i].bytes[SWAP_SYSRAM] > 0;
    return n;
}

/* Whether `a` has more VRAM for its weight than `b`. Pages are below 2^36, so that no product overflows. */
static bool has_more(const swap_app *a, const swap_app *b)
{
    return swap_pages(a->bytes[SWAP_VRAM]) * b->weight > swap_pages(b->bytes[SWAP_VRAM]) * a->weight;
}

static bool has_more_rate(const swap_app *a, const swap_app *b)
{
    return a->rate > b->rate;
}

static bool has_less_penalty(const swap_app *a, const swap_app *b)
{
    return a->slowdown / (double)a->bytes[SWAP_VRAM] < b->slowdown / (double)b->bytes[SWAP_VRAM];
}

/* [KE 5.2.1]: those below capacity / n are ignored. Of the capacity for chunks (our choice), so that there is
 * somebody left whenever that does not suffice. */
static bool has_share(const swap *s, const swap_app *a, uint32_t active)
{
    const uint64_t capacity =
        s->options.vram_bytes > s->system_bytes ? s->options.vram_bytes - s->system_bytes : 0;
    return a->bytes[SWAP_VRAM] * active >= capacity;
}

uint32_t swap_victim(const swap *s)
{
    bool (*const is_better[SWAP_VICTIMS])(const swap_app *, const swap_app *) = {
        [SWAP_MEMORY] = has_more, [SWAP_ACCESSES] = has_more_rate, [SWAP_PERFORMANCE] = has_less_penalty};
    const bool needs_share = s->options.victims == SWAP_PERFORMANCE;
    const uint32_t active = needs_share ? swap_active_apps(s) : 0;
    uint32_t victim = SWAP_NONE;
    for (uint32_t i = 0; i < s->options.apps; i++) {
        const swap_app *a = &s->app[i];
        if (a->bytes[SWAP_VRAM] == 0 || (needs_share && !has_share(s, a, active)))
            continue;
        if (victim == SWAP_NONE || is_better[s->options.victims](a, &s->app[victim]))
            victim = i;
    }
    return victim;
}

uint32_t swap_winner(const swap *s)
{
    uint32_t winner = SWAP_NONE;
    for (uint32_t i = 0; i < s->options.apps; i++) {
        const swap_app *a = &s->app[i];
        if (a->bytes[SWAP_SYSRAM] > 0 && !a->is_sampled &&
            (winner == SWAP_NONE || has_more(&s->app[winner], a)))
            winner = i;
    }
    return winner;
}

/* The watchdog of a program. */
#include "sim/gpu.h"

/* It looks this many times in the time that it allows (our choice), so it fires at most an eighth late. */
enum { LOOKS = 8 };

static uint64_t interval(const gpu *g)
{
    uint64_t cycles = g->base.config.watchdog / LOOKS;
    return cycles ? cycles : 1;
}

void watchdog_begin(sim_app *app, uint64_t now)
{
    const gpu *g = app->gpu;
    app->watchdog =
        (app_watchdog){.look_at = g->base.config.watchdog ? now + interval(g) : UINT64_MAX, .since = now};
}

/* Issued and returned: the last loads of a launch may be long under way. */
static uint64_t retired(const sim_app *app)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < app->n_sms; i++) {
        const sched_counters *count = &app->gpu->sms[app->first_sm + i].hook;
        sum += count->warp_insts + count->misses_returned;
    }
    return sum;
}

/* Nobody is stuck yet while a program is copied over the link, or while SMs wait for pages that move: either
 * may take longer than this. */
static bool is_held(const gpu *g, uint64_t now)
{
    return translation_is_carrying(&g->translation) || now < g->base.stalled_until;
}

bool watchdog_looks(sim_app *app, uint64_t now)
{
    app_watchdog *dog = &app->watchdog;
    uint64_t sum = retired(app);
    dog->look_at = now + interval(app->gpu);
    if (sum != dog->retired || !app->blocks_left || is_held(app->gpu, now)) {
        dog->retired = sum;
        dog->since = now;
        return false;
    }
    if (now - dog->since < app->gpu->base.config.watchdog)
        return false;
    dog->fired_at = now;
    return true;
}

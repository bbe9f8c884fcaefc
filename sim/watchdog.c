#include "sim/watchdog.h"

#include "sim/gpu.h"

/* It looks this many times in the time that it allows (our choice), so it fires at most an eighth late. */
enum { LOOKS = 8 };

static uint64_t interval(const gpu *g)
{
    uint64_t cycles = (uint64_t)g->config.watchdog / LOOKS;
    return cycles ? cycles : 1;
}

void watchdog_begin(gpu *g)
{
    g->watchdog = (watchdog){.look_at = g->config.watchdog ? interval(g) : UINT64_MAX};
}

/* Issued and returned: the last loads of a launch may be long under way. */
static uint64_t retired(const gpu *g)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < g->n_sms; i++)
        sum += g->sms[i].hook.warp_insts + g->sms[i].hook.misses_returned;
    return sum;
}

bool watchdog_looks(gpu *g, uint64_t now)
{
    watchdog *dog = &g->watchdog;
    uint64_t sum = retired(g);
    dog->look_at = now + interval(g);
    if (sum != dog->retired || !g->blocks_left) {
        dog->retired = sum;
        dog->since = now;
        return false;
    }
    if (now - dog->since < (uint64_t)g->config.watchdog)
        return false;
    dog->fired_at = now;
    return true;
}

/* What vm:gpuswap knows of accesses, and what is chosen by it: victims by accesses and performance
 * [KE 5.2.1], chunks by samples, reverse swapping, and use [KE 5.2.2]. The source finds most of it
 * impractical, as its counters see one program at a time and its GPUs have no reference bits; a simulator has
 * both. Accesses are those of chunks below the L2, where the source counts [KE 4.4.2]. */
#include "sim_hooks/vm/gpuswap.h"

static bool counts_by_period(const gpuswap *s)
{
    return s->options.victim != SWAP_MEMORY || s->options.pick == GPUSWAP_SAMPLING ||
           s->options.pick == GPUSWAP_NFU;
}

bool gpuswap_watches(const gpuswap *s)
{
    return counts_by_period(s) || s->options.pick == GPUSWAP_REVERSE || s->options.pick == GPUSWAP_LRU;
}

static void next_period(gpuswap *s, uint64_t now)
{
    const uint64_t cycles = (uint64_t)(s->options.period_us * s->host->core_mhz + 0.5);
    s->period_began = now;
    s->period_ends = now + (cycles ? cycles : 1);
}

void gpuswap_begin_periods(gpuswap *s)
{
    if (counts_by_period(s))
        next_period(s, 0);
    else
        s->period_ends = UINT64_MAX;
}

/* ---- accesses ---- */

/* The chunk of a frame, and its program: `app` unless it writes back what is another's. */
static uint32_t chunk_of(const gpuswap *s, uint16_t *app, uint64_t frame)
{
    for (uint32_t i = 0; i < POLICY_PROGRAMS; i++) {
        const uint16_t owner = (uint16_t)((*app + i) % POLICY_PROGRAMS);
        const uint32_t chunk = swap_find(s->memory, owner, gpuswap_frame(owner, frame, SWAP_VRAM));
        if (chunk == SWAP_NONE)
            continue;
        *app = owner;
        return chunk;
    }
    return SWAP_NONE;
}

void gpuswap_accessed(gpuswap *s, uint16_t app, uint64_t address, uint32_t sectors)
{
    if (app >= POLICY_PROGRAMS)
        return;
    const uint32_t chunk = chunk_of(s, &app, (address & ~VM_HOST_MEMORY) >> VM_BASE_BITS);
    if (chunk == SWAP_NONE)
        return;
    gpuswap_usage *u = &s->usage[app];
    u->now.sectors += sectors;
    u->now.over_link += vm_is_host(address) ? sectors : 0;
    if (u->sample == GPUSWAP_SAMPLE_COUNTING)
        swap_count(s->memory, chunk, sectors);
    swap_referenced(s->memory, chunk);
}

/* ---- victims ---- */

/* Estimates how many times as long a program takes as with all in VRAM by its share of accesses over the
 * link, each of which costs as much as `link_cost` others: memory is all that a program waits for, and the
 * link is never shared (our default; the source has no model, only that counters would do). */
static double slowdown(const gpuswap *s, double sectors, double over_link)
{
    return sectors > 0 ? 1 + over_link / sectors * (s->options.link_cost - 1) : 1;
}

/* Over the period before and as much of this one as has passed. */
void gpuswap_tell_victims(gpuswap *s, uint64_t now)
{
    poise_error err;
    const double cycles = (double)(now - s->period_began + s->before_cycles);
    for (uint32_t i = 0; s->options.victim != SWAP_MEMORY && i < POLICY_PROGRAMS; i++) {
        const gpuswap_usage *u = &s->usage[i];
        const double sectors = (double)(u->before.sectors + u->now.sectors);
        const double over_link = (double)(u->before.over_link + u->now.over_link);
        (void)swap_set_rate(s->memory, (uint16_t)i, cycles > 0 ? sectors / cycles : 0, &err);
        (void)swap_set_slowdown(s->memory, (uint16_t)i, slowdown(s, sectors, over_link), &err);
    }
}

/* ---- periods and launches ---- */

static bool has_chunks(const gpuswap *s, uint32_t app)
{
    const swap_app *a = swap_app_at(s->memory, (uint16_t)app);
    return a->bytes[SWAP_VRAM] + a->bytes[SWAP_SYSRAM] > 0;
}

void gpuswap_end_period(gpuswap *s, uint64_t now)
{
    poise_error err;
    s->before_cycles = now - s->period_began;
    for (uint32_t i = 0; i < POLICY_PROGRAMS; i++) {
        gpuswap_usage *u = &s->usage[i];
        u->before = u->now;
        u->now = (gpuswap_traffic){0};
        if (s->options.pick == GPUSWAP_SAMPLING && u->sample == GPUSWAP_UNSAMPLED && has_chunks(s, i))
            u->sample = GPUSWAP_SAMPLE_DUE;
    }
    if (s->options.pick == GPUSWAP_NFU)
        (void)swap_age(s->memory, &err); /* without memory for it some ages are old */
    next_period(s, now);
}

void gpuswap_usage_begin(gpuswap *s, uint16_t app)
{
    if (s->usage[app].sample == GPUSWAP_SAMPLE_OUT)
        s->usage[app].sample = GPUSWAP_SAMPLE_COUNTING;
}

bool gpuswap_usage_end(gpuswap *s, uint16_t app)
{
    gpuswap_usage *u = &s->usage[app];
    u->reverse_is_due = s->options.pick == GPUSWAP_REVERSE;
    if (u->sample == GPUSWAP_SAMPLE_COUNTING)
        u->sample = GPUSWAP_SAMPLE_COUNTED;
    return u->reverse_is_due || u->sample == GPUSWAP_SAMPLE_COUNTED;
}

/* ---- plans ---- */

static bool is_due(const gpuswap_usage *u)
{
    return u->reverse_is_due || u->sample == GPUSWAP_SAMPLE_DUE || u->sample == GPUSWAP_SAMPLE_COUNTED;
}

bool gpuswap_is_due(const gpuswap *s)
{
    for (uint32_t i = 0; i < POLICY_PROGRAMS; i++)
        if (is_due(&s->usage[i]))
            return true;
    return false;
}

/* Without memory for a plan: another time. */
static void begin(gpuswap *s, uint16_t app)
{
    poise_error err;
    gpuswap_usage *u = &s->usage[app];
    if (u->reverse_is_due)
        (void)swap_reverse(s->memory, app, &err);
    else if (u->sample == GPUSWAP_SAMPLE_DUE)
        u->sample =
            swap_sample_begin(s->memory, app, &err) == POISE_OK ? GPUSWAP_SAMPLE_OUT : GPUSWAP_UNSAMPLED;
    else if (swap_sample_end(s->memory, app, &err) == POISE_OK)
        u->sample = GPUSWAP_UNSAMPLED;
    else
        u->sample = GPUSWAP_SAMPLE_OUT; /* counts over the next launch as well */
    u->reverse_is_due = false;
}

bool gpuswap_begin_due(gpuswap *s)
{
    for (uint32_t i = 0; i < POLICY_PROGRAMS && !swap_is_busy(s->memory); i++)
        if (is_due(&s->usage[i]))
            begin(s, (uint16_t)i);
    return swap_is_busy(s->memory);
}

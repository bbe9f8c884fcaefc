/* Tokens of MASK, epoch by epoch. See mask.c for the rules and their source. */
#include "sim_hooks/tlb/mask.h"

/* What has been counted of a program in an epoch. */
typedef struct mask_epoch {
    uint32_t cores, warps;
    uint64_t hits, misses;
} mask_epoch;

static mask_epoch epoch_of(const mask_state *s, uint16_t app)
{
    mask_epoch e = {0};
    for (uint32_t i = 0; i < s->shared.host->sms; i++) {
        if (s->core[i].app != app)
            continue;
        e.cores++;
        e.warps += s->core[i].warps;
        e.hits += s->tokens[i].hits;
        e.misses += s->tokens[i].misses;
    }
    return e;
}

static uint32_t clamp(double tokens, const mask_epoch *e)
{
    const double least = e->cores < e->warps ? e->cores : e->warps;
    return (uint32_t)(tokens < least ? least : tokens > e->warps ? e->warps : tokens);
}

/* The miss rate has changed by `points`. */
static void step(const mask_state *s, mask_program *p, const mask_epoch *e, double points)
{
    const bool is_better = points < -s->options.band;
    if (!is_better && points <= s->options.band)
        return;
    const double tenth = (double)(int64_t)(s->options.step / 100 * e->warps + 0.5);
    const double size = tenth < 1 ? 1 : tenth;
    p->went_up = s->options.hillclimb ? p->went_up == is_better : is_better;
    p->tokens = clamp(p->went_up ? p->tokens + size : p->tokens - size, e);
}

/* A program's tokens, over its cores. */
static void distribute(mask_state *s, uint16_t app, uint32_t cores)
{
    const mask_program *p = &s->program[app];
    const bool are_needed = p->has_tokens && (s->options.guard <= 0 || p->miss_rate * 100 > s->options.guard);
    uint32_t extra = p->tokens % cores;
    for (uint32_t i = 0; i < s->shared.host->sms; i++) {
        if (s->core[i].app != app)
            continue;
        s->tokens[i].quota = p->tokens / cores + (extra > 0);
        s->tokens[i].live = s->core[i].seen;
        s->tokens[i].are_needed = are_needed;
        extra -= extra > 0;
    }
}

static void end_epoch_of(mask_state *s, uint16_t app)
{
    mask_program *p = &s->program[app];
    const mask_epoch e = epoch_of(s, app);
    const double look_ups = (double)(e.hits + e.misses), before = p->miss_rate;
    if (!e.warps)
        return; /* it has not run */
    if (look_ups > 0 && look_ups >= (double)s->options.samples)
        p->miss_rate = (double)e.misses / look_ups;
    const int percent = mask_window_percent(&s->window, app, s->elapsed * s->shared.walker.most);
    if (percent != MASK_SHARES_ARE_FREE)
        p->tokens = ((uint32_t)percent * e.warps + 50) / 100;
    else if (!p->has_tokens)
        p->tokens = clamp((double)(int64_t)(s->options.initial / 100 * e.warps + 0.5), &e);
    else if (before >= 0)
        step(s, p, &e, (p->miss_rate - before) * 100);
    p->tokens = clamp(p->tokens, &e);
    p->has_tokens = true;
    s->all_tokens += p->tokens;
    s->all_warps += e.warps;
    distribute(s, app, e.cores);
}

void mask_end_epoch(mask_state *s)
{
    for (uint32_t i = 0; i < s->shared.host->sms; i++)
        mask_window_l1(&s->window, s->core[i].app, s->core[i].look_ups, s->core[i].misses);
    mask_window_end(&s->window, s->shared.walker.count.walk_cycles);
    for (uint32_t app = 0; app < POLICY_PROGRAMS; app++)
        end_epoch_of(s, (uint16_t)app);
    for (uint32_t i = 0; i < s->shared.host->sms; i++) {
        s->core[i].seen = s->core[i].warps = s->core[i].look_ups = s->core[i].misses = 0;
        s->tokens[i].hits = s->tokens[i].misses = 0;
    }
}

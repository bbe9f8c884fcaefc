#include "sim_hooks/tlb/mask_window.h"

#include "infer/cost.h"
#include "infer/load.h"
#include "infer/quantise.h"
#include "models/feature_names.h"
#include "sim_hooks/policy_statistics.h"
#include "sim_hooks/tlb/tlb_statistics.h"

#include <stdlib.h>

_Static_assert((int)MODEL_TOKENS_constant == (int)POISE_SHARES, "the constant is the last");

static bool is_given(const char *text)
{
    return text && *text;
}

/* PERCENT, or PERCENT/PERCENT/... by the programs' numbers; the last one is that of all that follow. */
static int read_shares(mask_window *w, const char *text, poise_error *err)
{
    const char *at = text;
    for (;;) {
        char *end;
        const unsigned long percent = strtoul(at, &end, 10);
        if (end == at || *at < '0' || *at > '9' || percent > 100 || (*end && *end != '/'))
            return poise_fail(err, POISE_USAGE, "mask: shares=%s: not per cents such as 10 or 10/80", text);
        if (w->n_fixed == POLICY_PROGRAMS)
            return poise_fail(err, POISE_USAGE, "mask: shares=%s: more than %d programs", text,
                              POLICY_PROGRAMS);
        w->fixed[w->n_fixed++] = (uint32_t)percent;
        if (!*end)
            return POISE_OK;
        at = end + 1;
    }
}

int mask_window_open(mask_window *w, const mask_window_options *o, poise_error *err)
{
    w->watch = o->watch;
    if (is_given(o->shares) && is_given(o->model))
        return poise_fail(err, POISE_USAGE, "mask: shares and model both set tokens; give one of them");
    if (is_given(o->shares))
        return read_shares(w, o->shares, err);
    if (!is_given(o->model))
        return POISE_OK;
    w->has_model = true;
    return poise_share_weights_load(o->model, MODEL_VIEW_TOKENS, &w->weights, err);
}

void mask_window_close(mask_window *w)
{
    poise_weights_free(&w->weights);
}

uint64_t mask_window_storage_bits(const mask_window *w, uint32_t programs)
{
    enum { COUNTER = 32, OF_PROGRAM = sizeof(mask_counts) / sizeof(uint64_t), OF_WALKER = 1 };
    if (!w->has_model)
        return 0;
    return poise_weights_storage_bits(&w->weights) + (uint64_t)COUNTER * (OF_PROGRAM * programs + OF_WALKER);
}

void mask_window_restart(mask_window *w)
{
    w->walked_before = w->walked = w->windows = 0;
    for (int i = 0; i < POISE_SHARES; i++)
        w->feature[i] = 0;
}

void mask_window_looked_up(mask_window *w, uint16_t app, bool hit)
{
    w->of[app].look_ups++;
    w->of[app].misses += !hit;
}

void mask_window_bypass(mask_window *w, uint16_t app, bool hit)
{
    w->of[app].bypass_hits += hit;
}

void mask_window_l1(mask_window *w, uint16_t app, uint64_t look_ups, uint64_t misses)
{
    if (app >= POLICY_PROGRAMS)
        return;
    w->of[app].l1_look_ups += look_ups;
    w->of[app].l1_misses += misses;
}

void mask_window_shares(const mask_window *w, uint16_t app, uint64_t capacity,
                        poise_share shares[POISE_SHARES])
{
    const mask_counts *own = &w->of[app];
    mask_counts others = {0};
    for (uint32_t i = 0; i < POLICY_PROGRAMS; i++) {
        others.look_ups += i == app ? 0 : w->of[i].look_ups;
        others.misses += i == app ? 0 : w->of[i].misses;
    }
    shares[MODEL_TOKENS_l1_tlb_misses] = poise_share_of(own->l1_misses, own->l1_look_ups);
    shares[MODEL_TOKENS_l1_tlb_pages] = poise_share_of(own->look_ups, own->l1_misses);
    shares[MODEL_TOKENS_l2_tlb_misses] = poise_share_of(own->misses, own->look_ups);
    shares[MODEL_TOKENS_bypass_tlb_hits] = poise_share_of(own->bypass_hits, own->look_ups);
    shares[MODEL_TOKENS_own_look_ups] = poise_share_of(own->look_ups, own->look_ups + others.look_ups);
    shares[MODEL_TOKENS_others_misses] = poise_share_of(others.misses, others.look_ups);
    shares[MODEL_TOKENS_walks] = poise_share_of(w->walked, capacity);
}

void mask_window_end(mask_window *w, uint64_t walk_cycles)
{
    w->walked = walk_cycles - w->walked_before;
    w->walked_before = walk_cycles;
}

static void watch(mask_window *w, const poise_share shares[POISE_SHARES])
{
    poise_features features;
    poise_shares_see(shares, &features);
    for (int i = 0; i < POISE_SHARES; i++)
        w->feature[i] += features.x[i];
    w->windows++;
}

int mask_window_percent(mask_window *w, uint16_t app, uint64_t capacity)
{
    poise_share shares[POISE_SHARES];
    mask_window_shares(w, app, capacity, shares);
    if (w->watch == app)
        watch(w, shares);
    if (w->has_model)
        return (int)poise_shares_predict(&w->weights, shares) * (100 / POISE_SHARE_STEPS);
    if (w->n_fixed)
        return (int)w->fixed[app < w->n_fixed ? app : w->n_fixed - 1];
    return MASK_SHARES_ARE_FREE;
}

void mask_window_begin(mask_window *w)
{
    for (uint32_t i = 0; i < POLICY_PROGRAMS; i++)
        w->of[i] = (mask_counts){0};
}

size_t mask_window_statistics(const mask_window *w, policy_statistic *out, size_t room)
{
    static const char *const name[POISE_SHARES] = {
        [MODEL_TOKENS_l1_tlb_misses] = "window_l1_tlb_misses",
        [MODEL_TOKENS_l1_tlb_pages] = "window_l1_tlb_pages",
        [MODEL_TOKENS_l2_tlb_misses] = "window_l2_tlb_misses",
        [MODEL_TOKENS_bypass_tlb_hits] = "window_bypass_tlb_hits",
        [MODEL_TOKENS_own_look_ups] = "window_own_look_ups",
        [MODEL_TOKENS_others_misses] = "window_others_misses",
        [MODEL_TOKENS_walks] = "window_walks",
    };
    policy_statistic all[POISE_SHARES];
    const uint64_t one = UINT64_C(1) << POISE_FEATURE_BITS;
    if (w->watch < 0)
        return 0;
    for (int i = 0; i < POISE_SHARES; i++)
        all[i] = (policy_statistic){name[i], "1", tlb_ratio(w->feature[i], w->windows * one)};
    return policy_give_statistics(all, POISE_SHARES, out, room);
}

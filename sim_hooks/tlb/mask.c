/* MASK's TLB-fill tokens (Ausavarungnirun et al., ASPLOS 2018): shared_tlb, in whose L2 TLB only warps that
 * hold a token may insert. What others walk for goes into a small fully associative bypass cache, which is
 * looked up together with the L2 TLB. Everyone may look up.
 *
 * Tokens are counted for each program, one for a warp, the lowest numbers first. In its first epoch a program
 * has no need of them; the second begins with `initial` percent of its warps. After that, a miss rate (bypass
 * cache included) that has risen by more than `band` points takes tokens away, one that has fallen by more
 * gives some; with `hillclimb` an improvement repeats the last step and a deterioration turns it round. Or
 * `shares` or a `model` says which share of the warps has tokens (mask_window.h).
 *
 * Source: [RA] 6.4.2, 6.5, 6.6.4. Our choices where it is silent: the band in points, the step, at least a
 * token for each core of the program and at most one for each warp that has looked something up in the epoch,
 * spread evenly over its cores, those of lower numbers first; the warp that began a walk decides for all that
 * wait; `samples`; a page that comes into the L2 TLB leaves the bypass cache; counters of 16 bits are halved
 * when they are full; an epoch that a launch has not ended goes on in the next. */
#include "sim_hooks/tlb/mask.h"

#include "sim_hooks/builtin.h"
#include "sim_hooks/tlb/tlb_options.h"
#include "sim_hooks/tlb/tlb_statistics.h"

#include <string.h>

enum { COUNTER_MOST = 65535 };

/* ---- the bypass cache ---- */

static uint64_t bypass_key(const mask_state *s, uint64_t address, bool is_large)
{
    return address >> (is_large ? VM_LARGE_BITS : s->shared.host->page_bits) << 1 | is_large;
}

static bool knows(void *owner, const tlb_request *request)
{
    mask_state *s = owner;
    const bool hit = tlb_array_look_up(&s->bypass, request->app, bypass_key(s, request->address, false)) ||
                     tlb_array_look_up(&s->bypass, request->app, bypass_key(s, request->address, true));
    s->bypass_hits += hit;
    mask_window_bypass(&s->window, request->app, hit);
    return hit;
}

/* ---- tokens ---- */

static void looked_up(void *owner, const tlb_request *request, bool hit)
{
    mask_state *s = owner;
    mask_tokens *t = &s->tokens[request->source];
    mask_window_looked_up(&s->window, request->app, hit);
    uint32_t *counter = hit ? &t->hits : &t->misses;
    if (*counter == COUNTER_MOST) {
        t->hits /= 2;
        t->misses /= 2;
    }
    ++*counter;
}

/* Of a core's warps, the ones of the lowest numbers have tokens. */
static bool has_token(const mask_tokens *t, uint32_t warp)
{
    const uint64_t below = t->live & ((UINT64_C(1) << warp % 64) - 1);
    return !t->are_needed || (uint32_t)__builtin_popcountll(below) < t->quota;
}

static bool may_fill(void *owner, const tlb_walk *walk, const tlb_page *page)
{
    mask_state *s = owner;
    const uint64_t key = bypass_key(s, walk->address, page->page_bits > s->shared.host->page_bits);
    if (has_token(&s->tokens[walk->source], walk->warp)) {
        tlb_array_invalidate(&s->bypass, walk->app, key);
        return true;
    }
    tlb_array_insert(&s->bypass, walk->app, key);
    s->bypassed++;
    return false;
}

/* ---- the contract ---- */

static tlb_answer look_up(void *state, const mem_request *request, uint64_t cycle)
{
    mask_state *s = state;
    mask_core *core = &s->core[request->source];
    const uint64_t warp = UINT64_C(1) << request->warp % 64;
    core->app = request->app;
    core->warps += !(core->seen & warp);
    core->seen |= warp;
    const tlb_answer answer = tlb_shared_look_up(state, request, cycle);
    core->look_ups++;
    core->misses += answer == TLB_MISS;
    return answer;
}

static void pass(mask_state *s, uint64_t cycle)
{
    s->elapsed += cycle > s->now ? cycle - s->now : 0;
    s->now = cycle;
    if (s->elapsed < (uint64_t)s->options.epoch)
        return;
    mask_end_epoch(s);
    mask_window_begin(&s->window);
    s->elapsed %= (uint64_t)s->options.epoch;
}

static uint64_t gather(void *const *states, uint32_t count, uint64_t cycle)
{
    mask_state *s = states[0];
    const uint64_t again = tlb_shared_gather(states, count, cycle);
    pass(s, cycle);
    const uint64_t left = (uint64_t)s->options.epoch - s->elapsed;
    return left < again ? left : again;
}

static void launch_end(void *state, uint16_t app, uint64_t cycle)
{
    (void)app;
    pass(state, cycle);
}

static void restart(void *state)
{
    mask_state *s = state;
    tlb_shared_restart(state);
    mask_window_restart(&s->window);
    s->now = 0;
    s->bypass_hits = s->bypassed = s->all_tokens = s->all_warps = 0;
}

/* The program ends, or its page table has changed: what is known of it goes. */
static void flush(void *state, uint16_t app)
{
    mask_state *s = state;
    tlb_shared_flush(state, app);
    tlb_array_flush(&s->bypass, app);
    if (app < POLICY_PROGRAMS)
        s->program[app] = (mask_program){.miss_rate = -1};
    for (uint32_t i = 0; i < s->shared.host->sms; i++) {
        if (s->core[i].app != app)
            continue;
        s->core[i] = (mask_core){.app = MASK_APP_NONE};
        s->tokens[i] = (mask_tokens){0};
    }
}

/* The source empties TLBs and bypass cache whenever a page table changes (6.4.2); with pages of two sizes
 * that would be at each coalescing, so that one entry goes, as in Mosaic (our choice). */
static void invalidate(void *state, const tlb_page *page)
{
    mask_state *s = state;
    tlb_shared_invalidate(state, page);
    const bool is_large = page->page_bits > s->shared.host->page_bits;
    tlb_array_invalidate(&s->bypass, page->app, bypass_key(s, page->page << page->page_bits, is_large));
}

/* ---- life ---- */

static void destroy(void *state)
{
    mask_state *s = state;
    tlb_shared_free(&s->shared);
    tlb_array_free(&s->bypass);
    mask_window_close(&s->window);
    free(s->core);
    free(s->tokens);
    free(s);
}

static int create(const tlb_host *host, const void *options, void **state, poise_error *err)
{
    const mask_options *o = options;
    mask_state *s = calloc(1, sizeof *s);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for TLBs");
    *state = s;
    s->options = *o;
    int code = tlb_shared_init(
        &s->shared, host, &o->shared,
        &(tlb_shared_hooks){.owner = s, .knows = knows, .looked_up = looked_up, .may_fill = may_fill}, err);
    if (code == POISE_OK)
        code = mask_window_open(&s->window, &o->window, err);
    if (code != POISE_OK)
        return code;
    s->core = aligned_alloc(alignof(mask_core), host->sms * sizeof *s->core);
    s->tokens = calloc(host->sms, sizeof *s->tokens);
    if (!s->core || !s->tokens || !tlb_array_init(&s->bypass, 1, (uint32_t)o->bypass))
        return poise_fail(err, POISE_FAILED, "no memory for TLBs");
    for (uint32_t i = 0; i < host->sms; i++)
        s->core[i] = (mask_core){.app = MASK_APP_NONE};
    for (uint32_t i = 0; i < POLICY_PROGRAMS; i++)
        s->program[i].miss_rate = -1;
    return POISE_OK;
}

/* Beside shared_tlb ([RA] 6.6.4): 13 bytes a core (two counters of 16 bits, a vector of 64 warps, a counter
 * of 8), a bypass cache of 8 bytes an entry, and for as many programs as there are cores a counter of 15 bits
 * and a direction. With 30 cores 30 * 13 + 316 = 706 bytes. A model takes its own (mask_window.h). */
static uint64_t storage_bits(const void *state)
{
    enum { CORE = 2 * 16 + 64 + 8, BYPASS_ENTRY = 64, PROGRAM = 15 + 1 };
    const mask_state *s = state;
    return tlb_shared_storage_bits(state) + (uint64_t)(CORE + PROGRAM) * s->shared.host->sms +
           (uint64_t)BYPASS_ENTRY * s->bypass.ways +
           mask_window_storage_bits(&s->window, s->shared.host->sms);
}

static size_t statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    const mask_state *s = states[0];
    const policy_statistic all[] = {
        {"bypass_hit_rate", "fraction",
         tlb_ratio(s->bypass_hits, s->bypass_hits + s->shared.look_ups - s->shared.hits)},
        {"bypass_fills", "page", (double)s->bypassed},
        {"tokens", "fraction", (double)s->all_tokens / (double)s->all_warps},
    };
    enum { OWN = sizeof all / sizeof *all };
    size_t n = mask_window_statistics(&s->window, out, room - OWN);
    n += tlb_shared_statistics(states, count, out + n, room - OWN - n);
    return n + policy_give_statistics(all, OWN, out + n, room - n);
}

#define AT(member) offsetof(mask_options, member)
static const poise_option option_table[] = {
    {"initial", 0, POISE_OPT_REAL, AT(initial), "80", 0, 100, NULL, "PERCENT",
     "Warps of a program that have tokens after its first epoch [RA 6.5]."},
    {"band", 0, POISE_OPT_REAL, AT(band), "2", 0, 100, NULL, "POINTS",
     "Change of the miss rate that changes tokens [RA 6.4.2]; points are our choice."},
    {"step", 0, POISE_OPT_REAL, AT(step), "10", 0, 100, NULL, "PERCENT",
     "Warps whose tokens are given or taken at once, at least one (our choice)."},
    {"bypass", 0, POISE_OPT_INT, AT(bypass), "32", 0, 4096, NULL, "N",
     "Entries of the bypass cache, fully associative [RA 6.4.2]."},
    {"epoch", 0, POISE_OPT_INT, AT(epoch), "100000", 1000, 4e9, NULL, "CYCLES",
     "Core cycles after which tokens are counted anew [RA 6.5]."},
    {"samples", 0, POISE_OPT_INT, AT(samples), "64", 0, 1e9, NULL, "N",
     "Look-ups without which the miss rate is that of the epoch before (our choice)."},
    {"hillclimb", 0, POISE_OPT_INT, AT(hillclimb), "0", 0, 1, NULL, "0|1",
     "A better miss rate repeats the last step, a worse one turns it round (our choice)."},
    {"guard", 0, POISE_OPT_REAL, AT(guard), "0", 0, 100, NULL, "PERCENT",
     "Miss rate up to which a program needs no tokens; 0 = it always does (our choice)."},
    MASK_WINDOW_OPTIONS(mask_options, window),
    TLB_SHARED_OPTIONS(mask_options, shared),
};
#undef AT

const tlb_policy tlb_mask = {
    .info =
        {.abi = POISE_POLICY_ABI,
         .struct_size = sizeof(tlb_policy),
         .name = "mask",
         .summary = "MASK's tokens: shared_tlb, filled by warps that hold one, and a bypass cache",
         .source = "Ausavarungnirun et al., ASPLOS 2018; [RA] 6.4.2",
         .storage =
             "beside shared_tlb 13 bytes a core and 316 at the L2 TLB, 706 with 30 cores; of an entry of the "
             "L2 TLB 9 bits, 7 %, are the address space",
         .options = option_table,
         .n_options = sizeof option_table / sizeof *option_table,
         .options_size = sizeof(mask_options)},
    .life = {.destroy = destroy,
             .storage_bits = storage_bits,
             .launch_end = launch_end,
             .gather = gather,
             .statistics = statistics},
    .create = create,
    .look_up = look_up,
    .fill = tlb_shared_fill,
    .ask = tlb_shared_ask,
    .read_done = tlb_shared_read_done,
    .present = tlb_shared_present,
    .tick = tlb_shared_tick,
    .restart = restart,
    .flush = flush,
    .invalidate = invalidate,
    .entry = tlb_shared_entry,
};

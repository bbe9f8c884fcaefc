#include "sim_hooks/vm/promotion.h"

#include "infer/cost.h"
#include "infer/load.h"
#include "infer/quantise.h"
#include "models/feature_names.h"
#include "sim_hooks/policy_statistics.h"
#include "sim_hooks/vm/frames_state.h"

#include <stdlib.h>
#include <string.h>

_Static_assert((int)MODEL_FRAMES_constant == (int)POISE_SHARES, "the constant is the last");

/* Large pages whose walks are counted; more are not (our choice: 32 GB of address space), and how often those
 * that wait are counted. */
enum { COUNTED = 16384, LOOK = 1000, WAIT = 1000 /* cycles, in the feature `wait` */ };

/* Of a program, in this window. */
typedef struct window_counts {
    uint64_t misses, walks, large_walks, waiting;
    uint64_t most; /* walks of one large page */
} window_counts;

struct promotion {
    const vm_host *host;
    frames *memory;
    uint64_t copy_cycles, window, worth;
    bool has_model;
    poise_weights weights;
    int64_t watch;
    /* Large pages with walks: keys of frames_chunk(), walks of this window, what walks have cost, in
     * 1/PROMOTION_UNIT core cycles. */
    frames_index by_chunk;
    uint64_t *chunk, *walks, *spent;
    uint32_t chunks;
    window_counts of[POLICY_PROGRAMS];
    uint64_t began, looks; /* of the window: core cycle, how often those that wait were counted */
    uint64_t windows, feature[POISE_SHARES]; /* sums of the watched program */
};

uint64_t promotion_worth_of(unsigned step)
{
    return step == 0 ? 0 : UINT64_C(1) << step / 2;
}

static bool is_given(const char *text)
{
    return text && *text;
}

bool promotion_is_wanted(const promotion_options *o)
{
    return o->worth >= 0 || is_given(o->model);
}

int promotion_new(promotion **result, const promotion_options *o, const vm_host *host, frames *f,
                  uint64_t copy_cycles, poise_error *err)
{
    promotion *p = *result = calloc(1, sizeof *p);
    if (!p)
        return poise_fail(err, POISE_FAILED, "no memory for counts of walks");
    if (o->worth >= 0 && is_given(o->model))
        return poise_fail(err, POISE_USAGE,
                          "mosaic: worth and model both say what a walk is worth; give one of them");
    *p = (promotion){.host = host,
                     .memory = f,
                     .copy_cycles = copy_cycles,
                     .window = o->window,
                     .worth = o->worth > 0 ? (uint64_t)o->worth : 0,
                     .has_model = is_given(o->model),
                     .watch = o->watch,
                     .chunk = calloc(COUNTED, sizeof *p->chunk),
                     .walks = calloc(COUNTED, sizeof *p->walks),
                     .spent = calloc(COUNTED, sizeof *p->spent)};
    if (!p->chunk || !p->walks || !p->spent)
        return poise_fail(err, POISE_FAILED, "no memory for counts of walks");
    const int code = frames_index_init(&p->by_chunk, p->chunk, COUNTED, err);
    return code != POISE_OK || !p->has_model
               ? code
               : poise_share_weights_load(o->model, MODEL_VIEW_FRAMES, &p->weights, err);
}

void promotion_free(promotion *p)
{
    if (!p)
        return;
    poise_weights_free(&p->weights);
    free(p->by_chunk.slot);
    free(p->chunk);
    free(p->walks);
    free(p->spent);
    free(p);
}

uint64_t promotion_storage_bits(const promotion *p)
{
    enum { COUNTER = 32, OF_PROGRAM = sizeof(window_counts) / sizeof(uint64_t) };
    if (!p->has_model)
        return 0;
    return poise_weights_storage_bits(&p->weights) + (uint64_t)COUNTER * OF_PROGRAM * POLICY_PROGRAMS;
}

/* ---- counting ---- */

void promotion_missed(promotion *p, uint16_t app)
{
    if (app < POLICY_PROGRAMS)
        p->of[app].misses++;
}

void promotion_walked(promotion *p, uint16_t app, uint64_t page)
{
    const uint64_t chunk = frames_chunk(p->memory, frames_key(app, page));
    if (app >= POLICY_PROGRAMS)
        return;
    p->of[app].walks++;
    if (frames_large(p->memory, app, frames_page_of(chunk)) != FRAMES_NIL) {
        p->of[app].large_walks++;
        return;
    }
    uint32_t at = frames_index_find(&p->by_chunk, chunk);
    if (at == FRAMES_NIL && p->chunks < COUNTED) {
        at = p->chunks++;
        p->chunk[at] = chunk;
        frames_index_insert(&p->by_chunk, at);
    }
    if (at == FRAMES_NIL)
        return;
    p->walks[at]++;
    if (p->of[app].most < p->walks[at])
        p->of[app].most = p->walks[at];
}

/* Its large pages are counted from nothing if it begins again. */
void promotion_app_end(promotion *p, uint16_t app)
{
    if (app < POLICY_PROGRAMS)
        p->of[app] = (window_counts){0};
    for (uint32_t i = 0; i < p->chunks; i++)
        if (frames_app_of(p->chunk[i]) == app)
            p->walks[i] = p->spent[i] = 0;
}

/* ---- the end of a window ---- */

static void shares_of(const promotion *p, uint16_t app, uint64_t cycles, poise_share shares[POISE_SHARES])
{
    const window_counts *c = &p->of[app];
    const uint64_t waited = p->looks ? c->waiting * cycles / p->looks : 0;
    shares[MODEL_FRAMES_misses] = poise_share_of(c->misses, cycles);
    shares[MODEL_FRAMES_walks_of_misses] = poise_share_of(c->walks, c->misses);
    shares[MODEL_FRAMES_waiting] = poise_share_of(c->waiting, p->looks * p->host->pages);
    shares[MODEL_FRAMES_walks_of_cycles] = poise_share_of(c->walks, cycles);
    shares[MODEL_FRAMES_focus] = poise_share_of(c->most, c->walks - c->large_walks);
    shares[MODEL_FRAMES_large_walks] = poise_share_of(c->large_walks, c->walks);
    shares[MODEL_FRAMES_wait] = poise_share_of(waited, waited + WAIT * c->misses);
}

static void watch(promotion *p, const poise_share shares[POISE_SHARES])
{
    poise_features features;
    poise_shares_see(shares, &features);
    for (int i = 0; i < POISE_SHARES; i++)
        p->feature[i] += features.x[i];
    p->windows++;
}

/* What a walk of the program is worth, after this window. */
static uint64_t worth_of(promotion *p, uint16_t app, uint64_t cycles)
{
    poise_share shares[POISE_SHARES];
    if (p->watch != app && !p->has_model)
        return p->worth;
    shares_of(p, app, cycles, shares);
    if (p->watch == app)
        watch(p, shares);
    return p->has_model ? promotion_worth_of(poise_shares_predict(&p->weights, shares)) : p->worth;
}

static void gather_if_worth(promotion *p, uint32_t at)
{
    const uint16_t app = frames_app_of(p->chunk[at]);
    const uint64_t large_page = frames_page_of(p->chunk[at]);
    const uint32_t pages = frames_gather_pages(p->memory, app, large_page);
    if (pages == FRAMES_NIL || pages * p->copy_cycles * PROMOTION_UNIT > p->spent[at])
        return;
    frames_gather(p->memory, app, large_page);
    p->spent[at] = 0;
}

static void end_window(promotion *p, uint64_t cycle)
{
    uint64_t worth[POLICY_PROGRAMS] = {0};
    for (uint32_t app = 0; app < POLICY_PROGRAMS; app++)
        if (p->of[app].walks)
            worth[app] = worth_of(p, (uint16_t)app, cycle - p->began);
    for (uint32_t i = 0; i < p->chunks; i++) {
        p->spent[i] += p->walks[i] * worth[frames_app_of(p->chunk[i])];
        if (p->walks[i] && p->spent[i])
            gather_if_worth(p, i);
        p->walks[i] = 0;
    }
    memset(p->of, 0, sizeof p->of);
    p->began = cycle;
    p->looks = 0;
}

/* Time begins anew with a launch that begins beside nobody. */
uint64_t promotion_gather(promotion *p, uint64_t cycle)
{
    if (cycle < p->began)
        p->began = cycle;
    for (uint32_t app = 0; app < POLICY_PROGRAMS; app++)
        p->of[app].waiting += p->host->waiting[app];
    p->looks++;
    if (cycle - p->began >= p->window)
        end_window(p, cycle);
    return LOOK;
}

size_t promotion_statistics(const promotion *p, policy_statistic *out, size_t room)
{
    static const char *const name[POISE_SHARES] = {
        [MODEL_FRAMES_misses] = "window_misses",   [MODEL_FRAMES_walks_of_misses] = "window_walks_of_misses",
        [MODEL_FRAMES_waiting] = "window_waiting", [MODEL_FRAMES_walks_of_cycles] = "window_walks_of_cycles",
        [MODEL_FRAMES_focus] = "window_focus",     [MODEL_FRAMES_large_walks] = "window_large_walks",
        [MODEL_FRAMES_wait] = "window_wait",
    };
    policy_statistic all[POISE_SHARES];
    const double one = (double)p->windows * (double)(UINT64_C(1) << POISE_FEATURE_BITS);
    if (p->watch < 0)
        return 0;
    for (int i = 0; i < POISE_SHARES; i++)
        all[i] = (policy_statistic){name[i], "1", (double)p->feature[i] / one};
    return policy_give_statistics(all, POISE_SHARES, out, room);
}

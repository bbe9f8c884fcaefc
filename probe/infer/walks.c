#include "probe/infer/walks.h"

#include <math.h>

static uint64_t page_at(const walks *w, uint32_t i)
{
    return (uint64_t)w->ring.chain.word[i] * PROBE_WORD / w->pages->page;
}

/* Whether load i enters a page. */
static bool enters(const walks *w, uint32_t i)
{
    const uint32_t n = w->ring.chain.n;
    return n > 1 && page_at(w, i) != page_at(w, i > 0 ? i - 1 : n - 1);
}

static bool has_pages(const walks *w)
{
    return w->pages != NULL && w->pages->n > 0 && w->pages->page > 0;
}

/* Pages that the ring enters. */
static uint64_t entered(const walks *w)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < w->ring.chain.n; i++)
        n += enters(w, i);
    return n;
}

/* What a page that the first TLB has lost adds; NAN where that is not known. */
static double cost(const walks *w, uint64_t pages)
{
    const probe_tlb *const first = &w->pages->tlb[0];
    const double least = w->is_first ? w->pages->hidden_least : first->miss_least,
                 most = w->is_first ? w->pages->hidden_most : first->miss_most;
    const bool are_all_lost = first->sets == 1 || pages >= 2 * (uint64_t)first->entries;
    if (first->entries == 0 || !are_all_lost || pages > w->pages->constant || most <= 0 ||
        most - least > w->allowed)
        return NAN;
    return least;
}

/* Takes the time of translation out of the times of the ring. */
static void take_out(walks *w)
{
    w->is_blind = false;
    if (w->pages == NULL || probe_chain_bytes(&w->ring.chain) <= w->pages->reach)
        return;
    if (!has_pages(w)) {
        w->is_blind = true;
        return;
    }
    const uint64_t pages = entered(w);
    if (pages <= w->pages->reach / w->pages->page)
        return;
    const double more = cost(w, pages);
    w->is_blind = isnan(more);
    for (uint32_t i = 0; i < w->ring.chain.n; i++)
        w->ring.times[i] -= enters(w, i) ? more : 0;
}

int walks_ask(walks *w, uint32_t warm, poise_error *err)
{
    int code = probe_rounds_ask(&w->ring, warm, err);
    if (code == POISE_OK)
        take_out(w);
    return code;
}

int walks_walk(walks *w, uint64_t stride, uint64_t n, poise_error *err)
{
    int code = probe_chain_walk(&w->ring.chain, (probe_walk){.stride = stride, .n = (uint32_t)n}, err);
    return code == POISE_OK ? walks_ask(w, PROBE_WARM, err) : code;
}

int walks_two(walks *w, uint64_t stride, uint64_t n, uint64_t far, poise_error *err)
{
    int code = probe_chain_walk(&w->ring.chain, (probe_walk){.stride = stride, .n = (uint32_t)n}, err);
    for (uint64_t i = 0; i < n && code == POISE_OK; i++)
        code = probe_chain_add(&w->ring.chain, far + i * stride, err);
    return code == POISE_OK ? walks_ask(w, PROBE_WARM, err) : code;
}

uint32_t walks_slower(const walks *w, double than)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < w->ring.chain.n; i++)
        n += w->ring.times[i] > than;
    return n;
}

uint32_t walks_stay(const walks *w, double than)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < w->ring.chain.n; i++)
        n += w->ring.times[i] <= than;
    return n;
}

void walks_extremes(const walks *w, double beyond, double *least, double *most)
{
    *least = INFINITY;
    *most = 0;
    for (uint32_t i = 0; i < w->ring.chain.n; i++) {
        if (w->ring.times[i] <= beyond || (has_pages(w) && enters(w, i)))
            continue;
        *least = fmin(*least, w->ring.times[i]);
        *most = fmax(*most, w->ring.times[i]);
    }
}

walk_runs walks_runs(const walks *w, double hit)
{
    walk_runs r = {.are_regular = true};
    const double *const times = w->ring.times;
    uint32_t begin = 0, before = 0;
    for (uint32_t i = 0; i < w->ring.chain.n; i++) {
        if (times[i] <= hit)
            continue;
        if (i == 0 || times[i - 1] <= hit) {
            before = begin, begin = i;
            if (r.n == 1)
                r.apart = begin - before;
            else if (r.n > 1 && begin - before != r.apart)
                r.are_regular = false;
            r.n++;
        }
        r.longest = i - begin + 1 > r.longest ? i - begin + 1 : r.longest;
    }
    return r;
}

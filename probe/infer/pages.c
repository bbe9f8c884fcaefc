#include "probe/infer/pages.h"

#include "probe/infer/places.h"

#include <stdlib.h>
#include <string.h>

enum { LARGE_PAGE = 2 << 20 }; /* bytes: pages are asked for this far apart where there is room */

static const char *const irregular = "pages are not lost as LRU or FIFO of linear sets lose them";

static uint64_t power_below(uint64_t value)
{
    uint64_t power = 1;
    while (2 * power <= value)
        power *= 2;
    return power;
}

/* ---- a ring that loses pages ---- */

static int fits_far(void *asker, uint64_t n, bool *do_fit, poise_error *err)
{
    places *p = asker;
    const uint64_t stride = power_below(p->most_bytes / n);
    return places_fit(p, stride < LARGE_PAGE ? stride : LARGE_PAGE, n, do_fit, err);
}

/* The smallest distance at which one page more than `n` still is too much: the page, times the sets where
 * there are several. 0: rings of smaller distances say nothing, as caches lose them. */
static int least_stride(places *p, uint64_t n, uint64_t from, uint64_t *stride, poise_error *err)
{
    bool do_fit = false, is_sure = false;
    uint64_t s = from;
    *stride = 0;
    for (; s >= PROBE_LEAST_PAGE && !is_sure; s /= 2) {
        int code = places_fit(p, s, n + 1, &do_fit, err);
        if (code != POISE_OK)
            return code;
        is_sure = places_surely_fit(p);
        if (places_surely_lost(p))
            *stride = s;
    }
    if (is_sure && *stride != 4 * s) /* the loop has halved it once more */
        *stride = 0;
    return POISE_OK;
}

/* The page in a ring that loses all: the smallest distance at which the second line of a place is as late as
 * the first. 0: second lines are neither late nor not. */
static int page_of(places *p, uint64_t n, uint64_t stride, uint64_t *page, poise_error *err)
{
    int code = places_ask(p, stride, n + 1, err);
    const double cost = places_cost(p, false).least;
    for (*page = PROBE_LEAST_PAGE; code == POISE_OK && *page < stride; *page *= 2) {
        uint32_t late = 0, same = 0;
        code = places_ask_apart(p, *page, cost, &late, &same, err);
        if (2 * late > n)
            return code;
        if (2 * same <= n) {
            *page = 0;
            return code;
        }
    }
    return code;
}

/* Whether a page is no longer than what has been found, which may be as far as there was room to ask. */
static int is_whole(places *p, uint64_t n, uint64_t stride, bool *is, poise_error *err)
{
    *is = false;
    if (2 * stride * n > p->most_bytes)
        return POISE_OK;
    int code = places_ask(p, 2 * stride, n, err);
    *is = code == POISE_OK && places_surely_fit(p);
    return code;
}

/* The page, and the distance at which pages lose each other. */
static int find_page(places *p, uint64_t *page, uint64_t *conflict, poise_error *err)
{
    uint64_t n = 0, stride = 0, found = 0;
    const uint64_t limit = p->most_bytes / PROBE_LEAST_PAGE;
    *page = *conflict = 0;
    int code = probe_find_most(p, fits_far, 1, limit < PLACES_MOST ? limit : PLACES_MOST, &n, err);
    if (code != POISE_OK || n == 0)
        return code;
    const uint64_t far = power_below(p->most_bytes / (n + 1));
    code = least_stride(p, n, far < LARGE_PAGE ? far : LARGE_PAGE, &stride, err);
    if (code == POISE_OK && stride > 0)
        code = page_of(p, n, stride, &found, err);
    bool is = found < stride;
    if (code == POISE_OK && found > 0 && !is)
        code = is_whole(p, n, stride, &is, err);
    *page = is ? found : 0;
    *conflict = stride;
    return code;
}

/* ---- a level ---- */

static int fits_pages(void *asker, uint64_t n, bool *do_fit, poise_error *err)
{
    places *p = asker;
    return places_fit(p, p->stride, n, do_fit, err);
}

/* A page more than fits: under LRU and FIFO all pages of one set lose each other, ways + 1 of them, sets
 * pages apart, and nobody else does. */
static void shape(const places *p, uint64_t n, probe_tlb *tlb)
{
    const uint32_t slow = places_slow(p);
    tlb->unknown = irregular;
    if (slow < 2 || n % (slow - 1) != 0)
        return;
    const uint32_t ways = slow - 1, sets = (uint32_t)n / ways;
    for (uint32_t i = 0; i < p->n; i++) {
        if (places_is_slow(p, i) != (i % sets == 0))
            return;
    }
    *tlb = (probe_tlb){.entries = (uint32_t)n, .ways = ways, .sets = sets};
}

/* A page more in every set, and all are lost; a cache of page tables has room left, for it holds tables of
 * tables in some of its sets. */
static int all_overflow(places *p, uint64_t n, probe_tlb *tlb, poise_error *err)
{
    if (n + tlb->sets > places_limit(p)) {
        tlb->entries = tlb->ways = tlb->sets = 0;
        tlb->unknown = "too many pages for a probe";
        return POISE_OK;
    }
    int code = places_ask(p, p->stride, n + tlb->sets, err);
    if (code == POISE_OK && places_slow(p) < p->n) {
        tlb->entries = tlb->ways = tlb->sets = 0;
        tlb->unknown = irregular;
    }
    return code;
}

/* What a miss of a level behind the first adds is a walk of several steps, or the level may be a cache of
 * page tables which saves one of them. */
static void tell_from_tables(const places *p, double before, probe_tlb *tlb)
{
    const double one_step = p->in_l1 == p->n ? p->memory : places_slowest(p);
    if (tlb->entries == 0 || p->beyond <= 0 || p->cost.least - before > one_step)
        return;
    tlb->entries = tlb->ways = tlb->sets = 0;
    tlb->unknown = "it may be a cache of page tables: a miss costs no more than one load";
}

/* The level that holds `from` pages at least. *n: how many; 0 = more than were asked for, or it cannot be
 * told: caches end there, or the L1 does, which hides a part of what translation costs. */
static int find_level(places *p, uint64_t from, uint64_t *n, probe_tlb *tlb, poise_error *err)
{
    bool do_fit = false;
    int code = probe_find_most(p, fits_pages, from, places_limit(p), n, err);
    if (code != POISE_OK || *n == 0)
        return code;
    code = places_fit(p, p->stride, *n, &do_fit, err);
    const double slowest = places_slowest(p);
    if (code == POISE_OK)
        code = places_ask(p, p->stride, *n + 1, err);
    if (code != POISE_OK)
        return code;
    shape(p, *n, tlb);
    p->cost = places_cost(p, false);
    /* What the loop hides of it in the L1 is less than the time of a hit. */
    tlb->miss_least = p->cost.least;
    tlb->miss_most = p->cost.most + (*n + 1 < places_least(p) && p->cost.most > 0 ? p->hit : 0);
    tell_from_tables(p, p->beyond, tlb);
    if (places_slow_within(p, slowest) == 0)
        *n = 0;
    else if (tlb->sets > 1)
        code = all_overflow(p, *n, tlb, err);
    return code;
}

/* What misses cost of `n` pages which are lost, where the L1 does not hide a part; nothing is slow then that
 * costs no more. */
static int cost_of(places *p, uint64_t n, probe_tlb *tlb, poise_error *err)
{
    p->beyond = 0;
    int code = places_ask(p, p->stride, n, err);
    const places_range cost = places_cost(p, false);
    tlb->miss_least = cost.least;
    tlb->miss_most = p->beyond = cost.most;
    return code;
}

/* The same of two lines of each, which the L1 may hold. That nothing is added to them says where the TLB is
 * if it is more than the loop can hide. */
static int cost_in_l1(places *p, uint64_t n, probe_pages *pages, poise_error *err)
{
    const uint64_t lines = p->lines;
    p->lines = 0;
    p->beyond = 0;
    int code = places_ask(p, p->stride, n, err);
    p->lines = lines;
    if (code != POISE_OK)
        return code;
    if (places_slow_in_l1(p) == 0) {
        if (2 * p->in_l1 > p->n && pages->tlb[0].miss_least > p->hit)
            pages->place = PROBE_TLB_BEHIND;
        return POISE_OK;
    }
    const places_range cost = places_cost(p, true);
    pages->hidden_least = cost.least;
    pages->hidden_most = cost.most;
    pages->place = PROBE_TLB_BEFORE;
    return POISE_OK;
}

/* The second level and further ones, behind a first that loses `from` pages. */
static int find_second(places *p, uint64_t from, probe_pages *pages, poise_error *err)
{
    uint64_t n = 0;
    probe_tlb tlb = {0}, *first = &pages->tlb[0];
    p->beyond = p->cost.most;
    int code = find_level(p, from, &n, &tlb, err);
    if (code != POISE_OK)
        return code;
    const uint64_t least = places_least(p);
    if (from < least && least <= places_limit(p) && (n == 0 || n >= least)) {
        code = cost_of(p, least, first, err);
        if (code == POISE_OK)
            code = find_level(p, least, &n, &tlb, err);
    }
    if (code != POISE_OK || n == 0)
        return code;
    pages->constant = n;
    pages->tlb[pages->n++] = tlb;
    return code;
}

static int find_levels(places *p, probe_pages *pages, poise_error *err)
{
    probe_tlb *tlb = &pages->tlb[0];
    uint64_t n = 0;
    int code = find_level(p, 1, &n, tlb, err);
    if (code != POISE_OK || (n == 0 && tlb->miss_most <= 0))
        return code;
    pages->n = 1;
    if (n == 0) {
        tlb->entries = tlb->ways = tlb->sets = 0;
        tlb->unknown = "a part of what its misses cost is hidden by the loop";
    }
    if (tlb->entries == 0)
        return code;
    const uint64_t lost = tlb->sets == 1 ? n + 1 : 2 * n;
    if (lost > places_limit(p))
        return code;
    code = cost_in_l1(p, lost, pages, err);
    return code == POISE_OK ? find_second(p, lost, pages, err) : code;
}

/* Pages that lose each other farther apart than a page are those of one set, so many pages apart as there are
 * sets; caches that keep lines by other rules than LRU and FIFO may look alike. */
static void check_sets(probe_pages *pages, uint64_t conflict)
{
    if (pages->page == conflict || pages->page * pages->tlb[0].sets == conflict)
        return;
    pages->n = 0;
    pages->page = 0;
    pages->constant = 0;
    pages->place = PROBE_TLB_UNKNOWN;
    memset(pages->tlb, 0, sizeof pages->tlb);
}

/* Loads of one page on a machine that knows nothing: the first walks as well. */
static int find_first(places *p, probe_pages *pages, poise_error *err)
{
    int code = probe_chain_walk(&p->ring.chain, (probe_walk){.stride = PROBE_LEAST_PAGE / 2, .n = 2}, err);
    if (code == POISE_OK)
        code = probe_rounds_ask(&p->ring, 0, err);
    if (code != POISE_OK)
        return code;
    pages->first = p->ring.times[0];
    pages->first_least = pages->first_most = p->ring.times[1];
    /* A walk of several levels reads memory as often; code that is read, and a row that is opened, take less
     * (our choice: of 1,800 random machines the ones begin at 1.92, and the others end at 1.75). */
    pages->has_walks = pages->first > 1.84 * pages->first_most;
    return POISE_OK;
}

/* How far translation surely costs nothing: entries of pages, or what has been seen to fit. */
static int find_reach(places *p, probe_pages *pages, poise_error *err)
{
    pages->reach = pages->page * pages->tlb[0].entries;
    if (pages->reach > 0)
        return POISE_OK;
    p->beyond = 0;
    int code = POISE_OK;
    for (uint64_t n = 1; n <= PLACES_MOST && n * PROBE_LEAST_PAGE <= p->most_bytes; n *= 2) {
        code = places_ask(p, PROBE_LEAST_PAGE, n, err);
        if (code != POISE_OK || !places_surely_fit(p))
            break;
        pages->reach = n * PROBE_LEAST_PAGE;
    }
    return code;
}

int probe_infer_pages(probe_bench *bench, uint64_t most_bytes, probe_pages *pages, poise_error *err)
{
    places p;
    uint64_t conflict = 0;
    memset(pages, 0, sizeof *pages);
    if (bench->each == NULL)
        return poise_fail(err, POISE_USAGE, "TLBs are inferred from the time of each load");
    int code = places_open(&p, bench, most_bytes, err);
    if (code == POISE_OK)
        code = find_first(&p, pages, err);
    if (code == POISE_OK)
        code = find_page(&p, &pages->page, &conflict, err);
    if (code == POISE_OK && pages->page > 0) {
        p.stride = pages->page;
        code = find_levels(&p, pages, err);
        check_sets(pages, conflict);
    }
    if (code == POISE_OK)
        code = find_reach(&p, pages, err);
    pages->asked = p.asked;
    pages->asked_bytes = p.asked_bytes;
    places_free(&p);
    return code;
}

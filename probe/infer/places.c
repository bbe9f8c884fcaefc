#include "probe/infer/places.h"

#include <math.h>
#include <stdlib.h>

enum {
    HALF = PROBE_LEAST_PAGE / 2,
    LINE = 128,          /* bytes: lines of GPUs have 32 to 128 */
    SLOTS = HALF / LINE, /* of half a page */
    MOST_MORE = 2 * SLOTS - 2,
    MOST_LINES = 1 << 16, /* of an L1 (our choice) */
};

/* Places slide by lines, so that they do not all fall into the same sets: neither pages in a row, nor every
 * sixteenth of them. */
static uint64_t slide(uint64_t i)
{
    return (i + i / SLOTS + i / (SLOTS * SLOTS)) % SLOTS * LINE;
}

/* The two lines of each place, or the other one first, and its further lines. */
static int ask_order(places *p, uint64_t apart, bool is_turned, poise_error *err)
{
    probe_chain *chain = &p->ring.chain;
    int code = POISE_OK;
    probe_chain_clear(chain);
    for (uint32_t i = 0; i < p->n && code == POISE_OK; i++) {
        const uint64_t begin = i * p->stride, at = begin + slide(i);
        code = probe_chain_add(chain, is_turned ? at + apart : at, err);
        if (code == POISE_OK)
            code = probe_chain_add(chain, is_turned ? at : at + apart, err);
        for (uint32_t k = 0; k < p->more && code == POISE_OK; k++)
            code = probe_chain_add(
                chain, begin + (slide(i) + (uint64_t)(k / 2 + 1) * LINE) % HALF + k % 2 * HALF, err);
    }
    return code == POISE_OK ? probe_rounds_ask(&p->ring, PROBE_WARM, err) : code;
}

static double quickest(const places *p, uint32_t from, double than)
{
    double least = INFINITY;
    for (uint32_t i = from; i < p->ring.chain.n; i++) {
        if (p->ring.times[i] > than)
            least = fmin(least, p->ring.times[i]);
    }
    return least;
}

/* Doubles a walk until all but one in sixteen of its lines are late; pages, which are larger, may be so.
 * *below: the quickest of those that are. */
static int find_lines(places *p, double *below, poise_error *err)
{
    *below = INFINITY;
    for (p->lines = 16; p->lines <= MOST_LINES && p->lines * LINE <= p->most_bytes; p->lines *= 2) {
        uint64_t late = 0;
        const probe_walk walk = {.stride = LINE, .n = (uint32_t)p->lines};
        int code = probe_chain_walk(&p->ring.chain, walk, err);
        if (code == POISE_OK)
            code = probe_rounds_ask(&p->ring, PROBE_WARM, err);
        for (uint64_t i = 0; i < p->lines && code == POISE_OK; i++)
            late += p->ring.times[i] > p->hit;
        if (code == POISE_OK)
            *below = quickest(p, 0, p->hit);
        if (code != POISE_OK || late + p->lines / 16 >= p->lines)
            return code;
    }
    p->lines = 0;
    return POISE_OK;
}

/* What the cache below the first answers takes `below` at least; what memory answers as long as the quickest
 * of a page's lines on caches that hold nothing, but for the first, which waits for a walk. Half way between
 * they are told from each other; without such a cache all that is slower than the L1 is memory. */
static int find_memory(places *p, double below, poise_error *err)
{
    const probe_walk walk = {.stride = LINE, .n = PROBE_LEAST_PAGE / LINE};
    int code = probe_chain_walk(&p->ring.chain, walk, err);
    if (code == POISE_OK)
        code = probe_rounds_ask(&p->ring, 0, err);
    if (code != POISE_OK)
        return code;
    const double memory = quickest(p, 1, p->hit);
    p->memory = below < memory ? (below + memory) / 2 : below;
    return POISE_OK;
}

int places_open(places *p, probe_bench *bench, uint64_t most_bytes, poise_error *err)
{
    *p = (places){.ring = {.bench = bench},
                  .most_bytes = most_bytes < bench->most_bytes ? most_bytes : bench->most_bytes,
                  .place = calloc(PLACES_MOST + 1, sizeof(place))};
    if (p->place == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for times of a probe");
    int code = probe_chain_walk(&p->ring.chain, (probe_walk){.stride = LINE, .n = 1}, err);
    if (code == POISE_OK)
        code = probe_rounds_ask(&p->ring, PROBE_WARM, err);
    if (code != POISE_OK)
        return code;
    p->hit = p->ring.times[0];
    double below = 0;
    code = find_lines(p, &below, err);
    return code == POISE_OK ? find_memory(p, below, err) : code;
}

void places_free(places *p)
{
    probe_rounds_free(&p->ring);
    free(p->place);
    p->place = NULL;
}

static bool is_in_l1(const places *p, uint32_t i)
{
    return p->place[i].again[0] <= p->hit && p->place[i].again[1] <= p->hit;
}

/* How many places lie in the L1, and how much times of others differ. */
static void sum_up(places *p)
{
    double least = INFINITY, most = 0;
    p->in_l1 = 0;
    for (uint32_t i = 0; i < p->n; i++) {
        p->in_l1 += is_in_l1(p, i);
        for (int k = 0; k < 2; k++) {
            const double time = p->place[i].again[k];
            if (time <= p->hit)
                continue;
            least = fmin(least, time);
            most = fmax(most, time);
        }
    }
    p->tolerance = fmax(most - least, 0);
}

uint64_t places_least(const places *p)
{
    return p->lines / (MOST_MORE + 2) + 1;
}

uint64_t places_limit(const places *p)
{
    const uint64_t limit = p->most_bytes / p->stride;
    return limit < PLACES_MOST ? limit : PLACES_MOST;
}

int places_ask(places *p, uint64_t stride, uint64_t n, poise_error *err)
{
    if (stride < PROBE_LEAST_PAGE || n > PLACES_MOST + 1 || n * stride > p->most_bytes)
        return poise_fail(err, POISE_USAGE, "a probe of too many pages");
    p->stride = stride;
    p->n = (uint32_t)n;
    const uint64_t lines = (p->lines + n - 1) / n;
    p->more = lines < 2 || n < places_least(p) ? 0 : (uint32_t)lines - 2;
    for (int k = 0; k < 2; k++) {
        int code = ask_order(p, HALF, k == 1, err);
        if (code != POISE_OK)
            return code;
        for (uint32_t i = 0; i < p->n; i++) {
            p->place[i].first[k] = p->ring.times[(p->more + 2) * i];
            p->place[i].again[1 - k] = p->ring.times[(p->more + 2) * i + 1];
        }
    }
    sum_up(p);
    if (n > p->asked) {
        p->asked = n;
        p->asked_bytes = n * stride;
    }
    return POISE_OK;
}

int places_fit(places *p, uint64_t stride, uint64_t n, bool *do_fit, poise_error *err)
{
    int code = places_ask(p, stride, n, err);
    *do_fit = code == POISE_OK && places_slow(p) == 0;
    return code;
}

int places_ask_apart(places *p, uint64_t apart, double cost, uint32_t *late, uint32_t *same, poise_error *err)
{
    int code = ask_order(p, apart, true, err);
    *late = *same = 0;
    for (uint32_t i = 0; i < p->n && code == POISE_OK; i++) {
        const double more = p->ring.times[(p->more + 2) * i + 1] - p->place[i].again[0];
        *late += fabs(more - cost) < cost / 2;
        *same += fabs(more) < cost / 2;
    }
    return code;
}

static double cost(const place *p)
{
    return fmin(p->first[0] - p->again[0], p->first[1] - p->again[1]);
}

/* Places in memory say nothing: the second line finds a row open that the first had to open. Neither do those
 * beyond the L1 where most lie in it: too few to know how much their times differ. */
static bool says_something(const places *p, uint32_t i)
{
    return is_in_l1(p, i) ||
           (2 * p->in_l1 < p->n && fmax(p->place[i].again[0], p->place[i].again[1]) < p->memory);
}

/* What clocks that do not divide each other add to one ring and not to another is less than one in sixteen of
 * a time (our choice); nothing is added where the L1 answers and no TLB misses. */
static double margin(const places *p, uint32_t i)
{
    if (is_in_l1(p, i))
        return p->beyond > 0 ? p->hit / 16 : 0;
    return fmax(p->tolerance, fmin(p->place[i].again[0], p->place[i].again[1]) / 16);
}

bool places_is_slow(const places *p, uint32_t i)
{
    return says_something(p, i) && cost(&p->place[i]) > p->beyond + margin(p, i);
}

bool places_surely_fit(const places *p)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->n; i++) {
        if (places_is_slow(p, i))
            return false;
        n += says_something(p, i);
    }
    return 2 * n >= p->n;
}

bool places_surely_lost(const places *p)
{
    uint32_t slow = 0;
    for (uint32_t i = 0; i < p->n; i++) {
        if (says_something(p, i) && !places_is_slow(p, i))
            return false;
        slow += places_is_slow(p, i);
    }
    return 2 * slow > p->n;
}

uint32_t places_slow(const places *p)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->n; i++)
        n += places_is_slow(p, i);
    return n;
}

uint32_t places_slow_in_l1(const places *p)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->n; i++)
        n += places_is_slow(p, i) && is_in_l1(p, i);
    return n;
}

uint32_t places_slow_within(const places *p, double within)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->n; i++)
        n += places_is_slow(p, i) && p->place[i].again[0] <= within && p->place[i].again[1] <= within;
    return n;
}

double places_slowest(const places *p)
{
    double slowest = 0;
    for (uint32_t i = 0; i < p->n; i++)
        slowest = fmax(slowest, fmax(p->place[i].again[0], p->place[i].again[1]));
    return slowest;
}

places_range places_cost(const places *p, bool in_l1)
{
    places_range range = {INFINITY, 0};
    const uint32_t inside = places_slow_in_l1(p), wanted = in_l1 ? inside : places_slow(p) - inside;
    for (uint32_t i = 0; i < p->n; i++) {
        if (!places_is_slow(p, i) || (wanted > 0 && is_in_l1(p, i) != in_l1))
            continue;
        const double c = cost(&p->place[i]);
        range.least = fmin(range.least, c);
        range.most = fmax(range.most, c);
    }
    return range;
}

#include "probe/infer/caches.h"

#include <stdlib.h>
#include <string.h>

enum {
    STEP = 32, /* bytes: the smallest sector of a GPU that we know */
    MOST_SECTOR = 4096,
    MORE = 16, /* lines of one set beyond its ways: a hash deals some of them elsewhere (our choice) */
    APART = 3, /* of them, in sets: powers of two leave bits out that a hash may leave out as well */
    WARM = 3,  /* times round a ring before it is timed (our choice) */
};

/* One ring and its times. */
typedef struct timed {
    probe_chain chain;
    double *times;
    uint32_t room;
} timed;

typedef struct asking {
    probe_bench *bench;
    uint64_t most_bytes;
    timed ring;
} asking;

static void forget(timed *t)
{
    probe_chain_free(&t->chain);
    free(t->times);
}

/* Times of the chain after `warm` times round it. */
static int time_chain(asking *a, uint32_t warm, poise_error *err)
{
    timed *t = &a->ring;
    if (t->room < t->chain.n) {
        free(t->times);
        t->room = 2 * t->chain.n;
        t->times = calloc(t->room, sizeof *t->times);
        if (t->times == NULL) {
            t->room = 0;
            return poise_fail(err, POISE_FAILED, "no memory for times of a probe");
        }
    }
    const probe_question q = probe_round(&t->chain, warm);
    return a->bench->each(a->bench, &q, t->times, err);
}

static int walk(asking *a, uint64_t stride, uint64_t n, poise_error *err)
{
    int code = probe_chain_walk(&a->ring.chain, (probe_walk){.stride = stride, .n = (uint32_t)n}, err);
    return code == POISE_OK ? time_chain(a, WARM, err) : code;
}

static uint32_t slower(const timed *t, double than)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->chain.n; i++)
        n += t->times[i] > than;
    return n;
}

static void extremes(const timed *t, double *least, double *most)
{
    *least = *most = t->times[0];
    for (uint32_t i = 1; i < t->chain.n; i++) {
        *least = t->times[i] < *least ? t->times[i] : *least;
        *most = t->times[i] > *most ? t->times[i] : *most;
    }
}

/* Whether all of `n` elements fit into what answers within `hit`. */
static int fits(asking *a, uint64_t stride, uint64_t n, double hit, bool *do_fit, poise_error *err)
{
    int code = walk(a, stride, n, err);
    *do_fit = code == POISE_OK && slower(&a->ring, hit) == 0;
    return code;
}

/* The most elements that fit, at least `from`, which do; *n = 0 when more than most_bytes do. */
static int find_most(asking *a, uint64_t stride, uint64_t from, double hit, uint64_t *n, poise_error *err)
{
    uint64_t good = from, bad = 2 * from;
    bool do_fit = true;
    int code = POISE_OK;
    for (; code == POISE_OK; bad *= 2) {
        if (bad * stride > a->most_bytes) {
            *n = 0;
            return POISE_OK;
        }
        code = fits(a, stride, bad, hit, &do_fit, err);
        if (!do_fit)
            break;
        good = bad;
    }
    while (code == POISE_OK && bad - good > 1) {
        const uint64_t middle = good + (bad - good) / 2;
        code = fits(a, stride, middle, hit, &do_fit, err);
        if (do_fit)
            good = middle;
        else
            bad = middle;
    }
    *n = good;
    return code;
}

/* The smallest distance of two loads of which the second, on caches that hold nothing, is not answered within
 * `hit` by what the first has brought. */
static int find_sector(asking *a, double hit, uint32_t *sector, poise_error *err)
{
    for (uint32_t apart = PROBE_WORD; apart <= MOST_SECTOR; apart *= 2) {
        probe_chain *chain = &a->ring.chain;
        probe_chain_clear(chain);
        int code = probe_chain_add(chain, 0, err);
        if (code == POISE_OK)
            code = probe_chain_add(chain, apart, err);
        if (code == POISE_OK)
            code = time_chain(a, 0, err);
        if (code != POISE_OK)
            return code;
        if (a->ring.times[1] > hit) {
            *sector = apart;
            return POISE_OK;
        }
    }
    *sector = 0;
    return POISE_OK;
}

/* Runs of consecutive loads that are slow: how many, the longest, and the distance of the first two, in
 * elements; 0 when they are not equally far apart. */
typedef struct runs {
    uint32_t n, longest, apart;
    bool are_regular;
} runs;

static runs find_runs(const timed *t, double hit)
{
    runs r = {.are_regular = true};
    uint32_t begin = 0, before = 0;
    for (uint32_t i = 0; i < t->chain.n; i++) {
        if (t->times[i] <= hit)
            continue;
        if (i == 0 || t->times[i - 1] <= hit) {
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

/* An element more than fits: under LRU and FIFO all lines of one set lose each other, ways + 1 of them, sets
 * lines apart, and nobody else does. The line more holds one sector, the others all that fit into a line. */
static int find_sets(asking *a, double hit, bool is_first, probe_cache *c, poise_error *err)
{
    const uint64_t elements = c->capacity / c->sector;
    int code = walk(a, c->sector, elements + 1, err);
    if (code != POISE_OK)
        return code;
    const runs one = find_runs(&a->ring, hit);
    const uint32_t line = one.longest * c->sector;
    if (one.n < 2 || c->capacity % line != 0 || c->capacity / line % (one.n - 1) != 0) {
        c->unknown = "no set overflows alone: replacement is not LRU, or sets are hashed";
        return POISE_OK;
    }
    c->line = line;
    const uint32_t ways = one.n - 1, sets = (uint32_t)(c->capacity / line / ways);
    if (!one.are_regular || one.apart != sets * one.longest) {
        c->unknown = "the set is not the number of the line modulo the sets";
        c->ways = ways;
        c->sets = sets;
        return POISE_OK;
    }
    c->ways = ways;
    c->sets = sets;
    if (!is_first) /* few lines may well be held above, whatever becomes of them here */
        return POISE_OK;
    bool do_fit = false;
    code = fits(a, (uint64_t)sets * line, ways, hit, &do_fit, err);
    if (code == POISE_OK && do_fit)
        code = walk(a, (uint64_t)APART * sets * line, ways + MORE, err);
    if (code != POISE_OK)
        return code;
    if (!do_fit || slower(&a->ring, hit) != ways + MORE)
        c->unknown = "the set is not the number of the line modulo the sets";
    return POISE_OK;
}

/* How much slower than the slowest hit a load must be that is none: what clocks that do not divide each other
 * add is less. Our choice. */
static double beyond(double hit, double before)
{
    return hit + (hit - before) / 8;
}

/* Whether the ring that was timed last is as fast the first time round, for half of its loads: then nothing
 * is kept for the second time, and what answers is no cache. */
static int answers_at_once(asking *a, double hit, bool *does, poise_error *err)
{
    int code = time_chain(a, 0, err);
    *does = code == POISE_OK && slower(&a->ring, hit) < a->ring.chain.n / 2;
    return code;
}

/* One level, whose hits take `hit` at most and which holds `from` bytes. */
static int infer_cache(asking *a, double hit, uint64_t from, bool is_first, probe_cache *c, poise_error *err)
{
    uint64_t n = 0;
    c->asked = a->most_bytes;
    int code = find_sector(a, hit, &c->sector, err);
    if (code != POISE_OK || c->sector == 0)
        return code;
    from = from < c->sector ? c->sector : from;
    code = find_most(a, c->sector, from / c->sector, hit, &n, err);
    c->capacity = n * c->sector;
    return code == POISE_OK && n > 0 ? find_sets(a, hit, is_first, c, err) : code;
}

int probe_infer_caches(probe_bench *bench, uint64_t most_bytes, probe_caches *caches, poise_error *err)
{
    asking a = {.bench = bench,
                .most_bytes = most_bytes < bench->most_bytes ? most_bytes : bench->most_bytes};
    memset(caches, 0, sizeof *caches);
    if (bench->each == NULL)
        return poise_fail(err, POISE_USAGE, "caches are inferred from the time of each load");
    uint64_t from = STEP; /* bytes */
    double before = 0;
    int code = walk(&a, STEP, 1, err);
    while (code == POISE_OK && caches->n < PROBE_MOST_CACHES) {
        probe_cache *c = &caches->cache[caches->n];
        extremes(&a.ring, &c->hit_least, &c->hit_most);
        /* The first level is exact. */
        const double hit = caches->n == 0 ? c->hit_most : beyond(c->hit_most, before);
        bool is_memory = false;
        if (caches->n > 0)
            code = answers_at_once(&a, hit, &is_memory, err);
        if (code != POISE_OK)
            break;
        if (is_memory) {
            caches->memory_least = c->hit_least;
            caches->memory_most = c->hit_most;
            *c = (probe_cache){0};
            break;
        }
        code = infer_cache(&a, hit, from, caches->n == 0, c, err);
        caches->n++;
        if (code != POISE_OK || c->capacity == 0)
            break;
        /* Of twice as much no load is answered here, and what answers them is the next. */
        before = c->hit_most;
        from = 2 * c->capacity;
        code = walk(&a, c->sector, from / c->sector, err);
    }
    forget(&a.ring);
    return code;
}

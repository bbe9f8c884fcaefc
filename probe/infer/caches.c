#include "probe/infer/caches.h"

#include "probe/infer/replacement.h"
#include "probe/infer/walks.h"

#include <string.h>

/* Bytes between two walks that should meet in all sets (our choice). */
#define FAR_LEAST (UINT64_C(1) << 21)
#define FAR_MOST  (UINT64_C(1) << 23)

enum {
    STEP = 32, /* bytes: the smallest sector of a GPU that we know */
    MOST_SECTOR = 4096,
    LINE = 128, /* bytes: of most GPUs */
    MORE = 16,  /* lines of one set beyond its ways: a hash deals some of them elsewhere (our choice) */
    APART = 3,  /* of them, in sets: powers of two leave bits out that a hash may leave out as well */
};

static const char *const no_set = "no set overflows alone: replacement is not LRU, or sets are hashed",
                         *const not_linear = "the set is not the number of the line modulo the sets",
                         *const blind =
                             "more pages than the TLBs are known to hold: tables of pages lie in it as well",
                         *const uneven = "sets do not overflow together: they are hashed, or replacement is "
                                         "not LRU";

/* A level that is asked about; what takes longer than `hit` it has not answered. */
typedef struct level {
    walks *walks;
    double hit;
    uint64_t stride;
    const probe_cache *above; /* the level above, NULL for the first */
    probe_cache *cache;
} level;

static int fits(void *asker, uint64_t n, bool *do_fit, poise_error *err)
{
    const level *l = asker;
    int code = walks_walk(l->walks, l->stride, n, err);
    *do_fit = code == POISE_OK && walks_slower(l->walks, l->hit) == 0;
    return code;
}

/* The smallest distance of two loads of which the second, on caches that hold nothing, is not answered within
 * `hit` by what the first has brought. */
static int find_sector(const level *l, uint32_t *sector, poise_error *err)
{
    walks *w = l->walks;
    for (uint32_t apart = PROBE_WORD; apart <= MOST_SECTOR; apart *= 2) {
        int code = probe_chain_walk(&w->ring.chain, (probe_walk){.stride = apart, .n = 2}, err);
        if (code == POISE_OK)
            code = probe_rounds_ask(&w->ring, 0, err);
        if (code != POISE_OK)
            return code;
        if (w->ring.times[1] > l->hit) {
            *sector = apart;
            return POISE_OK;
        }
    }
    *sector = 0;
    return POISE_OK;
}

/* Few lines of a set stay and more are all lost: sets are dealt in turn. */
static int is_modulo(const level *l, uint32_t sets, uint32_t ways, poise_error *err)
{
    probe_cache *c = l->cache;
    bool do_fit = false;
    int code = walks_walk(l->walks, (uint64_t)sets * c->line, ways, err);
    do_fit = code == POISE_OK && walks_slower(l->walks, l->hit) == 0;
    if (do_fit && (uint64_t)APART * sets * c->line * (ways + MORE) <= l->walks->most_bytes)
        code = walks_walk(l->walks, (uint64_t)APART * sets * c->line, ways + MORE, err);
    if (code == POISE_OK && (!do_fit || walks_stay(l->walks, l->hit) > 0)) {
        c->is_linear = false;
        c->unknown = not_linear;
    }
    return code;
}

/* `more` lines beyond what fits: how many loads are not lost; 1 as well where some say nothing. */
static int stay(const level *l, uint64_t more, uint64_t *n, poise_error *err)
{
    const probe_cache *c = l->cache;
    int code = walks_walk(l->walks, c->sector, (c->capacity + more * c->line) / c->sector, err);
    *n = code == POISE_OK && !l->walks->is_blind ? walks_stay(l->walks, l->hit) : 1;
    return code;
}

/* That no line is lost of `sets` times `ways` means as many sets at least. That all are lost of a line more
 * for each means that each has got one more than it holds, so that there are no more sets; of a line less
 * than that one set is left, and its ways stay. That all are lost of two lines more for each means that there
 * may be one set more in ways + 1. */
static int bound(const level *l, uint32_t sets, uint32_t ways, poise_error *err)
{
    probe_cache *c = l->cache;
    uint64_t all_but_one = 0, none = 1, twice = 1;
    int code = stay(l, sets - 1, &all_but_one, err);
    if (code == POISE_OK)
        code = stay(l, sets, &none, err);
    if (code == POISE_OK && none == 0 && all_but_one == (uint64_t)ways * c->line / c->sector) {
        c->sets = sets;
        c->ways = ways;
        c->capacity_most = c->capacity;
        return code;
    }
    c->is_linear = false;
    c->unknown = uneven;
    if (code == POISE_OK && none > 0 && ways > 1)
        code = stay(l, 2 * (uint64_t)sets, &twice, err);
    if (twice == 0) {
        c->ways = ways;
        c->capacity_most = (uint64_t)sets * (ways + 2) / (ways + 1) * ways * c->line;
    } else {
        c->line = 0;
    }
    return code;
}

/* As much again, far away, and nothing stays: or bits of the address that no walk reaches choose among
 * further sets. */
static int look_far(const level *l, poise_error *err)
{
    probe_cache *c = l->cache;
    for (uint64_t far = FAR_LEAST; far <= FAR_MOST && far + c->capacity <= l->walks->most_far; far *= 2) {
        if (far < c->capacity)
            continue;
        int code = walks_two(l->walks, c->sector, c->capacity / c->sector, far, err);
        if (code != POISE_OK)
            return code;
        if (walks_stay(l->walks, l->hit) == 0)
            continue;
        c->capacity_most = UINT64_MAX;
        c->line = c->sets = c->ways = 0;
        c->is_linear = false;
        c->unknown = "lines far apart do not meet: there are more sets than lines in a row use";
        return POISE_OK;
    }
    return POISE_OK;
}

/* An element more than fits: under LRU and FIFO all lines of one set lose each other, ways + 1 of them, sets
 * lines apart, and nobody else does. The line more holds one sector, the others all that fit into a line. */
static int find_sets(const level *l, poise_error *err)
{
    probe_cache *c = l->cache;
    int code = walks_walk(l->walks, c->sector, c->capacity / c->sector + 1, err);
    if (code != POISE_OK)
        return code;
    if (l->walks->is_blind) {
        c->unknown = blind;
        return POISE_OK;
    }
    const walk_runs one = walks_runs(l->walks, l->hit);
    const uint32_t line = one.longest * c->sector;
    if (one.n < 2 || c->capacity % line != 0 || c->capacity / line % (one.n - 1) != 0) {
        c->unknown = no_set;
        return POISE_OK;
    }
    c->line = line;
    const uint32_t ways = one.n - 1, sets = (uint32_t)(c->capacity / line / ways);
    c->is_linear = one.are_regular && one.apart == sets * one.longest;
    c->unknown = c->is_linear ? NULL : not_linear;
    code = bound(l, sets, ways, err);
    if (code == POISE_OK && c->capacity_most != UINT64_MAX)
        code = look_far(l, err);
    /* Of a level below the first few lines may well be held above, whatever becomes of them here. */
    if (code == POISE_OK && c->is_linear && c->sets > 0 && l->above == NULL)
        code = is_modulo(l, sets, ways, err);
    return code == POISE_OK ? probe_find_replacement(l->walks, l->hit, l->above, c, err) : code;
}

/* How much slower than the slowest hit a load must be that is none: what clocks that do not divide each other
 * add is less. Our choice. */
static double margin(double hit, double before)
{
    return (hit - before) / 8;
}

/* Whether the ring that was timed last is as fast the first time round, for half of its loads: then nothing
 * is kept for the second time, and what answers is no cache. */
static int answers_at_once(walks *w, double hit, bool *does, poise_error *err)
{
    int code = walks_ask(w, 0, err);
    *does = code == POISE_OK && walks_slower(w, hit) < w->ring.chain.n / 2;
    return code;
}

/* The most that fit, found with one sector of each line, which is quicker where LINE is the line; checked
 * with all, and found with all where it is not. */
static int find_most(level *l, uint64_t from, uint64_t *n, poise_error *err)
{
    const uint32_t sectors = LINE / l->cache->sector;
    uint64_t lines = 0;
    bool at = false, above = true;
    l->stride = LINE;
    int code = sectors < 2 ? POISE_OK
                           : probe_find_most(l, fits, (from + LINE - 1) / LINE, l->walks->most_bytes / LINE,
                                             &lines, err);
    l->stride = l->cache->sector;
    if (code == POISE_OK && lines > 0)
        code = fits(l, lines * sectors, &at, err);
    if (code == POISE_OK && at)
        code = fits(l, lines * sectors + 1, &above, err);
    *n = lines * sectors;
    if (code != POISE_OK || !above)
        return code;
    return probe_find_most(l, fits, from / l->stride, l->walks->most_bytes / l->stride, n, err);
}

/* One level, which holds `from` bytes. */
static int infer_cache(level *l, uint64_t from, poise_error *err)
{
    probe_cache *c = l->cache;
    uint64_t n = 0;
    c->asked = l->walks->most_bytes;
    c->capacity_most = UINT64_MAX;
    int code = find_sector(l, &c->sector, err);
    if (code != POISE_OK || c->sector == 0)
        return code;
    code = find_most(l, from < c->sector ? c->sector : from, &n, err);
    c->capacity = n * c->sector;
    if (code == POISE_OK && n > 0)
        code = find_sets(l, err);
    /* First lines of pages that say nothing may have been lost before. */
    if (c->unknown == blind)
        c->capacity -= c->capacity > 2 * l->walks->pages->page ? l->walks->pages->page : 0;
    return code;
}

int probe_infer_caches(probe_bench *bench, uint64_t most_bytes, const probe_pages *pages,
                       probe_caches *caches, poise_error *err)
{
    walks w = {.ring = {.bench = bench},
               .pages = pages,
               .most_far = bench->most_bytes,
               .most_bytes = most_bytes < bench->most_bytes ? most_bytes : bench->most_bytes};
    memset(caches, 0, sizeof *caches);
    if (bench->each == NULL)
        return poise_fail(err, POISE_USAGE, "caches are inferred from the time of each load");
    uint64_t from = STEP;         /* bytes */
    double before = 0, above = 0; /* the slowest hit of the level above, and what is allowed */
    int code = walks_walk(&w, STEP, 1, err);
    while (code == POISE_OK && caches->n < PROBE_MOST_CACHES) {
        probe_cache *c = &caches->cache[caches->n];
        walks_extremes(&w, above, &c->hit_least, &c->hit_most);
        w.is_first = caches->n == 0;
        /* The first level is exact. */
        w.allowed = w.is_first ? 0 : margin(c->hit_most, before);
        level l = {
            .walks = &w, .hit = c->hit_most + w.allowed, .above = w.is_first ? NULL : c - 1, .cache = c};
        bool is_memory = false;
        if (!w.is_first)
            code = answers_at_once(&w, l.hit, &is_memory, err);
        if (code != POISE_OK)
            break;
        if (is_memory) {
            caches->memory_least = c->hit_least;
            caches->memory_most = c->hit_most;
            *c = (probe_cache){0};
            break;
        }
        /* Behind a cache whose end is not seen there is memory, or nothing that can be told from it. */
        if (!w.is_first && c[-1].unknown == blind) {
            *c = (probe_cache){0};
            break;
        }
        code = infer_cache(&l, from, err);
        caches->n++;
        /* Where pages are not known a TLB's end looks as that of a cache that has no sets, and what comes
         * next may be behind the one or the other. */
        const bool is_lost = pages != NULL && pages->n == 0 &&
                             (c->unknown == blind || (pages->has_walks && c->capacity_most == UINT64_MAX));
        if (code != POISE_OK || c->capacity == 0 || is_lost)
            break;
        /* Of twice as much no load is answered here, and what answers them is the next. */
        before = c->hit_most;
        above = l.hit;
        from = 2 * c->capacity;
        code = walks_walk(&w, c->sector, from / c->sector, err);
    }
    probe_rounds_free(&w.ring);
    return code;
}

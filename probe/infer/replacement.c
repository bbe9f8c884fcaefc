#include "probe/infer/replacement.h"

enum {
    MOST_WAYS = 128, /* our choice: more take too many loads */
    LEAST_SETS = 4,  /* so that the line beside another one is of another set */
    FLUSH = 2,       /* times the level above are walked, so that it loses all */
    TOUCHES = 3 * MOST_WAYS,
};

/* Touches of the lines of one set, in order; what the level above holds is flushed before those that must
 * reach this one. */
typedef struct trial {
    walks *walks;
    const probe_cache *above, *cache;
    double hit;
    uint64_t line[MOST_WAYS + 1]; /* ways + 1 of them: bytes */
    uint64_t flushed;             /* where the next flush begins, bytes */
    uint32_t must[TOUCHES];       /* loads that must not be answered above */
    uint32_t n_must;
} trial;

/* What is asked: which line is touched again, and which is looked for in the end. */
typedef enum pattern {
    AGAIN_FIRST, /* the first line; then a new one */
    AGAIN_ALL,   /* all from the last to the first; then a new one */
    AGAIN_EARLY, /* the first, before the others come; then a new one: re-reference counts keep it */
    NEW_TWICE    /* none; a new one, and the first, which it may have replaced */
} pattern;

typedef struct question {
    pattern pattern;
    uint32_t looked_for; /* line; UINT32_MAX: the new one */
    bool lru, fifo;      /* whether it is still there */
} question;

/* The lines of the set that overflows first, with one line more than fits. */
static int find_lines(trial *t, poise_error *err)
{
    const probe_cache *c = t->cache;
    const walks *w = t->walks;
    uint32_t n = 0;
    int code = walks_walk(t->walks, c->sector, c->capacity / c->sector + 1, err);
    for (uint32_t i = 0; i < w->ring.chain.n && code == POISE_OK; i++) {
        if (w->ring.times[i] > t->hit && (i == 0 || w->ring.times[i - 1] <= t->hit) && n <= c->ways)
            t->line[n++] = (uint64_t)w->ring.chain.word[i] * PROBE_WORD;
    }
    return code;
}

/* A line beside, of another set and the same page: its load brings the translation. */
static int open_page(trial *t, uint64_t line, uint32_t word, poise_error *err)
{
    const probe_pages *pages = t->walks->pages;
    if (pages == NULL || pages->n == 0 || pages->page == 0)
        return POISE_OK;
    const bool is_last = line % pages->page + t->cache->line >= pages->page;
    const uint64_t beside = is_last ? line - t->cache->line : line + t->cache->line;
    return probe_chain_add(&t->walks->ring.chain, beside + (uint64_t)word * PROBE_WORD, err);
}

/* A touch of line i that must reach the level. */
static int touch(trial *t, uint32_t i, uint32_t word, poise_error *err)
{
    int code = open_page(t, t->line[i], word, err);
    t->must[t->n_must++] = t->walks->ring.chain.n;
    return code == POISE_OK
               ? probe_chain_add(&t->walks->ring.chain, t->line[i] + (uint64_t)word * PROBE_WORD, err)
               : code;
}

/* Lines of all sets but the one in question, which nobody has touched before. */
static int flush_above(trial *t, poise_error *err)
{
    if (t->above == NULL)
        return POISE_OK;
    const probe_cache *c = t->cache;
    const uint32_t step = t->above->line > 0 ? t->above->line : t->above->sector;
    const uint64_t set = t->line[0] / c->line % c->sets, end = t->flushed + FLUSH * t->above->capacity;
    int code = POISE_OK;
    for (; t->flushed < end && code == POISE_OK; t->flushed += step) {
        if (t->flushed / c->line % c->sets != set)
            code = probe_chain_add(&t->walks->ring.chain, t->flushed, err);
    }
    return code;
}

static int touch_again(trial *t, pattern p, poise_error *err)
{
    const uint32_t ways = t->cache->ways;
    if (p == NEW_TWICE || p == AGAIN_EARLY)
        return POISE_OK;
    int code = flush_above(t, err);
    if (p == AGAIN_FIRST)
        return code == POISE_OK ? touch(t, 0, 1, err) : code;
    for (uint32_t i = ways; i > 0 && code == POISE_OK; i--)
        code = touch(t, i - 1, 1, err);
    return code;
}

/* The touches of a question; the last is that of the line that is looked for. */
static int lay(trial *t, const question *q, poise_error *err)
{
    const uint32_t ways = t->cache->ways;
    probe_chain_clear(&t->walks->ring.chain);
    t->n_must = 0;
    t->flushed = (t->cache->capacity / 65536 + 2) * 65536;
    int code = POISE_OK;
    for (uint32_t i = 0; i < ways && code == POISE_OK; i++) {
        code = touch(t, i, 0, err);
        if (code == POISE_OK && i == 0 && q->pattern == AGAIN_EARLY) {
            code = flush_above(t, err);
            if (code == POISE_OK)
                code = touch(t, 0, 1, err);
        }
    }
    if (code == POISE_OK)
        code = touch_again(t, q->pattern, err);
    if (code == POISE_OK)
        code = touch(t, ways, 0, err);
    if (code == POISE_OK)
        code = flush_above(t, err);
    if (code == POISE_OK && q->pattern == NEW_TWICE)
        code = touch(t, 0, 1, err);
    return code == POISE_OK ? touch(t, q->looked_for < ways ? q->looked_for : ways, 2, err) : code;
}

/* Whether the line is still there; *is_valid: all touches have reached this level. */
static int ask(trial *t, const question *q, bool *is_there, bool *is_valid, poise_error *err)
{
    const probe_rounds *ring = &t->walks->ring;
    *is_there = *is_valid = false;
    int code = lay(t, q, err);
    if (code != POISE_OK || probe_chain_bytes(&ring->chain) > t->walks->most_bytes)
        return code;
    code = probe_rounds_ask(&t->walks->ring, 0, err);
    *is_valid = code == POISE_OK;
    for (uint32_t i = 0; i < t->n_must && *is_valid && t->above != NULL; i++)
        *is_valid = ring->times[t->must[i]] > t->above->hit_most;
    *is_there = code == POISE_OK && ring->times[ring->chain.n - 1] <= t->hit;
    return code;
}

static int decide(trial *t, probe_cache *c, poise_error *err)
{
    const question questions[] = {
        {AGAIN_FIRST, 0, true, false}, {AGAIN_FIRST, 1, false, true},  {AGAIN_ALL, c->ways - 1, false, true},
        {AGAIN_ALL, 0, true, false},   {AGAIN_EARLY, 0, false, false}, {NEW_TWICE, UINT32_MAX, true, true},
    };
    bool lru = true, fifo = true;
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        bool is_there, is_valid;
        int code = ask(t, &questions[i], &is_there, &is_valid, err);
        if (code != POISE_OK)
            return code;
        if (!is_valid) {
            c->replaces = "lines of one set do not reach this level again";
            return POISE_OK;
        }
        lru = lru && is_there == questions[i].lru;
        fifo = fifo && is_there == questions[i].fifo;
    }
    c->replacement = lru ? PROBE_REPLACES_LRU : fifo ? PROBE_REPLACES_FIFO : PROBE_REPLACES_NEITHER;
    c->replaces = lru    ? "of a full set it loses what was touched longest ago"
                  : fifo ? "of a full set it loses what came first, touched again or not"
                         : "of a full set it loses neither what was touched longest ago nor what came first";
    return POISE_OK;
}

/* A word of each of a line more for every set: LRU and FIFO lose all. Some sets may go by another rule than
 * the one that is asked (Qureshi et al., ISCA 2007: set dueling). */
static int all_lost(trial *t, bool *are_lost, poise_error *err)
{
    const probe_cache *c = t->cache;
    int code = walks_walk(t->walks, c->line, c->capacity / c->line + c->sets, err);
    *are_lost = code == POISE_OK && walks_stay(t->walks, t->hit) == 0;
    return code;
}

/* Whether a level may keep lines whatever walks past it. */
static bool is_other(const probe_cache *above)
{
    return above != NULL && above->replacement != PROBE_REPLACES_LRU &&
           above->replacement != PROBE_REPLACES_FIFO && above->ways != 1;
}

int probe_find_replacement(walks *w, double hit, const probe_cache *above, probe_cache *cache,
                           poise_error *err)
{
    trial t = {.walks = w, .above = above, .cache = cache, .hit = hit};
    if (cache->sets == 0)
        cache->replaces = "its sets are not known";
    else if (cache->ways < 2)
        cache->replaces = "a set of one way leaves no choice";
    else if (cache->ways > MOST_WAYS || (cache->sets < LEAST_SETS && (above != NULL || w->pages != NULL)))
        cache->replaces = "too many ways, or too few sets, for this probe";
    else if (above != NULL && !cache->is_linear)
        cache->replaces =
            "its sets are not dealt in turn, so that the level above cannot be emptied around one";
    if (cache->replaces != NULL)
        return POISE_OK;
    bool are_lost = false;
    int code = all_lost(&t, &are_lost, err);
    if (code == POISE_OK && !are_lost && is_other(above)) {
        cache->replaces = "the level above may keep lines of a set";
        return code;
    }
    if (code == POISE_OK && !are_lost) {
        cache->replacement = PROBE_REPLACES_NEITHER;
        cache->replaces = "of a line more for every set some lines stay";
        return code;
    }
    if (code == POISE_OK)
        code = find_lines(&t, err);
    return code == POISE_OK ? decide(&t, cache, err) : code;
}

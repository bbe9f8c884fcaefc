#include "probe/infer/robust.h"

#include "probe/infer/search.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CERTAIN     0.99 /* nothing that is fitted is surer (our choice) */
#define LITTLE      0.1  /* of a miss, of which it cannot be said whether it is there (our choice) */
#define CONDITIONAL 0.7  /* of what is so only if sets are a power of two, as of most caches (our choice) */
enum {
    DEVIATIONS = 2,   /* on both sides of a time; 95 of 100 of a Gaussian */
    MOST_LINE = 1024, /* bytes of a line; more is neither a line nor a page (our choice) */
    MOST_WAYS =
        256, /* of a cache; of more elements that fit whatever their stride, sets differ (our choice) */
};

typedef enum kind { CACHE, TLB, STRIDE } kind;

/* A level and what is open of it; edges that overlap are one level whose edge is blurred. */
typedef struct seen {
    uint32_t level; /* of the fit, the first of them */
    kind kind;
    uint32_t fits, misses; /* sizes */
    uint32_t line_least, line_most;
    uint32_t ways_least, ways_most; /* in steps of the fit */
    bool is_blurred, may_be_tlb;
    double size_sure, line_sure, ways_sure, miss, miss_error;
} seen;

typedef struct reading {
    probe_fit fit;
    seen seen[PROBE_FIT_LEVELS];
    uint32_t n;
    double errors[PROBE_FIT_LEVELS + 1];
    const char *unit;
    probe_findings *findings;
} reading;

static uint64_t size_of(const reading *r, uint32_t i)
{
    return r->fit.surface->size[i];
}

static uint64_t stride_of(const reading *r, uint32_t i)
{
    return r->fit.surface->stride[i];
}

static double sure(double likely)
{
    return fmin(likely, CERTAIN);
}

/* Whether most loads that share a page with others take their part of its miss. Otherwise it is no page: a
 * hash that leaves some bits out looks alike. */
static bool is_shared(const probe_fit *fit, uint32_t i)
{
    uint32_t n = 0, agree = 0;
    for (uint32_t p = 0; p < fit->n_points; p++) {
        const double part = fit->column[i][p], time = fit->point[p].time;
        if (part < LITTLE || part > 1 - LITTLE)
            continue;
        n++;
        agree += fabs(time - probe_fit_time(fit, p)) <
                 fmax(part * fit->level[i].miss / 3, DEVIATIONS * fit->noise * time);
    }
    return 3 * agree >= 2 * n;
}

static void look_at(reading *r, uint32_t i)
{
    probe_fit *fit = &r->fit;
    seen *s = &r->seen[r->n++];
    uint32_t other;
    *s = (seen){.level = i, .miss = fit->level[i].miss, .miss_error = r->errors[i + 1]};
    s->size_sure = probe_fit_range(fit, i, PROBE_FITS, &s->fits, &other);
    s->size_sure = fmin(s->size_sure, probe_fit_range(fit, i, PROBE_MISSES, &other, &s->misses));
    s->line_sure = probe_fit_range(fit, i, PROBE_LINE, &s->line_least, &s->line_most);
    s->ways_sure = probe_fit_range(fit, i, PROBE_WAYS, &s->ways_least, &s->ways_most);
    s->is_blurred = fit->level[i].misses > fit->level[i].fits + 1;
    s->kind = probe_level_is_tlb(fit, &fit->level[i]) ? TLB : CACHE;
    if (fit->level[i].is_step || (s->kind == TLB && !is_shared(fit, i)) ||
        (s->kind == CACHE && stride_of(r, fit->level[i].line) > MOST_LINE))
        s->kind = STRIDE;
}

/* What begins with the misses of a nearer cache may hold less than that one: then its size does not show, and
 * neither whether it is a cache at all. */
static void tell_strides(reading *r)
{
    for (uint32_t i = 0; i < r->n; i++) {
        const probe_level *a = &r->fit.level[r->seen[i].level];
        for (uint32_t j = 0; j < r->n; j++) {
            const probe_level *b = &r->fit.level[r->seen[j].level];
            if (r->seen[j].kind == CACHE && a->line > b->line && r->seen[i].fits <= b->fits &&
                a->fits >= b->fits) {
                r->seen[i].may_be_tlb = r->seen[i].may_be_tlb || r->seen[i].kind == TLB;
                r->seen[i].kind = STRIDE;
            }
        }
    }
}

static int by_size(const void *a, const void *b)
{
    const seen *x = a, *y = b;
    return x->fits != y->fits ? (x->fits > y->fits) - (x->fits < y->fits)
                              : (x->misses > y->misses) - (x->misses < y->misses);
}

/* Edges that overlap, or of which the next begins before twice the size: a cache less than twice as large as
 * the one before it does not show, as most of what it holds is there already. */
static bool is_same(const reading *r, const seen *a, const seen *b)
{
    const uint64_t before = size_of(r, r->fit.level[a->level].fits),
                   after = size_of(r, r->fit.level[b->level].fits);
    return a->kind == b->kind && a->kind != STRIDE && (b->fits < a->misses || after < 2 * before) &&
           b->line_least <= a->line_most && a->line_least <= b->line_most;
}

static void merge(reading *r)
{
    uint32_t kept = 0;
    qsort(r->seen, r->n, sizeof *r->seen, by_size);
    for (uint32_t i = 0; i < r->n; i++) {
        seen *into = NULL;
        for (uint32_t j = 0; j < kept; j++) {
            if (is_same(r, &r->seen[j], &r->seen[i]))
                into = &r->seen[j];
        }
        if (into == NULL) {
            r->seen[kept++] = r->seen[i];
            continue;
        }
        into->misses = into->misses > r->seen[i].misses ? into->misses : r->seen[i].misses;
        into->line_least =
            into->line_least < r->seen[i].line_least ? into->line_least : r->seen[i].line_least;
        into->line_most = into->line_most > r->seen[i].line_most ? into->line_most : r->seen[i].line_most;
        into->is_blurred = true;
        into->miss += r->seen[i].miss;
        into->miss_error += r->seen[i].miss_error;
    }
    r->n = kept;
}

static int found(reading *r, const char *part, uint32_t number, const char *value, const char *unit,
                 double least, double most, double confidence, poise_error *err, const char *why)
{
    char name[PROBE_NAME];
    snprintf(name, sizeof name, "%s%u.%s", part, number, value);
    return probe_found(r->findings, name, unit, least, most, confidence, err, "%s", why);
}

static int unknown(reading *r, const char *part, uint32_t number, const char *value, const char *unit,
                   poise_error *err, const char *why)
{
    char name[PROBE_NAME];
    snprintf(name, sizeof name, "%s%u.%s", part, number, value);
    return probe_unknown(r->findings, name, unit, err, "%s", why);
}

static int tell_time(reading *r, const char *part, uint32_t number, const char *value, double time,
                     double error, poise_error *err, const char *why)
{
    const double off = DEVIATIONS * error;
    return found(r, part, number, value, r->unit, time - off, time + off, 0.95, err, why);
}

static int tell_line(reading *r, const seen *s, const char *part, uint32_t number, const char *value,
                     poise_error *err)
{
    char why[PROBE_WHY];
    const probe_surface *surface = r->fit.surface;
    if (s->is_blurred && surface->is_shuffled)
        return unknown(r, part, number, value, "bytes", err,
                       "an edge that is blurred already is not told from one that neighbours share");
    if (s->line_least == 0)
        return unknown(r, part, number, value, "bytes", err,
                       "the smallest stride misses as often as any: a line may be as small or smaller");
    snprintf(why, sizeof why, "a miss is not shared from strides of %" PRIu64 " bytes on, +%.3g %s",
             surface->stride[s->line_most], s->miss, r->unit);
    return found(r, part, number, value, "bytes", (double)stride_of(r, s->line_least),
                 (double)stride_of(r, s->line_most), sure(s->line_sure), err, why);
}

/* The nearest cache that a level is behind, NULL = none. */
static const seen *hides(const reading *r, const seen *s)
{
    const seen *nearest = NULL;
    for (uint32_t i = 0; i < r->n; i++) {
        const probe_level *level = &r->fit.level[r->seen[i].level];
        if (probe_fit_is_behind(&r->fit, s->level, r->seen[i].level) &&
            (nearest == NULL || level->ways > r->fit.level[nearest->level].ways))
            nearest = &r->seen[i];
    }
    return nearest;
}

static uint32_t power_in(uint32_t n)
{
    return n & (~n + 1);
}

/* Where the curve falls back: regime 4. */
static int tell_ways(reading *r, const seen *s, const char *part, uint32_t number, poise_error *err)
{
    char why[PROBE_WHY];
    const probe_fit *fit = &r->fit;
    const uint32_t least = fit->steps[s->ways_least];
    const bool is_last = s->ways_most + 1 == fit->n_steps;
    const uint32_t next = is_last ? 0 : fit->steps[s->ways_most + 1];
    const uint64_t lines = size_of(r, fit->level[s->level].fits) / stride_of(r, fit->level[s->level].line);
    const seen *hider = hides(r, s);
    if (hider != NULL && least <= fit->level[hider->level].ways && s->ways_least == 0) {
        snprintf(why, sizeof why, "the %" PRIu32 " elements that a nearer level holds hide it",
                 fit->level[hider->level].ways);
        return unknown(r, part, number, "ways", "", err, why);
    }
    if (s->kind == CACHE && (s->is_blurred || least > MOST_WAYS))
        return unknown(
            r, part, number, "ways", "", err,
            "sets do not overflow together: they are hashed, pages lie at random, or it is not LRU");
    if (is_last || s->ways_least == 0)
        return unknown(r, part, number, "ways", "", err,
                       "few elements of large strides are not answered otherwise than many");
    snprintf(why, sizeof why,
             "%" PRIu32 " elements fit whatever their stride, %" PRIu32 " do not; if sets are a power of two",
             least, next);
    if (least >= lines || (next > lines && s->kind == TLB)) {
        snprintf(why, sizeof why, "%" PRIu32 " elements of any stride fit, as many as there are: %s", least,
                 "fully associative, or hashed");
        if (s->kind == CACHE)
            return unknown(r, part, number, "ways", "", err, why);
    }
    /* Of 24 elements that fit, 8 ways of sets times three are not told by strides of powers of two. */
    return found(r, part, number, "ways", "", least + 1 == next ? power_in(least) : least, next - 1,
                 fmin(s->ways_sure, CONDITIONAL), err, why);
}

static int tell_sizes(reading *r, const seen *s, uint32_t number, poise_error *err)
{
    char why[PROBE_WHY];
    const uint64_t least = size_of(r, s->fits), most = size_of(r, s->misses);
    snprintf(why, sizeof why, "%" PRIu64 " bytes fit, %" PRIu64 " miss everywhere%s", least, most,
             s->is_blurred ? ": sets are hashed, pages at random, or replacement is not LRU" : "");
    if (s->kind == CACHE)
        return found(r, "l", number, "capacity", "bytes", (double)least, (double)(most - 1),
                     sure(s->size_sure), err, why);
    const uint64_t page = stride_of(r, s->line_most), page_least = stride_of(r, s->line_least);
    int code = found(r, "tlb", number, "reach", "bytes", (double)least, (double)(most - 1),
                     sure(s->size_sure), err, why);
    if (code == POISE_OK)
        code = found(r, "tlb", number, "entries", "", floor((double)least / (double)page),
                     floor((double)most / (double)page_least) - 1, sure(fmin(s->size_sure, s->line_sure)),
                     err, why);
    return code;
}

static int tell_cache(reading *r, const seen *s, uint32_t number, double hit, double error, poise_error *err)
{
    int code = tell_time(r, "l", number, "hit", hit, error, err, "of sizes that it holds");
    if (code == POISE_OK)
        code = tell_sizes(r, s, number, err);
    if (code == POISE_OK)
        code = tell_line(r, s, "l", number, "line", err);
    if (code == POISE_OK)
        code = tell_ways(r, s, "l", number, err);
    if (code == POISE_OK)
        code = tell_time(r, "l", number, "miss", s->miss, s->miss_error, err, "what larger sizes add");
    return code;
}

static int tell_tlb(reading *r, const seen *s, uint32_t number, poise_error *err)
{
    char why[PROBE_WHY];
    int code = tell_line(r, s, "tlb", number, "page", err);
    if (code == POISE_OK)
        code = tell_sizes(r, s, number, err);
    if (code == POISE_OK)
        code = tell_ways(r, s, "tlb", number, err);
    snprintf(why, sizeof why, "what larger sizes add; what shares it are %" PRIu64 " bytes: a page%s",
             stride_of(r, s->line_most),
             r->fit.level[s->level].is_behind ? ", asked for when a cache misses" : "");
    return code == POISE_OK ? tell_time(r, "tlb", number, "miss", s->miss, s->miss_error, err, why) : code;
}

static int tell_stride(reading *r, const seen *s, uint32_t number, poise_error *err)
{
    char why[PROBE_WHY];
    snprintf(
        why, sizeof why,
        "loads so far apart cost %.3g %s more at all sizes that a nearer cache misses: rows, banks, or a "
        "level whose size does not show",
        s->miss, r->unit);
    int code = found(r, "stride", number, "from", "bytes", (double)stride_of(r, s->line_least),
                     (double)stride_of(r, s->line_most), sure(s->line_sure), err, why);
    return code == POISE_OK ? tell_time(r, "stride", number, "miss", s->miss, s->miss_error, err, why) : code;
}

/* What has not been seen is said, too. */
static int tell_absent(reading *r, const uint32_t *n, double hit, poise_error *err)
{
    char why[PROBE_WHY];
    const uint64_t most = size_of(r, r->fit.surface->n_sizes - 1);
    int code = POISE_OK;
    snprintf(why, sizeof why, "no rise up to %" PRIu64 " bytes that loads of a line share", most);
    if (n[CACHE] == 0)
        code = tell_time(r, "l", 1, "hit", hit, r->errors[0], err, "of all sizes");
    if (n[CACHE] == 0 && code == POISE_OK)
        code = unknown(r, "l", 1, "capacity", "bytes", err, why);
    if (n[STRIDE] > 0 && n[CACHE] == 1 && code == POISE_OK)
        code = unknown(r, "l", n[CACHE] + 1, "capacity", "bytes", err,
                       "what the misses of the cache before it cost more depends on strides, not on sizes");
    snprintf(why, sizeof why, "no rise up to %" PRIu64 " bytes that loads of a page share", most);
    if (n[TLB] == 0 && code == POISE_OK)
        code = unknown(r, "tlb", 1, "entries", "", err, why);
    return code;
}

static int tell(reading *r, poise_error *err)
{
    uint32_t n[3] = {0};
    double hit = r->fit.hit, error = r->errors[0];
    int code = POISE_OK;
    for (uint32_t i = 0; i < r->n && code == POISE_OK; i++) {
        const seen *s = &r->seen[i];
        const uint32_t number = ++n[s->kind];
        if (s->kind == TLB) {
            code = tell_tlb(r, s, number, err);
        } else if (s->kind == STRIDE) {
            code = tell_stride(r, s, number, err);
            if (s->may_be_tlb && code == POISE_OK)
                code = unknown(r, "tlb", ++n[TLB], "entries", "", err,
                               "what loads of a page share begins where a cache is full: a TLB, or rows");
        } else {
            code = tell_cache(r, s, number, hit, error, err);
            hit += s->miss;
            error += s->miss_error;
        }
    }
    if (code == POISE_OK)
        code = tell_absent(r, n, hit, err);
    if (code == POISE_OK && n[CACHE] > 0)
        code = probe_found(r->findings, "memory.time", r->unit, hit - DEVIATIONS * error,
                           hit + DEVIATIONS * error, 0.95, err,
                           "beyond all caches up to %" PRIu64 " bytes, of which there may be a larger one",
                           size_of(r, r->fit.surface->n_sizes - 1));
    if (code == POISE_OK)
        code =
            probe_found(r->findings, "surface.noise", "", r->fit.noise, r->fit.noise, 0.95, err,
                        "what %" PRIu32 " points are off from %" PRIu32 " levels", r->fit.n_points, r->fit.n);
    return code;
}

int probe_infer_surface(const probe_surface *surface, const char *unit, probe_findings *findings,
                        poise_error *err)
{
    reading r = {.unit = unit, .findings = findings};
    int code = probe_fit_open(&r.fit, surface, err);
    if (code != POISE_OK)
        return code;
    probe_fit_search(&r.fit);
    probe_fit_errors(&r.fit, r.errors);
    for (uint32_t i = 0; i < r.fit.n; i++)
        look_at(&r, i);
    tell_strides(&r);
    merge(&r);
    code = tell(&r, err);
    probe_fit_close(&r.fit);
    return code;
}

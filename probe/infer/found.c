#include "probe/infer/found.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* "l1" and "capacity" make "l1.capacity". */
typedef struct part {
    char name[PROBE_NAME];
    char text[PROBE_NAME];
} part;

static const char *of(part *p, const char *value)
{
    snprintf(p->text, sizeof p->text, "%.15s.%.20s", p->name, value);
    return p->text;
}

/* A value that is 0 where it is unknown. */
static int count(probe_findings *f, const char *name, const char *unit, uint64_t value, const char *why,
                 const char *unknown, poise_error *err)
{
    if (value == 0)
        return probe_unknown(f, name, unit, err, "%s", unknown);
    return probe_found(f, name, unit, (double)value, (double)value, 1, err, "%s", why);
}

static int cache_capacity(const probe_cache *c, const char *name, probe_findings *f, poise_error *err)
{
    const double least = (double)c->capacity,
                 most = c->capacity_most == UINT64_MAX ? INFINITY : (double)c->capacity_most;
    if (c->capacity == 0)
        return probe_found(f, name, "bytes", (double)c->asked, INFINITY, 1, err,
                           "nothing of %" PRIu64 " bytes is lost", c->asked);
    if (c->sets == 0)
        return probe_found(f, name, "bytes", least, most, 1, err, "%" PRIu64 " bytes stay; %s", c->capacity,
                           c->unknown != NULL ? c->unknown : "");
    return probe_found(f, name, "bytes", least, most, 1, err,
                       "%" PRIu64 " bytes stay, of one line more %" PRIu32 " lines are lost, of %" PRIu32
                       " more all",
                       c->capacity, c->ways + 1, c->sets);
}

static int cache_shape(const probe_cache *c, part *p, probe_findings *f, poise_error *err)
{
    const char *const unknown = c->unknown != NULL ? c->unknown : "the cache holds all that was asked";
    char ways[PROBE_WHY], sets[PROBE_WHY];
    snprintf(ways, sizeof ways, "of one line too many %" PRIu32 " are lost", c->ways + 1);
    snprintf(sets, sizeof sets, "%" PRIu64 " lines by %" PRIu32 " ways; %s",
             c->capacity / (c->line + !c->line), c->ways,
             c->is_linear ? "lines that are lost lie as many lines apart" : "they are not dealt in turn");
    int code = count(f, of(p, "line"), "bytes", c->line, "bytes in a row that one line too many loses",
                     unknown, err);
    if (code == POISE_OK)
        code = count(f, of(p, "sets"), "", c->sets, sets, unknown, err);
    return code == POISE_OK ? count(f, of(p, "ways"), "", c->ways, ways, unknown, err) : code;
}

static int cache_replacement(const probe_cache *c, const char *name, probe_findings *f, poise_error *err)
{
    static const char *const names[] = {"", "LRU", "FIFO", "neither LRU nor FIFO"};
    const char *const why = c->replaces != NULL ? c->replaces : "its sets are not known";
    if (c->replacement == PROBE_REPLACES_UNKNOWN)
        return probe_unknown(f, name, "", err, "%s", why);
    return probe_found_text(f, name, names[c->replacement], 1, err, "%s", why);
}

/* Of the first level, whose sets have been asked for far away too. */
static int cache_index(const probe_cache *c, const char *name, probe_findings *f, poise_error *err)
{
    if (c->sets == 0)
        return probe_unknown(f, name, "", err, "its sets are not known");
    return c->is_linear ? probe_found_text(f, name, "linear", 1, err,
                                           "lines that lie %" PRIu32 " lines apart fall into one set, and no "
                                           "others",
                                           c->sets)
                        : probe_found_text(
                              f, name, "hashed", 1, err, "%s",
                              "lines that lose each other do not lie as many lines apart as there are sets");
}

static int cache_found(const probe_cache *c, uint32_t level, const char *unit, probe_findings *f,
                       poise_error *err)
{
    part p;
    snprintf(p.name, sizeof p.name, "l%" PRIu32, level);
    int code = probe_found(f, of(&p, "hit"), unit, c->hit_least, c->hit_most, 1, err,
                           level == 1 ? "one word, again and again" : "what the level above has lost");
    if (code == POISE_OK)
        code = cache_capacity(c, of(&p, "capacity"), f, err);
    if (code == POISE_OK)
        code = count(f, of(&p, "sector"), "bytes", c->sector,
                     "the next load on empty caches is slow from this distance on",
                     "no distance makes the next load on empty caches slow", err);
    if (code == POISE_OK)
        code = cache_shape(c, &p, f, err);
    if (code == POISE_OK && level == 1)
        code = cache_index(c, of(&p, "index"), f, err);
    return code == POISE_OK ? cache_replacement(c, of(&p, "replacement"), f, err) : code;
}

int probe_caches_found(const probe_caches *caches, const char *unit, probe_findings *findings,
                       poise_error *err)
{
    int code = POISE_OK;
    for (uint32_t i = 0; i < caches->n && code == POISE_OK; i++)
        code = cache_found(&caches->cache[i], i + 1, unit, findings, err);
    if (code != POISE_OK)
        return code;
    if (caches->memory_least > 0)
        return probe_found(findings, "memory.time", unit, caches->memory_least, caches->memory_most, 1, err,
                           "loads that no cache answers, the first time round as well as later");
    return probe_unknown(findings, "memory.time", unit, err,
                         "what was asked lies in caches, or beyond what TLBs are known to hold");
}

static int entries_found(const probe_tlb *t, part *p, probe_findings *f, poise_error *err)
{
    const char *const unknown = t->unknown != NULL ? t->unknown : "";
    char why[PROBE_WHY];
    snprintf(why, sizeof why,
             "%" PRIu32 " pages stay, of one more %" PRIu32 " are lost, %" PRIu32 " pages apart", t->entries,
             t->ways + 1, t->sets);
    int code = count(f, of(p, "entries"), "", t->entries, why, unknown, err);
    if (code == POISE_OK)
        code = count(f, of(p, "ways"), "", t->ways, why, unknown, err);
    return code == POISE_OK ? count(f, of(p, "sets"), "", t->sets, why, unknown, err) : code;
}

static int tlb_found(const probe_pages *pages, uint32_t level, const char *unit, probe_findings *f,
                     poise_error *err)
{
    const probe_tlb *const t = &pages->tlb[level];
    part p;
    snprintf(p.name, sizeof p.name, "tlb%" PRIu32, level + 1);
    int code = count(f, of(&p, "page"), "bytes", pages->page,
                     "the next load is late from this distance on, where pages are lost",
                     "more room is needed than was given", err);
    if (code == POISE_OK)
        code = entries_found(t, &p, f, err);
    return code == POISE_OK
               ? probe_found(f, of(&p, "miss"), unit, t->miss_least, t->miss_most, 1, err,
                             "the first line of a page against the second, where the page is lost")
               : code;
}

static int place_found(const probe_pages *pages, probe_findings *f, poise_error *err)
{
    if (pages->place == PROBE_TLB_BEFORE)
        return probe_found_text(f, "tlb1.place", "before the l1", 1, err,
                                "lines that the l1 holds are late by %g where their page is lost",
                                pages->hidden_most);
    if (pages->place == PROBE_TLB_BEHIND)
        return probe_found_text(f, "tlb1.place", "behind the l1", 1, err,
                                "lines that the l1 holds are as quick where their page is lost");
    return probe_unknown(f, "tlb1.place", "", err, "the l1 holds no line of pages that are lost");
}

int probe_pages_found(const probe_pages *pages, const char *unit, probe_findings *findings, poise_error *err)
{
    int code = POISE_OK;
    if (pages->n == 0 && pages->has_walks)
        return probe_unknown(findings, "tlb1.entries", "", err,
                             "there is translation, as the first load of all took %g and the next %g, but "
                             "caches, or where there was room to ask, do not show what TLBs hold",
                             pages->first, pages->first_most);
    if (pages->n == 0)
        return probe_unknown(findings, "tlb1.entries", "", err,
                             "no translation is seen, of %" PRIu64 " pages in %" PRIu64
                             " bytes: there is none, or its TLB holds them all",
                             pages->asked, pages->asked_bytes);
    for (uint32_t i = 0; i < pages->n && code == POISE_OK; i++)
        code = tlb_found(pages, i, unit, findings, err);
    if (code == POISE_OK)
        code = place_found(pages, findings, err);
    if (code == POISE_OK)
        code = probe_found(findings, "walk.first", unit, pages->first - pages->first_most,
                           pages->first - pages->first_least, 1, err,
                           "the first load of all took %g, the next of its page %g", pages->first,
                           pages->first_most);
    return code;
}

/* A time that is 0 where it is unknown. */
static int time_found(probe_findings *f, const char *name, const char *unit, probe_times time,
                      const char *why, const char *unknown, poise_error *err)
{
    if (time.most <= 0)
        return probe_unknown(f, name, unit, err, "%s", unknown);
    return probe_found(f, name, unit, time.least, time.most, 1, err, "%s", why);
}

int probe_dram_found(const probe_dram *d, const char *unit, probe_findings *findings, poise_error *err)
{
    probe_findings *const f = findings;
    const char *const unknown = d->unknown != NULL ? d->unknown : "";
    int code = time_found(f, "dram.row_hit", unit, d->row_hit,
                          "the shortest that the second load of a pair takes: the first has opened its row",
                          unknown, err);
    if (code == POISE_OK)
        code = time_found(f, "dram.row_empty", unit, d->row_empty,
                          "the next longer one: its bank has no row open", unknown, err);
    if (code == POISE_OK)
        code = time_found(f, "dram.row_miss", unit, d->row_miss,
                          "of loads behind which the first one's row is closed: its bank had that open",
                          unknown, err);
    if (code == POISE_OK)
        code = count(f, "dram.interleave", "bytes", d->piece,
                     "so many in a row lie in one row of a bank, then another bank or channel follows",
                     unknown, err);
    if (code == POISE_OK)
        code = count(f, "dram.row", "bytes", d->row, "so many lie in the row that the first load has opened",
                     unknown, err);
    return code == POISE_OK
               ? count(f, "dram.banks", "", d->banks,
                       "rows of banks of all channels that follow before another row of the first", unknown,
                       err)
               : code;
}

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
    if (c->capacity == 0)
        return probe_found(f, name, "bytes", (double)c->asked, INFINITY, 1, err,
                           "nothing of %" PRIu64 " bytes is lost", c->asked);
    return probe_found(f, name, "bytes", (double)c->capacity, (double)c->capacity, 1, err,
                       "%" PRIu64 " bytes stay, of %" PRIu32 " more some are lost", c->capacity, c->sector);
}

static int cache_shape(const probe_cache *c, part *p, probe_findings *f, poise_error *err)
{
    const char *const unknown = c->unknown != NULL ? c->unknown : "the cache holds all that was asked";
    const char *const why =
        c->unknown != NULL ? c->unknown : "what a line too many loses lies equally far apart";
    int code = count(f, of(p, "line"), "bytes", c->line, "bytes in a row that one line too many loses",
                     unknown, err);
    if (code == POISE_OK)
        code = count(f, of(p, "sets"), "", c->sets, why, unknown, err);
    return code == POISE_OK ? count(f, of(p, "ways"), "", c->ways, why, unknown, err) : code;
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
    return code == POISE_OK ? cache_shape(c, &p, f, err) : code;
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
    return probe_unknown(findings, "memory.time", unit, err, "all that was asked lies in caches");
}

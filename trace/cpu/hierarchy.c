#include "trace/cpu/hierarchy.h"

enum { SMALLEST_LINE = 16, MOST_WAYS = 1024 };
#define MOST_BYTES (INT64_C(1) << 32) /* of a cache */

static int check_cache(const char *name, int64_t bytes, int64_t ways, int64_t line, poise_error *err)
{
    if (ways < 1 || ways > MOST_WAYS || bytes < 1 || bytes > MOST_BYTES || bytes % (ways * line) != 0)
        return poise_fail(err, POISE_USAGE,
                          "the %s cache cannot have %lld bytes in %lld ways: it needs a whole number of sets",
                          name, (long long)bytes, (long long)ways);
    return POISE_OK;
}

int cpu_caches_check(const cpu_caches *caches, poise_error *err)
{
    const int64_t line = caches->line_bytes;
    if (line < SMALLEST_LINE || line > 4096 || (line & (line - 1)) != 0)
        return poise_fail(err, POISE_USAGE, "a line cannot have %lld bytes: a power of two from 16 to 4096",
                          (long long)line);
    const int code = check_cache("first-level", caches->l1_bytes, caches->l1_ways, line, err);
    return code != POISE_OK ? code
                            : check_cache("last-level", caches->llc_bytes, caches->llc_ways, line, err);
}

int cpu_hierarchy_make(cpu_hierarchy *hierarchy, const cpu_caches *caches, poise_error *err)
{
    *hierarchy = (cpu_hierarchy){.line_bytes = (uint64_t)caches->line_bytes};
    const uint64_t l1_lines = (uint64_t)(caches->l1_bytes / caches->line_bytes);
    const uint64_t llc_lines = (uint64_t)(caches->llc_bytes / caches->line_bytes);
    int code = cpu_cache_make(&hierarchy->l1i, l1_lines, (uint32_t)caches->l1_ways, err);
    if (code == POISE_OK)
        code = cpu_cache_make(&hierarchy->l1d, l1_lines, (uint32_t)caches->l1_ways, err);
    return code != POISE_OK ? code
                            : cpu_cache_make(&hierarchy->llc, llc_lines, (uint32_t)caches->llc_ways, err);
}

void cpu_hierarchy_free(cpu_hierarchy *hierarchy)
{
    cpu_cache_free(&hierarchy->l1i);
    cpu_cache_free(&hierarchy->l1d);
    cpu_cache_free(&hierarchy->llc);
}

static void add(cpu_effect *effect, uint64_t line, bool write_back)
{
    effect->request[effect->n_requests++] = (cpu_request){.line = line, .write_back = write_back};
}

cpu_effect cpu_hierarchy_use(cpu_hierarchy *hierarchy, uint64_t line, cpu_use use)
{
    cpu_effect effect = {0};
    cpu_cache *l1 = use == CPU_FETCH ? &hierarchy->l1i : &hierarchy->l1d;
    const cpu_cache_result first = cpu_cache_use(l1, line, use == CPU_STORE);
    if (first.hit)
        return effect;
    effect.l1_miss = true;
    const cpu_cache_result last = cpu_cache_use(&hierarchy->llc, line, false);
    if (!last.hit)
        add(&effect, line, false);
    if (last.writes_back)
        add(&effect, last.leaves_line, true);
    if (!first.writes_back)
        return effect;
    const cpu_cache_result put = cpu_cache_use(&hierarchy->llc, first.leaves_line, true);
    if (put.writes_back)
        add(&effect, put.leaves_line, true);
    return effect;
}

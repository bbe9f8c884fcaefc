/* What the parts of MeDiC share: warp types, marks, epochs, storage; and the policies that are made of
 * several parts:
 *
 *   warp_types    an LRU cache that finds types and marks requests, for wms alone
 *   medic         bypass and insertion; with `dram:wms` all of MeDiC
 *   medic_reuse   medic, but a line that the bank has lost of late, by the Bloom filter of an EAF, is looked
 *                 up whatever its warp ([RA] 4.5.4); sizes of the filter as for eaf */
#include "sim_hooks/cache/medic.h"

#include <stdlib.h>

enum { HUNDREDTHS = 100, WHOLE = 100 * HUNDREDTHS, AGE_BITS = 7 };

/* ---- life ---- */

void medic_destroy(void *state)
{
    medic_state *s = state;
    free(s->own.types.record);
    free(s->stack);
    free(s->evict_class);
    free(s->survived);
    free(s->filter.word);
    free(s);
}

static bool init(medic_state *s)
{
    size_t lines = (size_t)s->shape.sets * s->shape.ways;
    s->stack = malloc(lines);
    s->evict_class = calloc(lines, sizeof *s->evict_class);
    s->survived = calloc(lines, sizeof *s->survived);
    for (size_t i = 0; s->stack && i < lines; i++)
        s->stack[i] = (uint8_t)(i % s->shape.ways);
    bool has_filter = !(s->parts & MEDIC_REUSE) ||
                      bloom_init(&s->filter, lines * (uint64_t)s->options.bits, (uint32_t)s->options.hashes);
    uint32_t records = s->parts & MEDIC_BY_PC ? (uint32_t)s->options.entries : s->sms * s->warps;
    return warp_types_init(&s->own.types, &s->options.types, records) && s->stack && s->evict_class &&
           s->survived && has_filter;
}

int medic_create(const cache_host *host, const medic_options *options, uint32_t parts, const char *name,
                 medic_state **state, poise_error *err)
{
    if (host->level != 2)
        return poise_fail(err, POISE_USAGE, "policy %s is one of the L2, which all warps share", name);
    if (parts & MEDIC_BYPASS && !host->writes_through)
        return poise_fail(err, POISE_USAGE,
                          "policy %s sends loads around the L2, which must write through: l2_write=through",
                          name);
    medic_state *s = calloc(1, sizeof *s);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for policy %s", name);
    s->shape = host->shape;
    s->parts = parts;
    s->sms = host->sms;
    s->warps = host->warps;
    s->banks = host->instance.count;
    s->tells_shared = host->instance.index == 0;
    s->options = *options;
    s->shared = &s->own;
    if (!init(s)) {
        medic_destroy(s);
        return poise_fail(err, POISE_FAILED, "no memory for policy %s", name);
    }
    *state = s;
    return POISE_OK;
}

/* Of `least_miss`: loads of an epoch and those that missed, at most one in a bank in each cycle, and what
 * they said of the last one. */
static uint64_t window_bits(const medic_state *s)
{
    uint64_t most = (uint64_t)s->options.types.resample * s->banks;
    return s->parts & MEDIC_BYPASS && s->options.least_miss > 0 ? 2 * policy_bits_for(most + 1) + 1 : 0;
}

/* The order of replacement as for lru; once the records and the window of least_miss; two bits a line that
 * types have inserted, and its age in mode class; the filter and the number of lines in it. */
uint64_t medic_storage_bits(const void *state)
{
    const medic_state *s = state;
    uint64_t lines = (uint64_t)s->shape.sets * s->shape.ways;
    uint64_t line = s->parts & MEDIC_INSERT ? WARP_TYPE_BITS : 0;
    if (s->parts & MEDIC_INSERT && s->options.mode == WIP_CLASS)
        line += AGE_BITS;
    uint64_t filter = s->parts & MEDIC_REUSE ? s->filter.bits + policy_bits_for(lines + 1) : 0;
    uint64_t shared = s->tells_shared ? (uint64_t)WARP_RECORD_BITS * s->own.types.n + window_bits(s) : 0;
    return policy_bits_for(s->shape.ways) * lines + line * lines + filter + shared;
}

/* ---- types ---- */

uint32_t medic_record(const medic_state *s, const mem_request *request)
{
    bool has_warp = request->kind == MEM_LOAD || request->kind == MEM_STORE || request->kind == MEM_ATOMIC ||
                    request->kind == MEM_WRITE_BACK;
    if (!has_warp || request->source >= s->sms || request->warp >= s->warps)
        return MEDIC_NO_RECORD;
    if (s->parts & MEDIC_BY_PC)
        return request->pc == MEM_NO_PC ? MEDIC_NO_RECORD : request->pc % s->own.types.n;
    return request->source * s->warps + request->warp;
}

void medic_result(void *state, const mem_request *request, bool hit)
{
    const medic_state *s = state;
    medic_shared *shared = s->shared;
    uint32_t record = medic_record(s, request);
    if (record == MEDIC_NO_RECORD || (request->kind == MEM_STORE && !s->options.types.stores))
        return;
    bool is_profiling = warp_types_is_profiling(&shared->types, record);
    shared->loads += request->kind == MEM_LOAD;
    shared->loads_missed += request->kind == MEM_LOAD && !hit;
    shared->looked_up++;
    shared->missed += !hit;
    shared->profiled += is_profiling;
    shared->profiled_missed += is_profiling && !hit;
    warp_types_seen(&shared->types, record, hit);
}

uint8_t medic_mark(void *state, const mem_request *request)
{
    const medic_state *s = state;
    uint32_t record = medic_record(s, request);
    return record != MEDIC_NO_RECORD && warp_types_of(&s->shared->types, record) >= MOSTLY_HIT
               ? WARP_MARK_HITS
               : 0;
}

/* ---- epochs ---- */

/* An epoch without loads tells nothing. */
static void judge_misses(medic_shared *e, int64_t least_miss)
{
    if (e->loads > 0)
        e->enough_misses = e->loads_missed * 100 >= e->loads * (uint64_t)least_miss;
    e->loads = e->loads_missed = 0;
}

void medic_launch_begin(void *state, const policy_launch *launch)
{
    medic_state *s = state;
    warp_types types = s->own.types;
    warp_types_begin(&types);
    judge_misses(&s->own, s->options.least_miss);
    s->own = (medic_shared){.types = types,
                            .epoch_at = launch->cycle + (uint64_t)types.options.resample,
                            .enough_misses = s->own.enough_misses};
}

static int64_t rate(uint64_t missed, uint64_t all)
{
    return all ? (int64_t)(missed * WHOLE / all) : 0;
}

/* What went around counts as missed. */
static void end_epoch(const medic_state *s)
{
    medic_shared *e = s->shared;
    e->epochs++;
    e->thresholds += (double)e->types.threshold / HUNDREDTHS;
    if (s->parts & MEDIC_BYPASS) {
        int64_t before = rate(e->profiled_missed, e->profiled);
        int64_t now = rate(e->missed + e->bypassed, e->looked_up + e->bypassed);
        e->types.threshold = wbyp_threshold(s->options.types.mostly_miss * HUNDREDTHS,
                                            s->options.step * HUNDREDTHS, e->profiled ? now - before : 0);
    }
    judge_misses(e, s->options.least_miss);
    e->all_looked_up += e->looked_up;
    e->all_missed += e->missed;
    e->all_bypassed += e->bypassed;
    e->looked_up = e->missed = e->bypassed = e->profiled = e->profiled_missed = 0;
    warp_types_resample(&e->types);
}

/* No request reaches a bank before the first exchange of a launch. */
uint64_t medic_gather(void *const *states, uint32_t count, uint64_t cycle)
{
    medic_state *first = states[0];
    for (uint32_t i = 0; i < count; i++)
        ((medic_state *)states[i])->shared = &first->own;
    while (first->own.epoch_at <= cycle) {
        end_epoch(first);
        first->own.epoch_at += (uint64_t)first->options.types.resample;
    }
    return first->own.epoch_at - cycle;
}

size_t medic_statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    (void)count;
    const medic_state *s = states[0];
    const medic_shared *e = s->shared;
    policy_statistic all[WARP_TYPES_STATISTICS + 3];
    double looked_up = (double)(e->all_looked_up + e->looked_up),
           missed = (double)(e->all_missed + e->missed);
    double bypassed = (double)(e->all_bypassed + e->bypassed);
    warp_types_statistics(&e->types.counts, all);
    policy_statistic *more = &all[WARP_TYPES_STATISTICS];
    more[0] = (policy_statistic){"bypassed", "1", bypassed / (looked_up + bypassed)};
    more[1] = (policy_statistic){"miss_rate", "1", (missed + bypassed) / (looked_up + bypassed)};
    more[2] = (policy_statistic){"threshold", "%",
                                 (e->thresholds + (double)e->types.threshold / HUNDREDTHS) /
                                     (double)(e->epochs + 1)};
    return policy_give_statistics(all, sizeof all / sizeof *all, out, room);
}

size_t medic_sample(void *const *states, uint32_t count, policy_sample *out, size_t room)
{
    (void)count;
    enum { ALL = WARP_TYPES_SAMPLES + 3 };
    const medic_state *s = states[0];
    const medic_shared *e = s->shared;
    uint64_t accesses = e->looked_up + e->bypassed;
    if (accesses == 0 || room < ALL)
        return 0;
    warp_types_sample(&e->types, s->parts & MEDIC_BY_PC ? "instruction" : "warp", out);
    out += WARP_TYPES_SAMPLES;
    out[0] = (policy_sample){"bypassed", "bypassed", "1", (double)e->bypassed / (double)accesses};
    out[1] =
        (policy_sample){"miss_rate", "miss_rate", "1", (double)(e->missed + e->bypassed) / (double)accesses};
    out[2] = (policy_sample){"threshold", "threshold", "%", (double)e->types.threshold / HUNDREDTHS};
    return ALL;
}

/* ---- policies ---- */

static const poise_option types_table[] = {WARP_TYPES_ROWS(MEDIC_AT_TYPES)};
static const poise_option medic_table[] = {WARP_TYPES_ROWS(MEDIC_AT_TYPES), WBYP_ROWS, WIP_ROWS};
static const poise_option reuse_table[] = {
    WARP_TYPES_ROWS(MEDIC_AT_TYPES),
    WBYP_ROWS,
    WIP_ROWS,
    {"bits", 0, POISE_OPT_INT, MEDIC_AT(bits), "8", 1, 64, NULL, "N", "Bits of the filter for each line."},
    {"hashes", 0, POISE_OPT_INT, MEDIC_AT(hashes), "6", 1, 32, NULL, "N", "Bits that a line sets."}};

static int create_types(const cache_host *host, const void *options, void **state, poise_error *err)
{
    return medic_create(host, options, 0, "warp_types", (medic_state **)state, err);
}

static int create_medic(const cache_host *host, const void *options, void **state, poise_error *err)
{
    return medic_create(host, options, MEDIC_BYPASS | MEDIC_INSERT, "medic", (medic_state **)state, err);
}

static int create_reuse(const cache_host *host, const void *options, void **state, poise_error *err)
{
    return medic_create(host, options, MEDIC_BYPASS | MEDIC_INSERT | MEDIC_REUSE, "medic_reuse",
                        (medic_state **)state, err);
}

const cache_policy cache_warp_types = {
    .info = MEDIC_INFO("warp_types", "LRU that finds warp types and marks requests with them: for dram:wms",
                       "[RA] 4.3.1", types_table),
    .life = MEDIC_LIFE,
    .create = create_types,
    .access = wip_access,
    .victim = wip_victim,
    .fill = wip_fill,
    .result = medic_result,
    .mark = medic_mark,
};

#define WHOLE_MEDIC                                                                                        \
    .life = MEDIC_LIFE, .access = wip_access, .victim = wip_victim, .fill = wip_fill, .route = wbyp_route, \
    .result = medic_result, .allocate = wbyp_allocate, .evicted = wip_evicted, .mark = medic_mark

const cache_policy cache_medic = {
    .info = MEDIC_INFO("medic", "MeDiC's bypass and insertion by warp types; all of it with dram:wms",
                       "[RA] chapter 4", medic_table),
    .create = create_medic,
    WHOLE_MEDIC,
};

const cache_policy cache_medic_reuse = {
    .info = MEDIC_INFO("medic_reuse", "medic, but what was lost of late does not bypass", "[RA] 4.5.4",
                       reuse_table),
    .create = create_reuse,
    WHOLE_MEDIC,
};

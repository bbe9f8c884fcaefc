#include "sim_hooks/cache/warp_types.h"

#include <stdlib.h>

enum { HUNDREDTHS = 100, WHOLE = 100 * HUNDREDTHS };

static warp_type first_type(const warp_types *types)
{
    return types->options.mostly_hit == 0 ? MOSTLY_HIT : BALANCED;
}

void warp_types_begin(warp_types *types)
{
    types->threshold = types->options.mostly_miss * HUNDREDTHS;
    types->counts = types->before = (warp_types_counts){0};
    for (uint32_t i = 0; i < types->n; i++)
        types->record[i] = (warp_record){.type = (uint8_t)first_type(types)};
}

bool warp_types_init(warp_types *types, const warp_types_options *options, uint32_t n)
{
    *types =
        (warp_types){.options = *options, .n = n, .record = calloc((size_t)n + 1, sizeof *types->record)};
    if (types->record == NULL)
        return false;
    warp_types_begin(types);
    return true;
}

void warp_types_resample(warp_types *types)
{
    types->before = types->counts;
    for (uint32_t i = 0; i < types->n; i++)
        types->record[i].hits = types->record[i].accesses = 0;
}

warp_type warp_types_classify(const warp_types *types, uint32_t hits, uint32_t accesses)
{
    uint64_t share = (uint64_t)hits * WHOLE;
    if (hits == accesses)
        return ALL_HIT;
    if (share >= (uint64_t)(types->options.mostly_hit * HUNDREDTHS) * accesses)
        return MOSTLY_HIT;
    if (hits == 0)
        return ALL_MISS;
    return share <= (uint64_t)types->threshold * accesses ? MOSTLY_MISS : BALANCED;
}

/* All-miss and mostly-miss share a code. */
static uint32_t code_of(uint32_t type)
{
    return type == ALL_MISS ? MOSTLY_MISS : type;
}

static void give_type(warp_types *types, warp_record *record)
{
    warp_type type = warp_types_classify(types, record->hits, record->accesses);
    types->counts.typed[type]++;
    types->counts.again += record->has_type;
    types->counts.same += record->has_type && code_of(record->type) == code_of(type);
    record->type = (uint8_t)type;
    record->has_type = true;
}

void warp_types_seen(warp_types *types, uint32_t index, bool hit)
{
    warp_record *record = &types->record[index];
    bool is_profiling = warp_types_is_profiling(types, index);
    record->accesses++;
    record->hits = (uint16_t)(record->hits + hit);
    if (record->accesses >> (WARP_COUNTER_BITS - 1)) {
        record->accesses >>= 1;
        record->hits >>= 1;
    }
    if (is_profiling && !warp_types_is_profiling(types, index))
        give_type(types, record);
    else if (!is_profiling && types->options.reclassify == RECLASSIFY_CONTINUOUS)
        record->type = (uint8_t)warp_types_classify(types, record->hits, record->accesses);
}

static const char *const names[WARP_TYPES] = {"all_miss", "mostly_miss", "balanced", "mostly_hit", "all_hit"};

void warp_types_statistics(const warp_types_counts *counts, policy_statistic *out)
{
    double all = 0;
    for (uint32_t i = 0; i < WARP_TYPES; i++)
        all += (double)counts->typed[i];
    for (uint32_t i = 0; i < WARP_TYPES; i++)
        out[i] = (policy_statistic){names[i], "1", (double)counts->typed[i] / all};
    out[WARP_TYPES] = (policy_statistic){"stable", "1", (double)counts->same / (double)counts->again};
}

void warp_types_sample(const warp_types *types, const char *unit, policy_sample *out)
{
    static const char *const ratios[HIT_RATIOS] = {"0-10",  "10-20", "20-30", "30-40", "40-50",
                                                   "50-60", "60-70", "70-80", "80-90", "90-100"};
    uint64_t typed[WARP_TYPES] = {0}, hits[HIT_RATIOS] = {0};
    for (uint32_t i = 0; i < types->n; i++) {
        const warp_record *record = &types->record[i];
        typed[record->type] += record->has_type;
        if (!warp_types_is_profiling(types, i))
            hits[record->hits == record->accesses ? HIT_RATIOS - 1
                                                  : record->hits * HIT_RATIOS / record->accesses]++;
    }
    for (uint32_t i = 0; i < WARP_TYPES; i++)
        *out++ = (policy_sample){"warp_types", names[i], unit, (double)typed[i]};
    uint64_t same = types->counts.same - types->before.same;
    uint64_t again = types->counts.again - types->before.again;
    *out++ = (policy_sample){"type_again", "the_same", unit, (double)same};
    *out++ = (policy_sample){"type_again", "another", unit, (double)(again - same)};
    for (uint32_t i = 0; i < HIT_RATIOS; i++)
        *out++ = (policy_sample){"hit_ratio", ratios[i], unit, (double)hits[i]};
}

#include "sim_hooks/sched/poise_load_table.h"

#include <stddef.h>

uint64_t poise_table_bits(bool lines)
{
    return 5 + POISE_TABLE_LOADS *
                   (uint64_t)(POISE_TABLE_ENTRY_BITS + (lines ? POISE_TABLE_LINE_COUNTER_BITS : 0));
}

/* Its place; table->count = it has none. */
static uint32_t find(const poise_load_table *table, uint32_t pc)
{
    uint32_t i = 0;
    while (i < table->count && table->load[i].pc != pc)
        i++;
    return i;
}

static uint32_t least(const poise_load_table *table)
{
    uint32_t found = 0;
    for (uint32_t i = 1; i < table->count; i++)
        if (table->load[i].sample.lookups < table->load[found].sample.lookups)
            found = i;
    return found;
}

/* The entry of `pc`, maybe a new one; none when all are taken by loads that ask for more than `lookups`. */
static poise_load_place place(poise_load_table *table, uint32_t pc, uint32_t lookups)
{
    uint32_t at = find(table, pc);
    if (at < table->count)
        return (poise_load_place){(uint8_t)at, false};
    if (at < POISE_TABLE_LOADS) {
        table->count++;
    } else {
        at = least(table);
        if (table->load[at].sample.lookups > lookups) {
            table->load[at].sample.lookups -= lookups;
            return (poise_load_place){POISE_TABLE_LOADS, false};
        }
    }
    table->load[at] = (poise_table_load){.pc = pc};
    return (poise_load_place){(uint8_t)at, true};
}

/* Hits can be more than look-ups: those are taken away while others find no place. */
static bool is_full(const poise_load_sample *sample)
{
    return (sample->executions | sample->lookups | sample->hits | sample->merges | sample->unused |
            sample->used) > UINT16_MAX;
}

static void halve(poise_load_table *table)
{
    for (uint32_t i = 0; i < table->count; i++) {
        poise_load_sample *sample = &table->load[i].sample;
        *sample = (poise_load_sample){
            .executions = sample->executions / 2,
            .lookups = sample->lookups / 2,
            .hits = sample->hits / 2,
            .merges = sample->merges / 2,
            .unused = sample->unused / 2,
            .used = sample->used / 2,
        };
    }
}

static poise_load_place add(poise_load_table *table, uint32_t pc, const poise_load_sample *part)
{
    const poise_load_place at = place(table, pc, part->lookups);
    if (at.entry == POISE_TABLE_LOADS)
        return at;
    poise_load_sample *sample = &table->load[at.entry].sample;
    sample->executions += part->executions;
    sample->lookups += part->lookups;
    sample->hits += part->hits;
    sample->merges += part->merges;
    sample->unused += part->unused;
    sample->used += part->used;
    while (is_full(sample))
        halve(table);
    return at;
}

poise_load_place poise_load_table_count(poise_load_table *table, const poise_load_look *look)
{
    if (look->pc >= POISE_TABLE_MOST_PC)
        return (poise_load_place){POISE_TABLE_LOADS, false};
    return add(table, look->pc,
               &(poise_load_sample){
                   .executions = look->first, .lookups = 1, .hits = look->hits, .merges = look->merges});
}

void poise_load_table_count_line(poise_load_table *table, uint32_t entry, bool is_used)
{
    poise_load_sample *sample = &table->load[entry].sample;
    sample->used += is_used;
    sample->unused += !is_used;
    if (is_full(sample))
        halve(table);
}

void poise_load_table_zero(poise_load_table *table)
{
    for (uint32_t i = 0; i < table->count; i++)
        table->load[i].sample = (poise_load_sample){0};
}

void poise_load_table_add(poise_load_table *sum, const poise_load_table *part)
{
    for (uint32_t i = 0; i < part->count; i++)
        (void)add(sum, part->load[i].pc, &part->load[i].sample);
}

static uint64_t all_lookups(const poise_load_table *table)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < table->count; i++)
        sum += table->load[i].sample.lookups;
    return sum;
}

bool poise_loads_undecided(const poise_load_table *at_max, const poise_load_table *at_one, uint32_t share,
                           uint32_t lookups)
{
    const uint64_t all = all_lookups(at_max);
    for (uint32_t i = 0; i < at_max->count; i++) {
        const uint32_t at = find(at_one, at_max->load[i].pc);
        const uint32_t seen = at < at_one->count ? at_one->load[at].sample.lookups : 0;
        if (seen < lookups && 1000ull * at_max->load[i].sample.lookups >= share * all)
            return true;
    }
    return false;
}

/* The set that has this load only, empty without room for it. */
static uint32_t set_of(poise_load_list *list, uint32_t pc)
{
    uint32_t i = 0;
    while (i < list->count && list->pc[i] != pc)
        i++;
    if (i == POISE_TABLE_LOADS)
        return 0;
    if (i == list->count)
        list->pc[list->count++] = pc;
    return UINT32_C(1) << i;
}

uint32_t poise_loads_choose(const poise_load_weights *weights, const poise_load_table *at_max,
                            const poise_load_table *at_one, uint32_t share, poise_load_list *list)
{
    static const poise_load_sample nothing;
    uint64_t lookups = 0;
    uint32_t around = 0;
    for (uint32_t i = 0; i < at_one->count; i++) {
        const poise_table_load *load = &at_one->load[i];
        const uint32_t at = find(at_max, load->pc);
        const poise_load_sample *max = at < at_max->count ? &at_max->load[at].sample : &nothing;
        if (poise_load_allocates(weights, max, &load->sample))
            continue;
        around |= set_of(list, load->pc);
        lookups += load->sample.lookups;
    }
    return 1000 * lookups >= share * all_lookups(at_one) ? around : 0;
}

uint32_t poise_loads_mask(const poise_load_list *list, uint32_t around,
                          uint64_t mask[POISE_TABLE_MOST_PC / 64])
{
    uint32_t words = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        const uint32_t pc = list->pc[i];
        if ((around >> i & 1) == 0)
            continue;
        for (; words <= pc / 64; words++)
            mask[words] = 0;
        mask[pc / 64] |= UINT64_C(1) << pc % 64;
    }
    return words;
}

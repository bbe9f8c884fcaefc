#include "sim_hooks/sched/poise_load_table.h"

#include <stddef.h>

/* Its place; table->count = it has none. */
static uint32_t find(const poise_load_table *table, uint32_t pc)
{
    uint32_t i = 0;
    while (i < table->count && table->load[i].pc != pc)
        i++;
    return i;
}

static poise_table_load *least(poise_load_table *table)
{
    poise_table_load *found = &table->load[0];
    for (uint32_t i = 1; i < table->count; i++)
        if (table->load[i].sample.lookups < found->sample.lookups)
            found = &table->load[i];
    return found;
}

/* The entry of `pc`, maybe a new one; NULL when all are taken by loads that ask for more than `lookups`. */
static poise_table_load *place(poise_load_table *table, uint32_t pc, uint32_t lookups)
{
    const uint32_t at = find(table, pc);
    poise_table_load *load = &table->load[at < POISE_TABLE_LOADS ? at : 0];
    if (at < table->count)
        return load;
    if (at < POISE_TABLE_LOADS) {
        table->count++;
    } else {
        load = least(table);
        if (load->sample.lookups > lookups) {
            load->sample.lookups -= lookups;
            return NULL;
        }
    }
    *load = (poise_table_load){.pc = pc};
    return load;
}

static void halve(poise_load_table *table)
{
    for (uint32_t i = 0; i < table->count; i++) {
        poise_load_sample *sample = &table->load[i].sample;
        *sample = (poise_load_sample){sample->executions / 2, sample->lookups / 2, sample->hits / 2,
                                      sample->merges / 2};
    }
}

static void add(poise_load_table *table, uint32_t pc, poise_load_sample part)
{
    poise_table_load *load = place(table, pc, part.lookups);
    if (load == NULL)
        return;
    load->sample.executions += part.executions;
    load->sample.lookups += part.lookups;
    load->sample.hits += part.hits;
    load->sample.merges += part.merges;
    while ((load->sample.lookups | load->sample.executions) > UINT16_MAX)
        halve(table);
}

void poise_load_table_count(poise_load_table *table, const poise_load_look *look)
{
    if (look->pc < POISE_TABLE_MOST_PC)
        add(table, look->pc, (poise_load_sample){look->first, 1, look->hits, look->merges});
}

void poise_load_table_add(poise_load_table *sum, const poise_load_table *part)
{
    for (uint32_t i = 0; i < part->count; i++)
        add(sum, part->load[i].pc, part->load[i].sample);
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
    const uint64_t all = all_lookups(at_one);
    uint64_t lookups = 0;
    uint32_t around = 0;
    for (uint32_t i = 0; i < at_one->count; i++) {
        const poise_table_load *load = &at_one->load[i];
        const uint32_t at = find(at_max, load->pc);
        const poise_load_sample *max = at < at_max->count ? &at_max->load[at].sample : &nothing;
        if (poise_load_allocates(weights, max, &load->sample, all))
            continue;
        around |= set_of(list, load->pc);
        lookups += load->sample.lookups;
    }
    return 1000 * lookups >= share * all ? around : 0;
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

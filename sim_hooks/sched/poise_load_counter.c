#include "sim_hooks/sched/poise_load_counter.h"

#include "infer/cost.h"

bool poise_load_counter_create(poise_load_counter *counter, const cache_shape *l1, bool lines)
{
    *counter = (poise_load_counter){.lines = lines};
    return !lines || poise_load_marks_create(&counter->marks, l1->sets * l1->ways);
}

void poise_load_counter_free(poise_load_counter *counter)
{
    poise_load_marks_free(&counter->marks);
}

void poise_load_counter_begin(poise_load_counter *counter)
{
    counter->counts = true;
    counter->table.count = 0;
    poise_load_marks_clear(&counter->marks);
}

void poise_load_counter_go_on(poise_load_counter *counter)
{
    poise_load_table_zero(&counter->table);
}

/* What becomes of a line, if nobody has asked for it since a load of the table has brought it. */
static void count_line(poise_load_counter *counter, uint64_t address, bool is_used)
{
    const uint8_t entry = poise_load_marks_take(&counter->marks, address);
    if (entry != POISE_NO_MARK)
        poise_load_table_count_line(&counter->table, entry, is_used);
}

/* A hit, or a miss that joins, is a use of the line, by whatever load. */
void poise_load_counter_access(poise_load_counter *counter, const sched_access *access)
{
    if (!counter->counts)
        return;
    const poise_load_look look = {.pc = access->pc,
                                  .first = access->first,
                                  .hits = access->outcome == SCHED_HIT,
                                  .merges = access->outcome == SCHED_MERGED};
    const poise_load_place place = poise_load_table_count(&counter->table, &look);
    if (!counter->lines)
        return;
    if (place.is_new)
        poise_load_marks_forget(&counter->marks, place.entry);
    if (access->outcome != SCHED_MISS)
        count_line(counter, access->address, true);
    if (access->reserves && place.entry < POISE_TABLE_LOADS)
        poise_load_marks_set(&counter->marks, access->address, place.entry);
}

void poise_load_counter_evict(poise_load_counter *counter, const sched_eviction *eviction)
{
    if (counter->counts && counter->lines)
        count_line(counter, eviction->address, false);
}

uint64_t poise_load_counter_bits(uint32_t lines)
{
    return poise_table_bits(lines > 0) + (uint64_t)lines * POISE_LOAD_MARK_BITS + 1;
}

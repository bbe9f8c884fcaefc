#include "sim/l2/page_counts.h"

#include "common/line.h"
#include "sim_hooks/vm.h"

#include <stdlib.h>

enum { FIRST_SLOTS = 1024 };

/* Fibonacci hashing (Knuth, volume 3, 6.4). */
static page_count *slot_of(page_count *slot, size_t slots, uint64_t key)
{
    const uint64_t mixed = key * UINT64_C(0x9e3779b97f4a7c15);
    size_t i = (size_t)(mixed ^ mixed >> 32) & (slots - 1);
    while (slot[i].key && slot[i].key != key)
        i = (i + 1) & (slots - 1);
    return &slot[i];
}

static bool make_room(page_counts *counts)
{
    if (2 * counts->used < counts->slots)
        return true;
    const size_t slots = counts->slots ? 2 * counts->slots : FIRST_SLOTS;
    page_count *grown = calloc(slots, sizeof *grown);
    if (!grown)
        return false;
    for (size_t i = 0; i < counts->slots; i++)
        if (counts->slot[i].key)
            *slot_of(grown, slots, counts->slot[i].key) = counts->slot[i];
    free(counts->slot);
    counts->slot = grown;
    counts->slots = slots;
    return true;
}

/* NULL: no memory. */
static page_count *count_of(page_counts *counts, uint64_t key)
{
    if (!make_room(counts)) {
        counts->has_failed = true;
        return NULL;
    }
    page_count *count = slot_of(counts->slot, counts->slots, key);
    counts->used += count->key == 0;
    count->key = key;
    return count;
}

void page_counts_add(page_counts *counts, const dram_access *access)
{
    const uint64_t page = (access->request.address & ~VM_HOST_MEMORY) >> VM_BASE_BITS;
    page_count *count = count_of(counts, page + 1);
    if (count)
        *(access->is_write ? &count->writes : &count->reads) += sector_count(access->request.sectors);
}

void page_counts_merge(page_counts *counts, const page_counts *from)
{
    counts->has_failed |= from->has_failed;
    for (size_t i = 0; i < from->slots; i++) {
        page_count *count = from->slot[i].key ? count_of(counts, from->slot[i].key) : NULL;
        if (count) {
            count->reads += from->slot[i].reads;
            count->writes += from->slot[i].writes;
        }
    }
}

void page_counts_free(page_counts *counts)
{
    free(counts->slot);
    *counts = (page_counts){0};
}

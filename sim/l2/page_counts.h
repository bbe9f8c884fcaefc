/* What an L2 bank sends below, counted for each page of memory: sectors that are read and written. Counts
 * change in the order of the bank's requests alone, so they are the same for any number of threads. */
#ifndef POISE_SIM_L2_PAGE_COUNTS_H
#define POISE_SIM_L2_PAGE_COUNTS_H

#include "sim/dram/access.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct page_count {
    uint64_t key; /* number of the page + 1; 0 = empty */
    uint64_t reads, writes;
} page_count;

typedef struct page_counts {
    page_count *slot; /* hashed by key, open addressing */
    size_t slots, used;
    bool has_failed; /* no memory: something was not counted */
} page_counts;

/* Counts an access in the page of its physical address, wherever that lies. */
void page_counts_add(page_counts *counts, const dram_access *access);
/* Adds what `from` has counted. */
void page_counts_merge(page_counts *counts, const page_counts *from);
void page_counts_free(page_counts *counts);

#endif
